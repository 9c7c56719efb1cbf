import type { Handlers, TopicValue } from '../../../../shared/contract.ts';
import type { ChatMessage, ChatTask, OutboxMessage } from '../../../../shared/features/chat/model.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/units.ts';
import type { ScriptedEngine } from '../../../end-to-end/driver/scripted-engine.ts';
import { ago } from '../../lab/lab.ts';
import { attachment, REPLY, TABLE_FILE } from './chat-texts.ts';

export const TASK = '7c0d1d1e-0b3c-4d6e-9d0c-2a6f9b1e4c01';
export const OTHER = '7c0d1d1e-0b3c-4d6e-9d0c-2a6f9b1e4c02';
export const OWN = 'a1b2c3d4-0b3c-4d6e-9d0c-2a6f9b1e4c09';
export const ROUTE = `#/chat/${TASK}`;

export function task(id: string, title: string, change: Partial<ChatTask> = {}): ChatTask {
  return {
    id,
    title,
    status: 'active',
    messageCount: 4,
    lastMessageAt: ago(3 * MINUTE),
    createdAt: ago(2 * HOUR),
    state: 'quiet',
    since: null,
    ...change,
  };
}

export const PLATE = task(TASK, 'Plate 7 analysis');
export const TASKS: ChatTask[] = [
  PLATE,
  task(OTHER, 'Which primers are left for the qPCR of Thursday, and in which freezer are they', {
    lastMessageAt: ago(40 * MINUTE),
  }),
  task(`${OTHER.slice(0, -1)}3`, 'ELISA protocol, second draft', { lastMessageAt: ago(DAY), state: 'draft' }),
  task(`${OTHER.slice(0, -1)}4`, 'Cells per well\u202egnp.exe', { status: 'on hold', lastMessageAt: ago(2 * DAY) }),
];

export function message(place: number, change: Partial<ChatMessage>): ChatMessage {
  return {
    id: `m${place}`,
    role: place % 2 === 0 ? 'assistant' : 'user',
    text: 'Thank you.',
    sequence: place,
    createdAt: ago((20 - place) * MINUTE),
    status: place % 2 === 0 ? 'completed' : null,
    progress: null,
    attachments: [],
    contextFiles: [],
    referencedFiles: [],
    ...change,
  };
}

export const SAID: ChatMessage[] = [
  message(1, { text: 'Which wells of plate 7 are above the limit?', contextFiles: [TABLE_FILE] }),
  message(2, { text: REPLY, attachments: [attachment('a1', 'plate7 summary.csv')] }),
  message(3, { text: 'And in the run before it?' }),
];

export function waiting(id: string, change: Partial<OutboxMessage>): OutboxMessage {
  return {
    id,
    conversation: TASK,
    task: TASK,
    text: 'Compare it with the run of Tuesday.',
    contextFiles: [],
    referencedFiles: [],
    openFile: null,
    attachmentIds: [],
    state: 'waiting',
    note: null,
    missing: [],
    until: null,
    writtenAt: ago(MINUTE),
    ...change,
  };
}

export interface World {
  readonly tasks?: ChatTask[];
  readonly said?: ChatMessage[];
  readonly outbox?: OutboxMessage[];
  readonly isFresh?: boolean;
  readonly before?: string | null;
}

export function answers(world: World = {}, more: Partial<Handlers> = {}): Partial<Handlers> {
  const { tasks = TASKS, said = SAID, outbox = [], isFresh = true, before = null } = world;
  const at = ago(isFresh ? 2 * SECOND : 3 * HOUR);
  return {
    'chat.tasks': async () => ({ tasks, hasMore: false, isFresh, at }),
    'chat.open': async ({ task: id }) => ({
      task: tasks.find(each => each.id === id) ?? PLATE,
      messages: said,
      before,
      isFresh,
      at,
    }),
    'chat.outbox': async () => outbox,
    'chat.draft': async () => null,
    'chat.setDraft': async () => null,
    'chat.attend': async () => null,
    'chat.attachments': async () => [
      attachment('a1', 'plate7 summary.csv'),
      attachment('a2', 'curve fit.png', 'upload'),
    ],
    ...more,
  };
}

/** Says what changed, as the engine does at the start. */
export function changes(change: Partial<TopicValue<'chat.changes'>> = {}) {
  return ({ topics }: ScriptedEngine): void =>
    topics.publish('chat.changes', { revision: 1, working: [], ready: [], waiting: 0, ...change });
}

export const FILES = [
  { id: TABLE_FILE, name: 'plate7.csv' },
  { id: OTHER, name: 'plate6.csv' },
];
