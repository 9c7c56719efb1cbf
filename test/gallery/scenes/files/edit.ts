import { feedbackTexts } from '../../../../shared/text/feedback.ts';
import { acting, doneTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import { sideTexts } from '../../../../shared/features/details/side-text.ts';
import { detailsTexts } from '../../../../shared/features/details/text.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import { FREEZERS } from '../../../end-to-end/driver/scripted-lists.ts';
import { fail, failing, notAllowed, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { QUIET_ANSWERS } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

const TOP = '#/files/m1';
const { actions } = acting;

async function details({ choose, key }: Hand): Promise<void> {
  await choose('Lab rules.md');
  await key('i', { ctrl: true });
}

async function known(id: string) {
  const answer = await QUIET_ANSWERS['files.details']?.({ id });
  if (answer === undefined) throw new Error('The lab knows nothing');
  return answer;
}

const detailsScenes: readonly Scene[] = [
  {
    screen: 'details',
    state: 'loading',
    route: TOP,
    answers: { 'files.details': never },
    steps: details,
    shows: [detailsTexts.reading],
  },
  {
    screen: 'details',
    state: 'empty',
    route: TOP,
    steps: async ({ see, key }) => {
      await see('Lab rules.md');
      await key('i', { ctrl: true });
    },
    shows: [detailsTexts.none, sideTexts.shareFolder('Knowledge Base')],
  },
  {
    screen: 'details',
    state: 'offline',
    route: TOP,
    world: engine => engine.setStatus({ state: 'offline' }),
    answers: { 'files.about': async () => offline() },
    steps: details,
    shows: [detailsTexts.offline],
  },
  {
    screen: 'details',
    state: 'partial',
    route: TOP,
    answers: {
      'files.details': async ({ id }) => ({
        ...(await known(id)),
        pending: {
          id: 7,
          description: 'Agreed in March, changed in May.',
          add: ['safety'],
          remove: [],
          text: null,
          theirs: null,
          isDisputed: false,
        },
      }),
    },
    steps: details,
    shows: [detailsTexts.waits],
  },
  {
    screen: 'details',
    state: 'error',
    route: TOP,
    answers: { 'files.details': async () => failing() },
    steps: details,
    shows: ['The storage backend did not answer in time.'],
  },
  {
    screen: 'details',
    state: 'error',
    name: 'disputed',
    route: TOP,
    answers: {
      'files.details': async ({ id }) => ({
        ...(await known(id)),
        pending: {
          id: 7,
          description: 'Mine: agreed in May.',
          add: [],
          remove: [],
          text: null,
          theirs: 'Theirs: agreed in April, by all of us.',
          isDisputed: true,
        },
      }),
    },
    steps: details,
    shows: [detailsTexts.disputed],
  },
  {
    screen: 'details',
    state: 'no-permission',
    route: TOP,
    answers: { 'files.about': async () => notAllowed() },
    steps: details,
    shows: ['You need the editor role here.', detailsTexts.facts.where],
  },
  { screen: 'details', state: 'full', route: TOP, steps: details, shows: [detailsTexts.versions] },
  {
    screen: 'details',
    state: 'full',
    name: 'described',
    route: TOP,
    steps: async hand => {
      await details(hand);
      await hand.press(sideTexts.describe);
    },
    shows: [detailsTexts.description],
  },
  {
    screen: 'details',
    state: 'full',
    name: 'several',
    route: TOP,
    steps: async hand => {
      await details(hand);
      await hand.choose('Lab rules.md');
      await hand.key('a', { ctrl: true });
    },
    shows: [detailsTexts.manyDescription],
  },
];

/** Chooses a line and something of the menu of lines. */
export function asks(line: string, action: string): (hand: Hand) => Promise<void> {
  return async ({ menuOf, press }) => {
    await menuOf(line);
    await press(action);
  };
}

const questionScenes: readonly Scene[] = [
  {
    screen: 'acting',
    state: 'full',
    name: 'new folder',
    route: TOP,
    steps: ({ press }) => press(actions.newFolder),
    shows: [questionTexts.newFolder.label],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'new note',
    route: TOP,
    steps: async ({ press }) => {
      await press(acting.add);
      await press(actions.newNote);
    },
    shows: [questionTexts.newNote.hint],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'rename',
    route: TOP,
    steps: async hand => {
      await asks('Inventory.csv', actions.rename)(hand);
      await hand.write(questionTexts.rename.label, 'Inventory 2026.xlsx');
    },
    shows: [questionTexts.rename.extension],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'renamed',
    route: TOP,
    answers: { 'files.rename': async ({ name }) => ({ name, path: name, isSent: true }) },
    steps: async hand => {
      await asks('Inventory.csv', actions.rename)(hand);
      await hand.write(questionTexts.rename.label, 'Inventory 2026.csv');
      await hand.press(questionTexts.rename.yes);
    },
    shows: [feedbackTexts.undo, doneTexts.renamed('Inventory.csv', 'Inventory 2026.csv')],
  },
  {
    screen: 'acting',
    state: 'error',
    route: TOP,
    answers: { 'files.rename': async () => offline() },
    steps: async hand => {
      await asks('Inventory.csv', actions.rename)(hand);
      await hand.write(questionTexts.rename.label, 'Inventory 2026.csv');
      await hand.press(questionTexts.rename.yes);
    },
    shows: ["You're offline", questionTexts.rename.label],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'move',
    route: TOP,
    steps: async hand => {
      await asks('Inventory.csv', actions.move)(hand);
      await hand.open('Knowledge Base');
    },
    shows: [questionTexts.move.yes, 'Sequencing'],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'move to more readers',
    route: TOP,
    answers: {
      'sharing.ofMove': async () => ({
        gains: ['Ben Okafor', 'Cleo Marchetti'].map(name => ({ ...effect(name), after: 'viewer' })),
        loses: [{ ...effect('Imaging team'), before: 'editor' }],
      }),
      'files.move': async () => ({
        done: [],
        left: [],
        loses: null,
        less: null,
        question: {
          folder: 'f2',
          who: [
            { key: 'user:ben', name: 'Ben Okafor' },
            { key: 'user:cleo', name: 'Cleo Marchetti' },
          ],
        },
      }),
    },
    steps: async hand => {
      await asks('Inventory.csv', actions.move)(hand);
      await hand.open('Knowledge Base');
      await hand.press('Sequencing');
      await hand.press(questionTexts.move.yes);
    },
    shows: [questionTexts.move.widerYes],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'download',
    route: TOP,
    answers: { 'files.downloadPlace': async () => ({ folder: '/home/ada/Downloads' }) },
    steps: asks('Inventory.csv', actions.download),
    shows: [downloadToTexts.about, '/home/ada/Downloads'],
  },
  {
    screen: 'acting',
    state: 'error',
    name: 'download',
    route: TOP,
    answers: {
      'files.downloadPlace': async ({ folder }) =>
        folder === null
          ? { folder: '/home/ada/Lab' }
          : fail({ kind: 'bad-request', detail: downloadToTexts.inMirror(folder) }),
    },
    steps: async hand => {
      await asks('Inventory.csv', actions.download)(hand);
      await hand.see('/home/ada/Lab');
      await hand.press(downloadToTexts.yes);
    },
    shows: [downloadToTexts.inMirror('/home/ada/Lab')],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'take out',
    route: TOP,
    steps: async ({ menuOf, press }) => {
      await menuOf('Inventory.csv');
      await press(acting.more);
      await press(actions.clearFolder);
    },
    shows: [questionTexts.clearFolder.yes],
  },
];

const FILES = ['plate12.csv', 'plate13.csv', 'setup.exe', 'gel.png', 'notes.md', 'scan.tif', 'layout.xlsx'].map(
  name => new File(['well,od\nA1,0.31\n'], name),
);

const PLAN = {
  ticket: 't1',
  where: 'here' as const,
  folder: 'Knowledge Base',
  renamed: [{ from: 'gel.png', to: 'gel (2).png' }],
  refused: [{ ending: '.exe', files: 1 }],
  roomBytes: null,
};

const addingScenes: readonly Scene[] = [
  {
    screen: 'adding',
    state: 'loading',
    route: TOP,
    answers: { 'drops.begin': never },
    steps: adds('Lab rules.md'),
    shows: [dropTexts.reading],
  },
  {
    screen: 'adding',
    state: 'full',
    route: TOP,
    answers: { 'drops.begin': async () => PLAN },
    steps: adds('Lab rules.md'),
    shows: [dropTexts.yes(7), dropTexts.refused({ ending: '.exe', files: 1 })],
  },
  {
    screen: 'adding',
    state: 'full',
    name: 'not on this computer',
    route: `#/files/:base/${FREEZERS}`,
    answers: { 'drops.begin': async () => ({ ...PLAN, where: 'service', folder: 'Freezers', refused: [] }) },
    steps: adds('boxes.csv'),
    shows: [dropTexts.service(7)],
  },
  {
    screen: 'adding',
    state: 'partial',
    route: TOP,
    answers: { 'drops.begin': async () => ({ ...PLAN, renamed: [], refused: [] }) },
    steps: adds('Lab rules.md', FILES.slice(0, 2)),
    shows: [dropTexts.adding(0, 2)],
  },
  {
    screen: 'adding',
    state: 'error',
    route: TOP,
    answers: { 'drops.begin': async () => ({ ...PLAN, roomBytes: 12 }) },
    steps: adds('Lab rules.md'),
    shows: ['There is not enough room on this disk'],
  },
  {
    screen: 'adding',
    state: 'no-permission',
    route: '#/files/m1',
    answers: { 'drops.begin': async () => notAllowed() },
    steps: adds('Lab rules.md'),
    shows: ['You need the editor role here.'],
  },
];

function adds(over: string, files = FILES): (hand: Hand) => Promise<void> {
  return ({ drop }) => drop(over, files);
}

/** What is done with files: dialogs, what is said afterwards, and what is known of them. */
export const actingScenes: readonly Scene[] = [...detailsScenes, ...questionScenes, ...addingScenes];

function effect(name: string) {
  return { key: name, name, before: null, after: null, teams: [] };
}
