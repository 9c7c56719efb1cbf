import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';

const HERE_ONLY = 'what is in a folder that only this computer has is on this computer';
const REMOVED_WHOLE = 'a folder counts as removed there only together with everything in it, and that must be proven';
const NOWHERE = 'nothing can be in a folder that neither side has';
const NOTHING_LEAVES = 'a mirror that only sends takes nothing away, and what both sides removed is in no new folder';
const NONE_REMOVED = 'a mirror that only fetches removes nothing there, so what went into a new folder there stays';

const EVERYWHERE: Readonly<Record<string, string>> = {
  'a folder, new here, inside: unknown': HERE_ONLY,
  'a folder, new here, inside: there': HERE_ONLY,
  'a folder, kept here, inside: unknown': HERE_ONLY,
  'a folder, kept here, inside: there': HERE_ONLY,
  'a folder, removed there, inside: unknown': REMOVED_WHOLE,
  'a folder, removed there, inside: there': REMOVED_WHOLE,
  'a folder, moved here, removed there, inside: unknown': REMOVED_WHOLE,
  'a folder, moved here, removed there, inside: there': REMOVED_WHOLE,
  'a folder, gone, inside: unknown': NOWHERE,
  'a folder, gone, inside: here': NOWHERE,
  'a folder, gone, inside: there': NOWHERE,
  'a folder, gone, inside: both': NOWHERE,
};

/** Cells that no tree can come upon, and why. */
export const IMPOSSIBLE: Readonly<Record<MirrorMode, Readonly<Record<string, string>>>> = {
  'two-way': EVERYWHERE,
  upload: {
    ...EVERYWHERE,
    'a folder, new here, inside: leaving': NOTHING_LEAVES,
    'a folder, new there, inside: leaving': NOTHING_LEAVES,
  },
  download: {
    ...EVERYWHERE,
    'a folder, new there, inside: leaving': NONE_REMOVED,
  },
};
