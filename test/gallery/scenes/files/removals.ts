import { feedbackTexts } from '../../../../shared/text/feedback.ts';
import { acting, doneTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import { failing } from '../../lab/faults.ts';
import { never, type Scene } from '../../scene.ts';
import { asks } from './edit.ts';

const TOP = '#/files/m1';
const { actions } = acting;

const WEIGHT = {
  files: 18,
  folders: 3,
  sizeBytes: 63_000_000,
  unsent: 2,
  onlyThere: 1,
  unseenFolders: 0,
  holdSeconds: 60,
  isAsked: false,
  older: { kept: 12, keptBytes: 48_000_000, lost: 3, lostBytes: 900_000_000, unknownFiles: 2, keepsNone: false },
};

/** What is asked before something is removed, and what is said afterwards. */
export const removalScenes: readonly Scene[] = [
  {
    screen: 'acting',
    state: 'loading',
    route: TOP,
    answers: { 'files.weigh': never },
    steps: asks('Plates', actions.remove),
    shows: [questionTexts.remove.counting],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'remove',
    route: TOP,
    answers: {
      'files.weigh': async () => WEIGHT,
      'files.readers': async () => ({ names: ['Ada Moreau', 'Kestrel team', 'everybody in the organization'] }),
    },
    steps: asks('Plates', actions.remove),
    shows: [questionTexts.remove.everywhere, 'Kestrel team'],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'remove many',
    route: TOP,
    answers: { 'files.weigh': async () => ({ ...WEIGHT, files: 412, unseenFolders: 2, isAsked: true }) },
    steps: async ({ choose, press, key, menuOf }) => {
      await choose('Lab rules.md');
      await key('a', { ctrl: true });
      await menuOf('Plates');
      await press(actions.remove);
    },
    shows: [questionTexts.remove.type(412)],
  },
  {
    screen: 'acting',
    state: 'error',
    name: 'remove',
    route: TOP,
    answers: { 'files.weigh': async () => WEIGHT, 'files.remove': async () => failing() },
    steps: async ({ menuOf, press, see }) => {
      await menuOf('Plates');
      await press(actions.remove);
      await see(questionTexts.remove.everywhere);
      await press(questionTexts.remove.yes);
    },
    shows: ['The storage backend did not answer in time.'],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'removed',
    route: TOP,
    answers: {
      'files.weigh': async () => WEIGHT,
      'files.remove': async () => ({
        files: 17,
        folders: 3,
        sizeBytes: 6e7,
        left: [{ id: '9', path: 'Plates/plate8.csv', text: 'It is being changed right now.' }],
        undo: ['12'],
        archived: [],
        putBack: [],
      }),
    },
    steps: async ({ menuOf, press, see }) => {
      await menuOf('Plates');
      await press(actions.remove);
      await see(questionTexts.remove.everywhere);
      await press(questionTexts.remove.yes);
    },
    shows: [doneTexts.removed(17, 3), feedbackTexts.undo],
  },
];
