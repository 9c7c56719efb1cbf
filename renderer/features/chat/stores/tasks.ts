import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { ChatChange, ChatTask, OutboxMessage, TaskState } from '../../../../shared/features/chat/model.ts';
import { withoutFileIds } from '../../../../shared/text/without-file-ids.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { attemptDeed, performDeed } from '../../../state/edit.ts';
import { useChatChanges } from './chat-changes.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { onServiceBack } from '../../../state/sync.ts';
import { readConversation, useConversation } from './conversation.ts';
import { latestOnly, update } from '../../../state/reading/section.ts';

export const TASK_FILTERS = ['active', 'completed', 'archived'] as const;
export type TaskFilter = (typeof TASK_FILTERS)[number];

/** Whether the service's word for how a task stands is one that is known here. */
export function isKnownStatus({ status }: Pick<ChatTask, 'status'>): boolean {
  return TASK_FILTERS.some(each => each === status.toLowerCase());
}

/** The tasks on show. */
export interface TaskList {
  readonly filter: TaskFilter;
  readonly search: string;
  /** Null before the first answer. */
  readonly tasks: readonly ChatTask[] | null;
  readonly page: number;
  readonly hasMore: boolean;
  /** False: what the service said last, at `at`. */
  readonly isFresh: boolean;
  readonly at: string | null;
  readonly fault: Fault | null;
  readonly isReading: boolean;
  /** Whether the list is shown. */
  readonly isShown: boolean;
}

export const useTasks = create<TaskList>(() => ({
  filter: 'active',
  search: '',
  tasks: null,
  page: 1,
  hasMore: false,
  isFresh: true,
  at: null,
  fault: null,
  isReading: false,
  isShown: false,
}));

/** The service is asked when typing stops for this long. */
const PAUSE_MS = 0.3 * SECOND;

const readings = latestOnly();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The list is shown, or closed again. */
export function showTasks(isShown: boolean): void {
  useTasks.setState({ isShown });
  if (isShown) void readTasks();
}

export function chooseFilter(filter: TaskFilter): void {
  useTasks.setState({ filter, tasks: null, hasMore: false, page: 1 });
  void readTasks();
}

export function searchTasks(search: string): void {
  useTasks.setState({ search: search.slice(0, 200) });
  clearTimeout(timer);
  timer = setTimeout(() => void readTasks(), PAUSE_MS);
}

/** Reads the first page of the tasks again. */
export async function readTasks(): Promise<void> {
  await readPage(1, []);
}

/** Asks for those after the last. */
export async function moreTasks(): Promise<void> {
  const { page, tasks: known, isReading } = useTasks.getState();
  if (!isReading && known !== null) await readPage(page + 1, known);
}

/** Reads a page, counted from 1, behind the tasks that are `known`. */
async function readPage(page: number, known: readonly ChatTask[]): Promise<void> {
  const { filter: status, search } = useTasks.getState();
  const read = async () => {
    const { tasks, ...rest } = await engine.call('chat.tasks', { status, search, page });
    const ids = new Set(known.map(({ id }) => id));
    return { ...rest, tasks: [...known, ...ofStatus(tasks, status).filter(({ id }) => !ids.has(id))], page };
  };
  await update(useTasks, read, answer => answer, {
    isCurrent: readings.begin(),
    during: { isReading: true },
    after: { isReading: false },
  });
}

/** A service that knows no such filter answers with more than was asked for. */
function ofStatus(tasks: readonly ChatTask[], status: TaskFilter): readonly ChatTask[] {
  const isOther = (word: string): boolean => TASK_FILTERS.some(each => each === word && each !== status);
  return tasks.filter(task => !isOther(task.status.toLowerCase()));
}

/** A conversation that is only in the outbox. */
export interface UnbegunTask {
  readonly id: string;
  readonly title: string;
}

/** Conversations that the service does not know yet, newest first. */
export function unbegunTasks(messages: readonly OutboxMessage[] | null): readonly UnbegunTask[] {
  const found = new Map<string, UnbegunTask>();
  for (const { conversation, task, text } of messages ?? [])
    if (task === null && !found.has(conversation))
      found.set(conversation, { id: conversation, title: firstLine(text) });
  return [...found.values()].toReversed();
}

function firstLine(text: string): string {
  return withoutFileIds(text.trim().split('\n')[0] ?? '').slice(0, 120);
}

/** What is said of a task, as it is at this moment: the list itself may be older. */
export function stateOf(task: ChatTask, now: ChatChange | null, messages: readonly OutboxMessage[] | null): TaskState {
  if (messages?.some(each => each.task === task.id) === true) return 'notSent';
  if (now === null) return task.state;
  if (now.working.includes(task.id)) return 'working';
  if (now.ready.includes(task.id)) return 'replyReady';
  return task.state === 'draft' ? 'draft' : 'quiet';
}

/** Gives a task another title. @returns what went wrong. */
export function renameTask(task: string, title: string): Promise<Fault | null> {
  return attemptDeed(async () => {
    const told = await engine.call('chat.rename', { task, title });
    take(told);
    return { text: words.tasks.renamed(told.title) };
  });
}

export function setTaskStatus(task: ChatTask, status: 'active' | 'completed'): void {
  void performDeed(async () => {
    take(await engine.call('chat.setStatus', { task: task.id, status }));
    await readWith(task.id);
    return { text: words.tasks.statusSet(task.title, status) };
  });
}

export function archiveTask(task: Pick<ChatTask, 'id' | 'title'>): void {
  void performDeed(async () => {
    await engine.call('chat.archive', { task: task.id });
    await readWith(task.id);
    const undo = async () => {
      await engine.call('chat.unarchive', { task: task.id });
      await readWith(task.id);
      return words.tasks.unarchived(task.title);
    };
    return { text: words.tasks.archived(task.title), undo };
  });
}

export function unarchiveTask(task: Pick<ChatTask, 'id' | 'title'>): void {
  void performDeed(async () => {
    await engine.call('chat.unarchive', { task: task.id });
    await readWith(task.id);
    return { text: words.tasks.unarchived(task.title) };
  });
}

/** What a change shows in: the list, and the conversation where it is this task's. */
async function readWith(task: string): Promise<void> {
  const isOpen = useConversation.getState().id === task;
  await Promise.all([readTasks(), ...(isOpen ? [readConversation()] : [])]);
}

/** The service's word for a task is the newest. */
function take(task: ChatTask): void {
  const { tasks } = useTasks.getState();
  if (tasks !== null) useTasks.setState({ tasks: tasks.map(each => (each.id === task.id ? task : each)) });
}

/** What the order and the marks of the list depend on. */
function markOf(change: ChatChange | null): string {
  return change === null ? '' : JSON.stringify([change.working.toSorted(), change.ready.toSorted()]);
}

useChatChanges.subscribe(({ value }, before) => {
  const { isShown } = useTasks.getState();
  if (isShown && before.value !== null && markOf(value) !== markOf(before.value)) void readTasks();
});

// What is old, or was not answered, is asked for again once the service answers.
onServiceBack(() => {
  const { isShown, isFresh, fault } = useTasks.getState();
  if (isShown && (!isFresh || fault !== null)) void readTasks();
});

// What could not be asked while Benchtop was away is asked once it is back.
onConnected(() => {
  if (useTasks.getState().isShown) void readTasks();
});
