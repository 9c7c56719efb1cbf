import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ChatTask, OutboxMessage } from '../../../shared/features/chat/model.ts';
import { chatTexts } from '../../../shared/features/chat/text.ts';
import { chatWindow as words } from '../../../shared/features/chat/window-text.ts';
import { AT, said, started, TASK, waiting, WRITTEN } from './window-stage.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});

test('pages go backwards from the newest, each message once', async () => {
  const pages: Partial<Handlers> = {
    'chat.open': async ({ before }) => ({
      task: TASK,
      messages: before === null ? [said(3), said(4)] : [said(1), said(2), said(3)],
      before: before === null ? 'older' : null,
      isFresh: true,
      at: AT,
    }),
  };
  const { conversation } = await started(pages);
  conversation.openConversation('task-1');
  await vi.waitUntil(() => conversation.useConversation.getState().isKnown);
  await conversation.readOlder();
  const { messages, before } = conversation.useConversation.getState();
  expect([messages.map(({ id }) => id), before]).toEqual([['m1', 'm2', 'm3', 'm4'], null]);
});

test('a reply that comes is read and announced once, by its first sentence', async () => {
  let messages = [said(1)];
  let task: ChatTask = { ...TASK, state: 'working' };
  const { conversation, tell, useSaying } = await started({
    'chat.open': async () => ({ task, messages, before: null, isFresh: true, at: AT }),
  });
  conversation.openConversation('task-1');
  await vi.waitUntil(() => conversation.useConversation.getState().isKnown);
  messages = [said(1), said(2, { text: '**Three** wells. More of it.', status: 'completed' })];
  task = TASK;
  tell({ ready: ['task-1'] });
  await vi.waitUntil(() => conversation.useConversation.getState().messages.length === 2);
  const { count, text } = useSaying.getState();
  await conversation.readConversation();
  expect([text, useSaying.getState().count]).toEqual([words.said.ready('Three wells.'), count]);
});

test('nothing is read while the window is away, because what is read counts as looked at', async () => {
  const { conversation, tell, count } = await started({});
  conversation.openConversation('task-1');
  await vi.waitUntil(() => conversation.useConversation.getState().isKnown);
  Object.assign(document, { visibilityState: 'hidden' });
  tell({ ready: ['task-1'] });
  await vi.waitUntil(() => count('chat.outbox') > 1);
  expect(count('chat.open')).toBe(1);
  Object.assign(document, { visibilityState: 'visible' });
  conversation.comeBack();
  await vi.waitUntil(() => count('chat.open') === 2);
});

test('an error leaves what was said on the screen; only what is not there for us takes it away', async () => {
  let fault: FaultError | null = null;
  const { conversation } = await started({
    'chat.open': async () => {
      if (fault !== null) throw fault;
      return { task: TASK, messages: [said(1)], before: null, isFresh: true, at: AT };
    },
  });
  conversation.openConversation('task-1');
  await vi.waitUntil(() => conversation.useConversation.getState().isKnown);
  fault = new FaultError({ kind: 'failing', status: 500, messages: [] });
  await conversation.readConversation();
  expect(conversation.useConversation.getState()).toMatchObject({ messages: [said(1)], fault: { kind: 'failing' } });
  fault = new FaultError({ kind: 'bad-request', detail: chatTexts.notAvailable });
  await conversation.readConversation();
  expect(conversation.useConversation.getState()).toMatchObject({ messages: [], isNotAvailable: true });
});

test('what is only in the outbox is not asked of the service, and has its new name once it was begun', async () => {
  let messages = [waiting('w1', { conversation: 'own', task: null })];
  const { conversation, tell, count, navigation } = await started({ 'chat.outbox': async () => messages });
  navigation.goTo({ screen: 'chat', task: 'own' });
  conversation.openConversation('own');
  await vi.waitUntil(() => conversation.useConversation.getState().isKnown);
  expect(count('chat.open')).toBe(0);
  messages = [];
  tell({ working: ['task-1'] });
  await vi.waitUntil(() => conversation.useConversation.getState().id === 'task-1');
  expect(navigation.useNavigation.getState().route).toEqual({ screen: 'chat', task: 'task-1' });
});

test('exactly the files that are missing are left out when the rest is sent', async () => {
  const { outbox, asked } = await started({ 'chat.edit': async () => null });
  const [one, two] = ['f1', 'f2'].map(id => ({ id, name: `${id}.csv` }));
  const files = { contextFiles: [one, two], referencedFiles: [two], openFile: { file: 'f2', version: null } } as never;
  outbox.sendWithoutMissing(waiting('w1', { state: 'failed', missing: ['f2'], uploads: ['u1'], ...(files as object) }));
  await vi.waitUntil(() => asked.some(each => each.startsWith('chat.edit')));
  const message = { ...WRITTEN, contextFiles: [one], uploads: ['u1'] };
  expect(JSON.parse(asked.find(each => each.startsWith('chat.edit'))?.slice('chat.edit '.length) ?? '')).toEqual({
    id: 'w1',
    message,
  });
});

test('a message that is taken out can be put back, and an empty conversation is left', async () => {
  let messages = [waiting('w1', { conversation: 'own', task: null })];
  const { outbox, navigation, asked } = await started({
    'chat.outbox': async () => messages,
    'chat.cancel': async () => ((messages = []), { message: WRITTEN, mayHaveArrived: true }),
    'chat.send': async () => ({ id: 'w2', conversation: 'own', task: null }),
  });
  const { undoLast, useToast } = await import('../../../renderer/state/toast.ts');
  navigation.goTo({ screen: 'chat', task: 'own' });
  outbox.cancelMessage(messages[0] as OutboxMessage);
  await vi.waitUntil(() => useToast.getState().toast?.kind === 'done');
  expect(useToast.getState().toast).toMatchObject({ notes: [words.outbox.mayHaveArrived] });
  expect(navigation.useNavigation.getState().route).toEqual({ screen: 'chat', task: null });
  undoLast();
  await vi.waitUntil(() => asked.some(each => each.startsWith('chat.send')));
});

test('conversations that only this computer knows are in the list, newest first, and of each state the newest holds', async () => {
  const { tasks } = await started({});
  const own = [
    waiting('w1', { conversation: 'a', task: null, text: 'First\nmore' }),
    waiting('w2', { conversation: 'a', task: null, text: 'Second' }),
    waiting('w3', { conversation: 'b', task: null, text: 'Third' }),
  ];
  expect(tasks.unbegunTasks(own).map(({ id, title }) => [id, title])).toEqual([
    ['b', 'Third'],
    ['a', 'First'],
  ]);
  const now = { revision: 1, working: ['task-1'], ready: [], waiting: 0 };
  expect(tasks.stateOf({ ...TASK, state: 'replyReady' }, now, [])).toBe('working');
  expect(tasks.stateOf(TASK, now, [waiting('w1')])).toBe('notSent');
});

test('the list is asked for anew when replies come, and not for every word that is written', async () => {
  const { tasks, tell, count } = await started({});
  tasks.showTasks(true);
  await vi.waitUntil(() => tasks.useTasks.getState().tasks !== null);
  tell({});
  tell({});
  tell({ ready: ['task-1'] });
  await vi.waitUntil(() => count('chat.tasks') === 2);
  tell({ ready: ['task-1'] });
  tell({ ready: ['task-1'] });
  await vi.waitUntil(() => count('chat.outbox') >= 5);
  expect(count('chat.tasks')).toBe(2);
});

test('the conversation on show is read again once its task was completed or put away', async () => {
  let status = 'active';
  const { conversation, tasks } = await started({
    'chat.open': async () => ({ task: { ...TASK, status }, messages: [said(1)], before: null, isFresh: true, at: AT }),
    'chat.setStatus': async ({ status: wanted }) => ({ ...TASK, status: (status = wanted) }),
    'chat.archive': async () => ((status = 'archived'), null),
  });
  conversation.openConversation('task-1');
  const shown = () => conversation.useConversation.getState().task?.status;
  await expect.poll(shown).toBe('active');
  tasks.setTaskStatus(TASK, 'completed');
  await expect.poll(shown).toBe('completed');
  tasks.archiveTask(TASK);
  await expect.poll(shown).toBe('archived');
});
