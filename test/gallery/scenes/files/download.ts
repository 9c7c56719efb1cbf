import { acting } from '../../../../shared/features/edit/text.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import { FaultError } from '../../../../shared/fault.ts';
import { localFolderTexts } from '../../../../shared/features/set-up/local-folder-text.ts';
import { setUpTexts } from '../../../../shared/features/set-up/text.ts';
import type { Hand } from '../../hand.ts';
import { never, type Scene } from '../../scene.ts';
import { KEEPING } from '../people/set-up.ts';

const TOP = '#/files/m1';
const FILE = 'Lab rules.md';
const PLACE = { 'files.downloadPlace': async () => ({ folder: '/home/ada/Downloads' }) };

async function asked({ menuOf, press, see }: Hand): Promise<void> {
  await menuOf(FILE);
  await press(acting.actions.download);
  await see(downloadToTexts.about);
}

/** Answers and presses the button. */
async function answered(hand: Hand): Promise<void> {
  await asked(hand);
  await hand.write(downloadToTexts.label, '/home/ada/Lab');
  await hand.press(downloadToTexts.yes);
}

/** Copies that are taken out, and drops where no folder is open. */
export const takingScenes: readonly Scene[] = [
  {
    screen: 'acting',
    state: 'no-permission',
    name: 'download to',
    route: TOP,
    answers: {
      'files.downloadPlace': async ({ folder }) => {
        if (folder === null) return { folder: '/home/ada/Downloads' };
        throw new FaultError({ kind: 'bad-request', detail: downloadToTexts.inMirror(folder) });
      },
    },
    steps: answered,
    shows: [downloadToTexts.inMirror('/home/ada/Lab')],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'download to, chosen in a tree',
    route: TOP,
    answers: { ...KEEPING, ...PLACE },
    steps: async hand => {
      await asked(hand);
      await hand.press(localFolderTexts.choose);
    },
    shows: [downloadToTexts.about, setUpTexts.home],
  },
  {
    screen: 'acting',
    state: 'loading',
    name: 'downloading',
    route: TOP,
    answers: { ...PLACE, 'files.downloadTo': never },
    steps: answered,
    shows: [downloadToTexts.under(`“${FILE}”`)],
  },
  {
    screen: 'adding',
    state: 'full',
    name: 'to drafts',
    route: '#/activity/checks',
    answers: {
      'setUp.drafts': async () => ({ id: '11111111-0000-4000-8000-000000000031', name: 'Drafts' }),
      'drops.begin': async () => ({
        ticket: 't',
        where: 'service',
        folder: 'Drafts',
        renamed: [],
        refused: [],
        roomBytes: null,
      }),
    },
    steps: async ({ see, drop }) => {
      await see('Activity');
      await drop('Checks', [new File(['a thought'], 'thought.txt')]);
    },
    shows: [dropTexts.drafts.what('Drafts', 1)],
  },
];
