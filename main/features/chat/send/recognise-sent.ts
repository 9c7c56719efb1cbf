import type { ServiceId } from '../../../../shared/ids.ts';
import { FaultError, toFault } from '../../../../shared/fault.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { AppContext } from '../../../items/app-context.ts';
import type { Attempt, WaitingMessage } from '../records/chat-records.ts';
import type { Uploads } from './uploads.ts';

/** Largest page of messages and tasks. */
const PAGE = 100;
/** Pages searched for our message; there cannot be more new messages in so short a time. */
const MOST_PAGES = 10;

/** Result of a search: found, certainly absent, or uncertain. */
type Presence = { readonly kind: 'found' | 'absent' | 'unknown' };

/** What is needed to recognise a message. */
interface Said {
  readonly id: string;
  readonly role?: string | null;
  readonly content?: string | null;
  readonly sequence?: number | null;
}

type Before = Pick<Attempt, 'ids' | 'sequence'>;

/** Records what a task contains before a message is sent. */
export async function beforeSaying(line: Line, task: string): Promise<Before> {
  const { items } = await calls.listMessages(line, { path: { id: task }, query: { limit: PAGE } });
  const numbers = items.flatMap(({ sequence }) => sequence ?? []);
  return {
    ids: items.map(({ id }) => id),
    sequence: numbers.length === 0 ? null : numbers.reduce((one, other) => Math.max(one, other)),
  };
}

/** Searches newer messages for a text, backwards until one from before. */
export async function lookFor(line: Line, task: string, text: string, before: Before): Promise<Presence> {
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
  const { items, nextCursor } = await calls.listMessages(line, { path: { id: task }, query });
  return { items, next: nextCursor ?? null };
}

function isSince({ id, sequence }: Said, before: Before): boolean {
  if (before.ids.includes(id)) return false;
  return before.sequence === null || sequence === null || sequence === undefined || sequence > before.sequence;
}

/**
 * Whether a text is among newer messages. Other messages of a person make it uncertain: one may be ours, altered by the
 * service.
 */
function among(since: readonly Said[], text: string): Presence {
  const words = since.filter(({ role }) => (role ?? 'user').toLowerCase() !== 'assistant');
  if (words.some(({ content }) => plain(content ?? '') === plain(text))) return { kind: 'found' };
  return { kind: words.length > 0 ? 'unknown' : 'absent' };
}

/** Normalizes a text: services trim, change line ends and replace lone surrogates, but not words. */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The newest tasks of any status. */
export async function newestTasks(line: Line) {
  const query = { status: 'all', pageSize: PAGE, page: 1, sortBy: 'createdAt', sortDirection: 'desc' } as const;
  return (await calls.listTasks(line, { query })).items;
}

/** A task that a call with a lost answer created: it is new, has our title and no messages. Null: there is none. */
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

/**
 * Files mentioned in a message that no longer exist. The refusal is parsed without `missingFileIds`,
 * so each file is checked; one that cannot be checked does not count as missing.
 */
export async function missingFiles(context: AppContext, message: WaitingMessage): Promise<readonly string[]> {
  const { contextFiles, referencedFiles, openFile, organization } = message;
  const named = [...contextFiles, ...referencedFiles].map(({ id }) => id);
  const ids = [...new Set([...named, ...(openFile === null ? [] : [openFile.file])])];
  const gone: string[] = [];
  for (const id of ids) if (await isGone(context, organization, id)) gone.push(id);
  return gone;
}

async function isGone({ engine }: AppContext, organization: string | null, id: string): Promise<boolean> {
  try {
    const api = (await engine.connection()).api(organization);
    return (await api.file(id as ServiceId)).isGone;
  } catch (error) {
    return ['gone', 'not-allowed', 'refused'].includes(toFault(error).kind);
  }
}

/** Whether the message's task exists and is visible to this person. */
export async function hasTask({ engine }: AppContext, { task, organization }: WaitingMessage): Promise<boolean> {
  if (task === null) return true;
  try {
    await beforeSaying((await engine.connection()).line(organization), task);
    return true;
  } catch (error) {
    return !(error instanceof FaultError && ['gone', 'not-allowed'].includes(error.fault.kind));
  }
}

/**
 * Counts uploaded files of a message that were removed from the task since and marks them as not sent, so that a retry
 * uploads them again. @returns how many.
 */
export async function missingUploads(context: AppContext, uploads: Uploads, message: WaitingMessage): Promise<number> {
  const { task, organization } = message;
  const sent = (message.uploads ?? []).flatMap(id => uploads.records.find(id) ?? []);
  if (task === null || sent.length === 0) return 0;
  try {
    const line = (await context.engine.connection()).line(organization);
    const there = new Set((await calls.listAttachments(line, { path: { taskId: task } })).flatMap(idsOf));
    const gone = sent.filter(({ arrived }) => arrived !== null && !there.has(arrived.attachment));
    for (const { id } of gone) uploads.records.change(id, { arrived: null, target: null });
    return gone.length;
  } catch {
    // If the task cannot be read, the files count as present.
    return 0;
  }
}

function idsOf({
  id,
  fileId,
}: {
  readonly id: string;
  readonly fileId?: string | null | undefined;
}): readonly string[] {
  return fileId === null || fileId === undefined ? [id] : [id, fileId];
}
