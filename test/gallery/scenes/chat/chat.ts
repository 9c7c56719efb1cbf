import { plotTexts } from '../../../../shared/features/preview/plot-text.ts';
import { chatTexts } from '../../../../shared/features/chat/text.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { failing, gone, offline, refused } from '../../lab/faults.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import {
  answers,
  changes,
  FILES,
  message,
  OTHER,
  OWN,
  PLATE,
  ROUTE,
  SAID,
  TASK,
  TASKS,
  waiting,
} from './chat-stage.ts';
import { attachment, HOSTILE, LONG, TABLE_FILE, UNREADABLE } from './chat-texts.ts';

const STATES: readonly Scene[] = [
  {
    screen: 'chat',
    state: 'loading',
    route: '#/chat',
    world: changes(),
    answers: answers({}, { 'chat.tasks': never, 'chat.open': never }),
    shows: [words.tasks.reading, words.start.title],
  },
  {
    screen: 'chat',
    state: 'empty',
    route: '#/chat',
    world: changes(),
    answers: answers({ tasks: [] }),
    shows: [words.tasks.empty.active, words.start.hint],
  },
  {
    screen: 'chat',
    state: 'partial',
    route: ROUTE,
    world: changes({ working: [TASK], ready: [OTHER], revision: 4 }),
    answers: answers({
      tasks: TASKS.map(each => (each.id === TASK ? { ...each, state: 'working', since: ago(130 * SECOND) } : each)),
      said: [
        ...SAID,
        message(4, { text: 'In the run before it', status: 'running', progress: 'Reading plate6.csv (2 of 5).' }),
      ],
    }),
    shows: [words.reply.partial, 'Reading plate6.csv (2 of 5).', 'since', words.tasks.states.replyReady],
  },
  {
    screen: 'chat',
    state: 'offline',
    route: ROUTE,
    world: engine => {
      engine.setStatus({ state: 'offline' });
      changes({ waiting: 3 })(engine);
    },
    answers: answers({
      isFresh: false,
      outbox: [
        waiting('w1', { note: chatTexts.waits, until: ago(-24 * SECOND) }),
        waiting('w2', { text: 'And plot both.', contextFiles: [{ id: TABLE_FILE, name: 'plate7.csv' }] }),
        waiting('w3', {
          conversation: OWN,
          task: null,
          text: 'Where did we keep the SYBR order?',
          note: chatTexts.waits,
        }),
      ],
    }),
    shows: ['The service does not answer', words.outbox.states.waiting, words.tasks.onlyHere],
  },
  {
    screen: 'chat',
    state: 'error',
    route: ROUTE,
    world: changes(),
    answers: answers({}, { 'chat.tasks': failing, 'chat.open': failing }),
    shows: ['The storage backend did not answer in time.'],
  },
  {
    screen: 'chat',
    state: 'no-permission',
    route: ROUTE,
    world: changes(),
    answers: answers({}, { 'chat.open': notAvailable }),
    shows: [chatTexts.notAvailable],
  },
  {
    screen: 'chat',
    state: 'no-permission',
    name: 'a status that nobody knows',
    route: `#/chat/${TASKS[3]?.id ?? ''}`,
    world: changes(),
    answers: answers(),
    steps: ({ press }) => press(words.conversation.actions),
    shows: [words.conversation.unknownStatus('on hold'), words.tasks.rename],
  },
  {
    screen: 'chat',
    state: 'full',
    route: ROUTE,
    world: changes(),
    answers: answers(),
    steps: ({ press }) => press(words.files.show),
    shows: [
      'Plate 7 analysis',
      words.table.copy,
      words.code.copy,
      'plate7 summary.csv',
      words.files.sources['upload'] ?? '',
    ],
  },
];

/** A table of a reply, as a picture. */
const PICTURE: Scene = {
  screen: 'chat',
  state: 'full',
  name: 'a table as a picture',
  route: ROUTE,
  world: changes(),
  answers: answers(),
  steps: async ({ see, press }) => {
    await see(words.table.picture);
    await press(words.table.picture);
  },
  shows: [plotTexts.kind],
};

async function notAvailable(): Promise<never> {
  return refused(chatTexts.notAvailable);
}

const MORE: readonly Scene[] = [
  PICTURE,
  {
    screen: 'chat',
    state: 'error',
    name: 'messages that were not sent',
    route: ROUTE,
    world: changes({ waiting: 3 }),
    answers: answers({
      said: SAID.slice(0, 1),
      outbox: [
        waiting('w1', {
          state: 'failed',
          note: chatTexts.expired(1),
          contextFiles: FILES,
          missing: [OTHER],
          text: 'Compare these two plates.',
        }),
        waiting('w2', { state: 'unsure', note: chatTexts.unsure, text: 'Make a figure of it.' }),
        waiting('w3', { state: 'checking', note: chatTexts.checking, text: 'For the meeting.' }),
        waiting('w4', { state: 'sending', text: 'Thank you.' }),
      ],
    }),
    shows: [words.outbox.withoutMissing(1), words.outbox.sendAnyway, words.files.missing, words.outbox.states.sending],
  },
  {
    screen: 'chat',
    state: 'error',
    name: 'an unsent message is changed',
    route: ROUTE,
    world: changes({ waiting: 1 }),
    answers: answers({
      said: SAID.slice(0, 1),
      outbox: [waiting('w1', { state: 'failed', note: chatTexts.expired(1), contextFiles: FILES, missing: [OTHER] })],
    }),
    steps: ({ press }) => press(words.outbox.replace),
    shows: [words.composer.editing, words.composer.replaceHint, words.composer.save],
  },
  {
    screen: 'chat',
    state: 'error',
    name: 'replies that failed or are late',
    route: ROUTE,
    world: changes({ working: [TASK] }),
    answers: answers({
      tasks: [{ ...PLATE, state: 'working', since: ago(45 * MINUTE) }, ...TASKS.slice(1)],
      said: [
        message(1, { text: 'Fit the curve.' }),
        message(2, { text: 'I read plate7.csv', status: 'failed' }),
        message(3, { text: 'Once more, please.' }),
        message(4, { text: '', status: 'queued at the bench' }),
        message(6, { text: '', attachments: [] }),
      ],
    }),
    shows: [words.reply.failed, words.reply.unknown('queued at the bench'), words.reply.late, words.reply.empty],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'hostile texts and names',
    route: ROUTE,
    world: changes(),
    answers: answers(
      {
        said: [
          message(1, { text: '<img src=x onerror=alert(1)> and `\u202e` in a name', contextFiles: [OTHER] }),
          message(2, { text: HOSTILE, attachments: [attachment('a9', '\u202egpj.exe <b>plate</b>.scr')] }),
        ],
      },
      { 'files.details': async () => gone() },
    ),
    shows: [words.files.unreachable, 'bank.example'],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'a text that nothing lays out',
    route: ROUTE,
    world: changes(),
    answers: answers({ said: [message(4, { text: UNREADABLE, role: 'auditor' })] }),
    shows: [words.reply.unread, 'auditor', words.reply.showAll],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'leaving for an address outside',
    route: ROUTE,
    world: changes(),
    answers: answers({ said: [message(2, { text: 'See [the method](https://example.org/method?id=7).' })] }),
    steps: ({ press }) => press('the method'),
    shows: [words.outside.title('example.org'), words.outside.open('example.org'), 'https://example.org/method?id=7'],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'a long reply and what was said before',
    route: ROUTE,
    world: changes(),
    answers: answers({
      before: 'c1',
      said: [message(1, { text: 'Tell me everything.' }), message(2, { text: LONG }), message(3, {})],
    }),
    shows: [words.reply.showAll],
  },
  {
    screen: 'chat',
    state: 'error',
    name: 'what was said before cannot be read',
    route: ROUTE,
    world: changes(),
    answers: answers(
      {},
      {
        'chat.open': async ({ before }) =>
          before === null ? { task: PLATE, messages: SAID, before: 'c1', isFresh: true, at: ago(SECOND) } : offline(),
      },
    ),
    steps: async ({ key, see }) => {
      await see('And in the run before it?');
      await key('PageUp');
    },
    shows: ["You're offline"],
  },
];

/** Conversations with the agent, and what waits in them. */
export const chatScenes: readonly Scene[] = [...STATES, ...MORE];
