import type { Input, Output } from '../../../shared/contract.ts';
import { badRequest, FaultError, toFault } from '../../../shared/fault.ts';
import type { ChatTask, OpenedTask } from '../../../shared/features/chat/model.ts';
import { chatTexts as texts } from '../../../shared/features/chat/text.ts';
import { isoTime } from '../../core/calendar.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Chat } from './chat-state.ts';
import { toldMessages, toldTask, type ToldTask } from './task-cache.ts';

const PAGE_SIZE = 50;

/** The line for tasks of the active organization. */
export async function tasksLine({ engine, journal }: AppContext): Promise<Line> {
  return (await engine.connection()).line(journal.facts.get('organization'));
}

/** One page of tasks; the cached ones while the service cannot be reached. */
export async function tasksPage(
  chat: Chat,
  { status, search, page }: Input<'chat.tasks'>,
): Promise<Output<'chat.tasks'>> {
  const { context, kept } = chat;
  try {
    const line = await tasksLine(context);
    const query = { status, page, pageSize: PAGE_SIZE };
    const { items, hasNextPage } = await calls.listTasks(line, { query });
    const told = items.map(toldTask);
    const at = context.world.clock.now();
    context.journal.transaction(() => kept.listed(told, at));
    const sought = search.trim();
    const found = sought === '' ? told : await foundTasks(chat, { line, status, sought });
    const hasMore = sought === '' && hasNextPage === true;
    return { tasks: found.map(task => withLocalState(chat, task)), hasMore, isFresh: true, at: isoTime(at) };
  } catch (error) {
    if (!isFault(error, 'offline', 'busy', 'failing')) throw error;
    const known = kept.list();
    if (known === null) throw error;
    const tasks = known.tasks.filter(task => fits(task, status, search));
    const here = tasks.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const hasMore = tasks.length > page * PAGE_SIZE;
    return { tasks: here.map(task => withLocalState(chat, task)), hasMore, isFresh: false, at: isoTime(known.at) };
  }
}

/** Searches cached titles locally, and messages at the service. */
async function foundTasks(
  { kept, context }: Chat,
  { line, status, sought }: { readonly line: Line; readonly status: string; readonly sought: string },
): Promise<readonly ToldTask[]> {
  const known = (kept.list()?.tasks ?? []).filter(task => fits(task, status, ''));
  const said = await calls.searchTasks(line, { query: { q: sought, pageSize: PAGE_SIZE } }).catch((error: unknown) => {
    context.world.log.info('chat.not-searched', { fault: toFault(error).kind });
    return { items: [] };
  });
  const ids = new Set(said.items.map(({ id }) => id));
  return known.filter(task => ids.has(task.id) || fits(task, status, sought));
}

function fits({ status: own, title }: ToldTask, status: string, search: string): boolean {
  const isOfStatus = status === 'all' || own.toLowerCase() === status;
  return isOfStatus && title.toLowerCase().includes(search.trim().toLowerCase());
}

/** A task with a page of its messages; the newest page is cached. */
export async function openTask(chat: Chat, id: string, before: string | null): Promise<OpenedTask> {
  const { context, kept, replies } = chat;
  try {
    const line = await tasksLine(context);
    const query = { limit: PAGE_SIZE, ...(before === null ? {} : { cursor: before }) };
    const [task, page] = await Promise.all([
      calls.getTask(line, { path: { id } }),
      calls.listMessages(line, { path: { id }, query }),
    ]);
    const [told, messages, at] = [toldTask(task), toldMessages(page.items), context.world.clock.now()];
    const awaited = replies.awaited.all().find(each => each.task === id);
    const wasReady = before === null && awaited?.since === null;
    context.journal.transaction(() => {
      if (before === null) kept.keep(told, messages, at);
      // The reply has been read.
      if (wasReady) replies.awaited.drop(id);
    });
    // Notify only on this change: a client that polls on notifications would loop otherwise.
    if (wasReady) chat.tell();
    const next = page.hasMore === false ? null : (page.nextCursor ?? null);
    return { task: withLocalState(chat, told), messages, before: next, isFresh: true, at: isoTime(at) };
  } catch (error) {
    return openKept(chat, id, { before, error });
  }
}

function openKept(
  chat: Chat,
  id: string,
  { before, error }: { readonly before: string | null; readonly error: unknown },
): OpenedTask {
  const { kept, context } = chat;
  if (isFault(error, 'gone', 'not-allowed')) {
    context.journal.transaction(() => kept.forget(id));
    throw notAvailable(error);
  }
  const known = before === null ? kept.opened(id) : null;
  if (known === null || !isFault(error, 'offline', 'busy', 'failing')) throw error;
  const { task, messages, at } = known;
  return { task: withLocalState(chat, task), messages: [...messages], before: null, isFresh: false, at: isoTime(at) };
}

/** Turns "gone" and "not allowed" into one message; other faults stay. */
export function notAvailable(error: unknown): unknown {
  return error instanceof FaultError && isFault(error, 'gone', 'not-allowed') ? badRequest(texts.notAvailable) : error;
}

/** Adds local state to a task. */
export function withLocalState({ outbox, replies, drafts }: Chat, task: ToldTask): ChatTask {
  const awaited = replies.awaited.all().find(each => each.task === task.id);
  const since = awaited?.since ?? null;
  const quiet = { ...task, since: null };
  if (outbox.own().some(each => each.task === task.id)) return { ...quiet, state: 'notSent' };
  if (since !== null) return { ...task, state: 'working', since: isoTime(since) };
  if (awaited !== undefined) return { ...quiet, state: 'replyReady' };
  return { ...quiet, state: drafts.tasks().has(task.id) ? 'draft' : 'quiet' };
}
