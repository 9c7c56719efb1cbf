import type { Handlers } from '../../../../shared/contract.ts';
import type { ChatOrigin, WorkingCopy, WorkingCopyState } from '../../../../shared/features/chat/files-model.ts';
import { acting } from '../../../../shared/features/edit/text.ts';
import { chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatPlace } from '../../../../shared/features/chat/place-text.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { detailsTexts } from '../../../../shared/features/details/text.ts';
import { previewTexts } from '../../../../shared/features/preview/pane-text.ts';
import {
  copyWindow as words,
  taskChoiceWords,
  viewWords,
} from '../../../../shared/features/chat/working-copies-text.ts';
import { DAY, HOUR } from '../../../../shared/units.ts';
import { addressOfContent, contentNamed } from '../../lab/contents.ts';
import { failing, notAllowed, refused } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import type { Scene } from '../../scene.ts';
import { answers, changes, OTHER, ROUTE, TASK, TASKS } from './chat-stage.ts';
import { attachment } from './chat-texts.ts';
import { held, PLATE } from '../versions/comparison.ts';
import { beside, withFile } from '../files/preview.ts';
import { HEAD, SECOND } from '../versions/versions.ts';

const TOP = '#/files/m1';
const TITLE = 'Plate 7 analysis';
const QPCR = 'IL6 qPCR.csv';
const told = chatFileTexts.workingCopy;

function copy(at: number, state: WorkingCopyState, text: string, name = 'Antibody list.csv'): WorkingCopy {
  const id = (last: number): string => `9d0c1d1e-0b3c-4d6e-9d0c-2a6f9b1e4c${String(last).padStart(2, '0')}`;
  const isKnown = state !== 'gone' && state !== 'unknown';
  const [mine, original] = [id(at), id(50)];
  const sides = {
    copy: { id: mine, version: 'local' },
    original: { id: original, version: HEAD },
    base: { id: original, version: state === 'both' ? SECOND : HEAD },
  };
  const facts = { copy: mine, original, name, task: TASK, taskTitle: TITLE, at: ago(DAY) };
  return { ...facts, state, text, sides: isKnown ? sides : null };
}

const BY_AGENT = copy(1, 'edited', told.byAgent(TITLE));
const BOTH = copy(2, 'both', told.both(TITLE), 'Lab rules.md');
const ALL: WorkingCopy[] = [
  BY_AGENT,
  BOTH,
  copy(3, 'same', told.same(TITLE), 'Buffer recipes.csv'),
  copy(4, 'behind', told.behind(TITLE), 'Freezer map of both buildings, with the racks of the cold room.xlsx'),
  copy(5, 'committed', told.committed(TITLE)),
  copy(6, 'gone', told.gone, 'Old map.csv'),
  copy(7, 'unknown', told.unknown, 'Training.md'),
];
const ORIGIN: ChatOrigin = {
  task: TASK,
  title: TITLE,
  at: ago(3 * HOUR),
  text: chatFileTexts.origin(TITLE, '20 November 2026'),
};

const listing = (copies: WorkingCopy[]): Partial<Handlers> => ({ 'chat.workingCopies': async () => copies });
const tasks: Partial<Handlers> = {
  'chat.tasks': async () => ({ tasks: TASKS, hasMore: true, isFresh: true, at: ago(0) }),
};

async function filesOfTask({ press, see }: Hand): Promise<void> {
  await press(chatWindow.files.show);
  await see('plate7 summary.csv');
}

async function ofFile(hand: Hand, line: string): Promise<void> {
  await filesOfTask(hand);
  await hand.press(chatWindow.files.menu('plate7 summary.csv'));
  await hand.press(line);
}

async function details({ see, choose, key }: Hand): Promise<void> {
  await see('Lab rules.md');
  await choose('Lab rules.md');
  await key('i', { ctrl: true });
}

async function askForCopy(hand: Hand): Promise<void> {
  await hand.see('Lab rules.md');
  await hand.choose('Lab rules.md');
  await hand.menuOf('Lab rules.md');
  await hand.press(acting.more);
  await hand.press(acting.actions.editCopy);
}

const inTask: readonly Scene[] = [
  {
    screen: 'chat',
    state: 'full',
    name: 'working copies of the task',
    route: ROUTE,
    world: changes(),
    answers: answers({}, listing(ALL)),
    steps: filesOfTask,
    shows: [told.byAgent(TITLE), ...Object.values(words.states)],
  },
  {
    screen: 'chat',
    state: 'error',
    name: 'working copies',
    route: ROUTE,
    world: changes(),
    answers: answers({}, { 'chat.workingCopies': async () => failing() }),
    steps: filesOfTask,
    shows: ['The storage backend did not answer in time.', words.label],
  },
  {
    screen: 'chat',
    state: 'no-permission',
    name: 'no working copy of this file',
    route: ROUTE,
    world: changes(),
    answers: answers({}, { 'chat.startWorkingCopy': async () => refused(chatFileTexts.notPublished('')) }),
    steps: hand => ofFile(hand, words.start.here),
    shows: [chatFileTexts.notPublished('')],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'a file of the task goes to this computer',
    route: ROUTE,
    world: changes(),
    answers: answers({}, { 'files.downloadPlace': async () => ({ folder: '/home/ada/Downloads' }) }),
    steps: hand => ofFile(hand, chatWindow.files.download),
    shows: [chatPlace.downloadAbout],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'a file that only the task has',
    route: ROUTE,
    world: changes(),
    answers: answers(
      { said: [saidWithFile()] },
      {
        'chat.attachments': async () => [{ ...attachment('a1', 'plate7 summary.csv'), file: null }],
        'chat.openAttachment': async () => ({
          is: 'open',
          name: 'plate7 summary.csv',
          sizeBytes: contentNamed(QPCR)?.bytes.byteLength ?? 0,
          modifiedAt: null,
          version: null,
          sha256: null,
          mark: 'a1',
          content: QPCR,
          address: addressOfContent(QPCR),
          from: 'service',
        }),
        'content.close': async () => null,
      },
    ),
    steps: hand => ofFile(hand, chatWindow.files.preview),
    shows: [previewTexts.fromService, viewWords.action],
  },
];

/** A reply with a file that the knowledge base does not have. */
function saidWithFile() {
  return {
    id: 'm2',
    role: 'assistant',
    text: 'Here is the summary.',
    sequence: 2,
    createdAt: ago(HOUR),
    status: 'completed',
    progress: null,
    attachments: [{ ...attachment('a1', 'plate7 summary.csv'), file: null }],
    contextFiles: [],
    referencedFiles: [],
  };
}

const ofAFile: readonly Scene[] = [
  {
    screen: 'details',
    state: 'full',
    name: 'from a task, and edited in one',
    route: TOP,
    answers: { ...listing([BY_AGENT]), 'chat.origin': async () => ORIGIN },
    steps: details,
    shows: [ORIGIN.text, words.toTask, told.byAgent(TITLE), words.compare, detailsTexts.versions],
  },
  {
    screen: 'preview',
    state: 'full',
    name: 'edited in a task',
    route: TOP,
    answers: { ...withFile(QPCR), ...listing([BOTH]) },
    steps: beside(QPCR),
    shows: [told.both(TITLE), words.states.both],
  },
  {
    screen: 'acting',
    state: 'no-permission',
    name: 'a copy for a task',
    route: TOP,
    answers: {
      'chat.tasks': async () => ({ tasks: TASKS, hasMore: true, isFresh: false, at: ago(HOUR) }),
      'chat.startWorkingCopy': async () => notAllowed(),
    },
    steps: async hand => {
      await askForCopy(hand);
      await hand.press(TITLE);
      await hand.press(words.start.yes);
    },
    shows: ['You need the editor role here.', words.start.hint, taskChoiceWords.old, taskChoiceWords.more],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'a copy without a task',
    route: TOP,
    answers: { 'chat.tasks': async () => ({ tasks: [], hasMore: false, isFresh: true, at: ago(0) }) },
    steps: askForCopy,
    shows: [taskChoiceWords.none],
  },
];

async function compareFirst(hand: Hand): Promise<void> {
  await filesOfTask(hand);
  await hand.press(words.compare);
  await hand.see(words.sideOriginal);
}

const deciding: readonly Scene[] = [
  {
    screen: 'comparison',
    state: 'full',
    name: 'committing a copy that both changed',
    route: ROUTE,
    world: changes(),
    answers: answers({}, { ...listing([BOTH]), ...held(PLATE) }),
    steps: async hand => {
      await compareFirst(hand);
      await hand.press(words.commit);
    },
    shows: [words.sideCopy, words.sideOriginal, words.committing.bothTitle, words.committing.seen],
  },
  {
    screen: 'acting',
    state: 'error',
    name: 'committing a copy',
    route: ROUTE,
    world: changes(),
    answers: answers(
      {},
      { ...listing([BY_AGENT]), 'chat.commitWorkingCopy': async () => refused(chatFileTexts.notSeen) },
    ),
    steps: async hand => {
      await filesOfTask(hand);
      await hand.press(words.commit);
      await hand.press(words.committing.yes);
    },
    shows: [words.committing.text, chatFileTexts.notSeen],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'forgetting a copy',
    route: ROUTE,
    world: changes(),
    answers: answers({}, listing([BY_AGENT])),
    steps: async hand => {
      await filesOfTask(hand);
      await hand.press(words.forget);
    },
    shows: [words.forgetting.text, words.forgetting.unsaved],
  },
  {
    screen: 'acting',
    state: 'full',
    name: 'a view for a task',
    route: TOP,
    answers: { ...withFile(QPCR), ...tasks },
    steps: async hand => {
      await beside(QPCR)(hand);
      await hand.press(viewWords.action);
      await hand.see(TITLE);
      await hand.press(TASKS.find(({ id }) => id === OTHER)?.title ?? '');
    },
    shows: [viewWords.title, viewWords.hint, viewWords.fileName(QPCR)],
  },
];

/** Working copies and views: what is edited in a task, or made for it. */
export const workingCopyScenes: readonly Scene[] = [...inTask, ...ofAFile, ...deciding];
