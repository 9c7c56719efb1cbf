import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers, Input } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { WorkingCopy } from '../../../shared/features/chat/files-model.ts';
import { AT, started, TASK } from './window-stage.ts';
import { toastText } from '../../renderer/last-toast.ts';

beforeEach(() => vi.resetModules());

const COPY: WorkingCopy = {
  copy: 'c1',
  original: 'o1',
  name: 'plate.csv',
  task: 'task-1',
  taskTitle: 'Plate 7',
  at: AT,
  state: 'edited',
  text: "Edited by the agent in the task 'Plate 7'.",
  sides: {
    copy: { id: 'c1', version: 'v9' },
    original: { id: 'o1', version: 'v2' },
    base: { id: 'o1', version: 'v1' },
  },
};
const BOTH: WorkingCopy = { ...COPY, state: 'both' };
const ofTask = { task: 'task-1' };
const refuse = (detail: string): never => {
  throw new FaultError({ kind: 'bad-request', detail });
};

async function stage(answers: Partial<Handlers>) {
  const all = await started({
    'chat.workingCopies': async () => [COPY],
    'versions.bytes': async () => ({ name: 'plate.csv', sizeBytes: 3, bytes: btoa('a,b') }),
    ...answers,
  });
  const copies = await import('../../../renderer/features/versions/stores/working-copies.ts');
  const comparison = await import('../../../renderer/features/versions/stores/comparison.ts');
  const toasts = await import('../../../renderer/state/toast.ts');
  const list = (of = ofTask) => copies.useWorkingCopies.getState().lists.get(copies.copiesKey(of));
  const asks = (name: string) => all.asked.filter(each => each.startsWith(`${name} `)).map(each => each.split(' ')[1]);
  return { ...all, copies, comparison, toasts, list, asks };
}

test('what is committed is what was on show, and both are asked for again afterwards', async () => {
  const { copies, asks, count } = await stage({ 'chat.commitWorkingCopy': async () => COPY });
  copies.watchCopies(ofTask);
  await vi.waitFor(() => expect(count('chat.workingCopies')).toBe(1));
  expect(await copies.commitCopy(COPY)).toBeNull();
  expect(asks('chat.commitWorkingCopy')).toEqual([
    JSON.stringify({ copy: 'c1', seen: { copy: 'v9', original: 'v2' } }),
  ]);
  expect(count('chat.workingCopies')).toBe(2);
  expect(await toastText()).toContain('plate.csv');
});

test('a commit that is refused shows how both are by now', async () => {
  let now = COPY;
  const { copies, list } = await stage({
    'chat.workingCopies': async () => [now],
    'chat.commitWorkingCopy': async () => refuse('Somebody was faster. Nothing was committed.'),
  });
  copies.watchCopies(ofTask);
  await vi.waitFor(() => expect(list()?.copies).toEqual([COPY]));
  now = BOTH;
  expect(await copies.commitCopy(COPY)).toMatchObject({ detail: 'Somebody was faster. Nothing was committed.' });
  expect(list()?.copies).toEqual([BOTH]);
});

test('a copy of which nobody knows how it stands is never committed', async () => {
  const { copies, count } = await stage({});
  expect(await copies.commitCopy({ ...COPY, state: 'unknown', sides: null })).toBeNull();
  expect(count('chat.commitWorkingCopy')).toBe(0);
});

test('an answer to an earlier question, or for a list that was put away, changes nothing', async () => {
  const waiting: ((copies: WorkingCopy[]) => void)[] = [];
  const { copies, list } = await stage({
    'chat.workingCopies': () => new Promise(resolve => waiting.push(resolve)),
  });
  const end = copies.watchCopies(ofTask);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  void copies.readCopies();
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.([BOTH]);
  await vi.waitFor(() => expect(list()?.copies).toEqual([BOTH]));
  waiting[0]?.([COPY]);
  void copies.readCopies();
  await vi.waitFor(() => expect(waiting).toHaveLength(3));
  expect(list()?.copies).toEqual([BOTH]);
  end();
  waiting[2]?.([COPY]);
  await Promise.resolve();
  expect(list()).toBeUndefined();
});

test('copies that could not be asked for are asked for again once the service answers', async () => {
  const { side, copies, count, list } = await stage({
    'chat.workingCopies': async () => [{ ...COPY, state: 'unknown', sides: null }],
  });
  const status = { service: null, waitUntil: null, done: 0, total: 0, attention: 0, pause: null, mirrors: [] };
  side.topics.publish('sync.status', { ...status, state: 'offline' });
  copies.watchCopies(ofTask);
  await vi.waitFor(() => expect(list()?.copies).toHaveLength(1));
  side.topics.publish('sync.status', { ...status, state: 'upToDate' });
  await vi.waitFor(() => expect(count('chat.workingCopies')).toBe(2));
});

test('a copy is compared with its original; parts are taken over only where both changed, and when somebody asks', async () => {
  const { copies, comparison } = await stage({});
  copies.compareCopy(COPY);
  expect(comparison.useComparison.getState()).toMatchObject({
    asked: {
      id: 'o1',
      mine: { id: 'c1', version: 'v9' },
      theirs: { version: 'v2' },
      base: { version: 'v1' },
      canSave: false,
    },
    isMerging: false,
  });
  copies.compareCopy(BOTH);
  expect(comparison.useComparison.getState()).toMatchObject({ asked: { canSave: true, copy: BOTH }, isMerging: false });
  comparison.closeComparison();
});

test('of a file that is not published the reason is given back, and nothing is listed', async () => {
  const { copies, toasts } = await stage({ 'chat.startWorkingCopy': async () => refuse('It is not published.') });
  const file = { id: '7', name: 'plate.csv' };
  expect(await copies.startCopy(file, 'task-1')).toMatchObject({ detail: 'It is not published.' });
  copies.startCopyAside(file, 'task-1');
  await vi.waitFor(() =>
    expect(toasts.useToast.getState().toast).toMatchObject({
      kind: 'failed',
      fault: { detail: 'It is not published.' },
    }),
  );
});

test('forgetting a copy lists it no longer', async () => {
  let all = [COPY];
  const { copies, list } = await stage({
    'chat.workingCopies': async () => all,
    'chat.forgetWorkingCopy': async () => ((all = []), null),
  });
  copies.watchCopies(ofTask);
  await vi.waitFor(() => expect(list()?.copies).toEqual([COPY]));
  expect(await copies.forgetCopy(COPY)).toBeNull();
  expect(list()?.copies).toEqual([]);
});

test('the task that was on show last is chosen once it is listed, and none that a person did not see', async () => {
  let tasks = [{ ...TASK, id: 'task-2' }, TASK];
  const { navigation } = await stage({
    'chat.tasks': async () => ({ tasks, hasMore: false, isFresh: true, at: AT }),
  });
  const choice = await import('../../../renderer/features/edit/stores/task-choice.ts');
  const chosen = () => choice.useTaskChoice.getState().chosen;
  navigation.goTo({ screen: 'chat', task: 'task-1' });
  navigation.goTo({ screen: 'attention' });
  choice.beginTaskChoice();
  expect(chosen()).toBeNull();
  await vi.waitFor(() => expect(choice.useTaskChoice.getState().tasks).toHaveLength(2));
  expect(chosen()).toBe('task-1');
  choice.chooseTask('task-2');
  tasks = [{ ...TASK, id: 'task-3' }];
  choice.searchTaskChoice('three');
  await vi.waitFor(() => expect(choice.useTaskChoice.getState().tasks).toHaveLength(1));
  expect(chosen()).toBeNull();
});

test('a view is saved with the file and the version that it was made from', async () => {
  const saved: Input<'chat.saveView'>[] = [];
  await stage({
    'chat.saveView': async input => {
      saved.push(input);
      const facts = {
        contentType: null,
        sizeBytes: null,
        source: null,
        sourceFile: null,
        sourceVersion: null,
        createdAt: null,
      };
      return { id: 'a1', file: null, name: input.name, ...facts };
    },
  });
  const { saveView } = await import('../../../renderer/features/chat/stores/saving-view.ts');
  const content = '\uFEFFn\r\nµ\r\n';
  const view = {
    name: 'plate, view.csv',
    content,
    contentType: 'text/csv',
    isPart: false,
    source: '7',
    version: 'v2',
  } as const;
  expect(await saveView('task-1', view)).toBeNull();
  const [asked] = saved;
  const bytes = Uint8Array.from(atob(asked?.bytes ?? ''), sign => sign.charCodeAt(0));
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(content);
  expect(asked).toMatchObject({ task: 'task-1', name: view.name, contentType: 'text/csv', source: '7', version: 'v2' });
  expect(await toastText()).not.toBeNull();
});

test('a file that only a task has is looked into there, and no records are asked about it', async () => {
  const { asked, navigation } = await stage({
    'chat.openAttachment': async () => refuse('This file is no longer available in the task.'),
  });
  const preview = await import('../../../renderer/features/preview/stores/preview.ts');
  preview.openPreview({ id: 'a1', name: 'fit.csv', version: null, task: 'task-1' });
  await vi.waitFor(() => expect(preview.usePreview.getState().look?.is).toBe('failed'));
  expect(asked).toEqual([
    `chat.openAttachment ${JSON.stringify({ task: 'task-1', attachment: 'a1', fetch: 'small' })}`,
  ]);
  preview.goToTask('task-1');
  expect(preview.usePreview.getState().place).toBe('nowhere');
  expect(navigation.useNavigation.getState().route).toEqual({ screen: 'chat', task: 'task-1' });
});

test('details say from which task a file came', async () => {
  const origin = { task: 'task-1', title: 'Plate 7', at: AT, text: "From the task 'Plate 7', 20 November 2026" };
  await stage({ 'chat.origin': async () => origin, 'files.details': async () => refuse('not now') });
  const { showDetails, useDetails } = await import('../../../renderer/features/details/stores/details.ts');
  await showDetails('7');
  expect(useDetails.getState().origin).toEqual(origin);
  await showDetails(null);
  expect(useDetails.getState().origin).toBeNull();
});
