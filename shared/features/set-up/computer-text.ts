import type { ComputerKind } from './model.ts';
import { enterTexts } from './window-text.ts';

const { computer } = enterTexts;

/** The words about what kind of computer this is, once it is set up. */
export const kindTexts = {
  label: 'Kind of computer',
  hint: 'Which way the folders go that are added from now on. Those that are here already stay as they are.',
  unsaid: 'Nobody has said yet',
  unknown: 'Nobody has said yet what kind of computer this is.',
  kinds: { own: computer.own, instrument: computer.instrument, shared: computer.shared },
  means: { own: computer.ownHint, instrument: computer.instrumentHint, shared: computer.sharedHint },
  saved: (kind: ComputerKind) => `${kindTexts.kinds[kind]}: ${kindTexts.means[kind]}`,
  command:
    'Says what kind of computer this is, or with a word sets it. It decides which way folders go that are added in the window.',
} as const;
