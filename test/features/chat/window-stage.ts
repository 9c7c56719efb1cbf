import { vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import type { ChatMessage, ChatTask, OutboxMessage, WrittenMessage } from '../../../shared/features/chat/model.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';

export const AT = '2026-11-20T14:02:00.000Z';
export const TASK: ChatTask = {
  id: 'task-1',
  title: 'Plate 7',
  status: 'active',
  messageCount: 2,
  lastMessageAt: AT,
  createdAt: AT,
  state: 'quiet',
  since: null,
};
export const WRITTEN: WrittenMessage = {
  text: 'Why?',
  contextFiles: [],
  referencedFiles: [],
  openFile: null,
  attachmentIds: [],
};

export function said(place: number, change: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `m${place}`,
    role: place % 2 === 0 ? 'assistant' : 'user',
    text: `Message ${place}.`,
    sequence: place,
    createdAt: AT,
    status: null,
    progress: null,
    attachments: [],
    contextFiles: [],
    referencedFiles: [],
    ...change,
  };
}

export function waiting(id: string, change: Partial<OutboxMessage> = {}): OutboxMessage {
  const own = { id, conversation: 'task-1', task: 'task-1', state: 'waiting', note: null } as const;
  return { ...WRITTEN, ...own, missing: [], until: null, writtenAt: AT, ...change };
}

/** The stores of chat over a pipe; each call is written down. */
export async function started(answers: Partial<Handlers>) {
  const asked: string[] = [];
  const quiet: Partial<Handlers> = {
    'chat.outbox': async () => [],
    'chat.draft': async () => null,
    'chat.setDraft': async () => null,
    'chat.open': async () => ({ task: TASK, messages: [said(1)], before: null, isFresh: true, at: AT }),
    'chat.tasks': async () => ({ tasks: [TASK], hasMore: false, isFresh: true, at: AT }),
    ...answers,
  };
  const noted = Object.entries(quiet).map(([name, answer]) => {
    const listen = async (input: never) => (asked.push(`${name} ${JSON.stringify(input)}`), answer(input));
    return [name, listen];
  });
  const side = farSide(handlersWith(Object.fromEntries(noted) as Partial<Handlers>));
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const conversation = await import('../../../renderer/features/chat/stores/conversation.ts');
  const composer = await import('../../../renderer/features/chat/stores/composer.ts');
  const outbox = await import('../../../renderer/features/chat/stores/outbox.ts');
  const tasks = await import('../../../renderer/features/chat/stores/tasks.ts');
  const navigation = await import('../../../renderer/state/navigation.ts');
  const asking = await import('../../../renderer/features/chat/stores/asking-agent.ts');
  const { useSaying } = await import('../../../renderer/state/announcements.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  const tell = (change: { readonly working?: string[]; readonly ready?: string[] }): void =>
    side.topics.publish('chat.changes', { revision: ++revision, working: [], ready: [], waiting: 0, ...change });
  const count = (name: string): number => asked.filter(each => each.startsWith(`${name} `)).length;
  return { side, asked, tell, count, conversation, composer, outbox, tasks, navigation, asking, useSaying };
}
let revision = 0;
