import type { Line } from '../../../remote/api/ask.ts';
import { listMessages, listTasks } from '../../../remote/api/calls/tasks.ts';
import type { Attempt } from '../records/outbox-records.ts';

/** Largest page of messages and tasks (wire facts, section 3). */
const PAGE = 100;
/** Pages that are looked through for a message of ours; more were not said in so short a time. */
const MOST_PAGES = 10;

/** What a look found: the message, that it is not there, or that nobody can tell. */
export type Sight = { readonly kind: 'found' | 'absent' | 'unknown' };

/** One message as far as it is needed to be recognised. */
export interface Said {
  readonly id: string;
  readonly role?: string | null;
  readonly content?: string | null;
  readonly sequence?: number | null;
}

type Before = Pick<Attempt, 'ids' | 'sequence'>;

/** What a task holds before something is said in it. */
export async function beforeSaying(line: Line, task: string): Promise<Before> {
  const { items } = await listMessages(line, { path: { id: task }, query: { limit: PAGE } });
  const numbers = items.flatMap(({ sequence }) => sequence ?? []);
  return {
    ids: items.map(({ id }) => id),
    sequence: numbers.length === 0 ? null : numbers.reduce((one, other) => Math.max(one, other)),
  };
}

/** Looks for a text among what was said since; backwards, until something is met that was there before. */
export async function lookFor(line: Line, task: string, text: string, before: Before): Promise<Sight> {
  let cursor: string | null = null;
  const fresh: Said[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const { items, next }: Page = await pageOf(line, task, query);
    const since = items.filter(each => isSince(each, before));
    for (const each of since) fresh.push(each);
    cursor = next;
    if (since.length < items.length || cursor === null || items.length === 0) return among(fresh, text);
  }
  return among(fresh, text).kind === 'found' ? { kind: 'found' } : { kind: 'unknown' };
}

interface Page {
  readonly items: readonly Said[];
  readonly next: string | null;
}

async function pageOf(line: Line, task: string, query: { limit: number; cursor?: string }): Promise<Page> {
  const { items, nextCursor } = await listMessages(line, { path: { id: task }, query });
  return { items, next: nextCursor ?? null };
}

function isSince({ id, sequence }: Said, before: Before): boolean {
  if (before.ids.includes(id)) return false;
  return before.sequence === null || sequence === null || sequence === undefined || sequence > before.sequence;
}

/** Whether a text is among what was said since. Other words of a person there make it uncertain: they may be ours, changed. */
export function among(since: readonly Said[], text: string): Sight {
  const words = since.filter(({ role }) => (role ?? 'user').toLowerCase() !== 'assistant');
  if (words.some(({ content }) => plain(content ?? '') === plain(text))) return { kind: 'found' };
  return { kind: words.length > 0 ? 'unknown' : 'absent' };
}

/** Services trim, change the ends of lines and replace half characters; the words stay the same. */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The newest tasks, of every status. */
export async function newestTasks(line: Line) {
  const query = { status: 'all', pageSize: PAGE, page: 1, sortBy: 'createdAt', sortDirection: 'desc' } as const;
  return (await listTasks(line, { query })).items;
}

/** A task that a lost call of ours began: it is new, has our title, and nothing was said in it. Null: there is none. */
export async function begunTask(line: Line, title: string, { ids }: Before): Promise<string | null> {
  const fresh = (await newestTasks(line)).filter(({ id }) => !ids.includes(id));
  const own = fresh.find(
    each =>
      plain(each.title ?? '') === plain(title) &&
      each.messageCount === 0 &&
      (each.status ?? 'active').toLowerCase() !== 'archived',
  );
  return own?.id ?? null;
}
