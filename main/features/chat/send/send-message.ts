import { type Fault, toFault } from '../../../../shared/fault.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatTexts as texts } from '../../../../shared/features/chat/text.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import type { HttpBody } from '../../../ports/http.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { AppContext } from '../../../items/app-context.ts';
import {
  beforeSaying,
  begunTask,
  missingFiles,
  missingUploads,
  hasTask,
  lookFor,
  newestTasks,
} from './recognise-sent.ts';
import type { MessageFiles } from './message-files.ts';
import type { OutboxRecords, WaitingMessage } from '../records/chat-records.ts';
import { titleOf } from './unsent-messages.ts';
import type { Uploads } from './uploads.ts';
import { oneChunk } from '../../../remote/transfer/byte-chunks.ts';

/** A message that was sent and is not seen may still arrive within this time, for example held by a proxy. */
const LATE_MS = MINUTE;
/** Interval between searches for it. */
const LOOK_AGAIN_MS = 5 * SECOND;
const AGAIN_MS = 30 * SECOND;
/** The service may take this long to answer a message. */
const IDLE_MS = 2 * MINUTE;

/** Faults after which the service certainly did nothing. */
const REFUSALS: ReadonlySet<string> = new Set([
  'refused',
  'not-allowed',
  'gone',
  'scope',
  'stale',
  'bad-request',
  'signed-out',
  'access-ended',
]);
/** Faults after which the next message would fail too. */
const STOPS: ReadonlySet<string> = new Set(['offline', 'busy', 'signed-out', 'access-ended']);

/** What sending needs. `arrived` is called in the transaction that removes the message. */
export interface Sending {
  readonly context: AppContext;
  readonly records: OutboxRecords;
  readonly uploads: Uploads;
  readonly files: MessageFiles;
  readonly arrived: (task: string) => void;
  /** A local conversation became a task. Called in a transaction. */
  readonly began: (conversation: string, task: string) => void;
}

/**
 * Advances one message as far as possible. The state of the task is recorded before each call that must not be
 * repeated, so that its effect is recognised after a lost answer or a crash.
 * @returns whether other messages may be tried now.
 */
export async function sendOne(sending: Sending, id: string): Promise<boolean> {
  const { records } = sending;
  try {
    const task = await taskOf(sending, id);
    const message = records.find(id);
    // A message is sent after its files.
    if (task !== null && message !== null && sending.files.areThere(message, task)) await say(sending, id, task);
    return true;
  } catch (error) {
    const message = records.find(id);
    const fault = toFault(error);
    if (fault.kind === 'bug') sending.context.world.log.error('chat.failed', { error: fault.detail });
    if (message !== null) records.put(await afterFault(sending, message, fault));
    return !STOPS.has(fault.kind);
  }
}

/** The message's task, created if needed. Null: not known yet. */
async function taskOf(sending: Sending, id: string): Promise<string | null> {
  const { context, records } = sending;
  const message = records.find(id);
  if (message === null || message.task !== null) return message?.task ?? null;
  const line = await lineOf(context, message);
  const title = titleOf(message.text);
  if (message.beginning !== null) {
    // From here on a refusal concerns the check, not the earlier call.
    records.put({ ...message, state: 'checking' });
    const begun = await begunTask(line, title, message.beginning);
    if (begun !== null) {
      taskBegan(sending, message, begun);
      return begun;
    }
    if (isEarly(context, message.beginning.until)) {
      lookLater(sending, message);
      return null;
    }
  }
  const ids = (await newestTasks(line)).map(each => each.id);
  const current = records.find(id);
  if (current === null) return null;
  const until = context.world.clock.now() + LATE_MS;
  records.put({ ...current, state: 'sending', beginning: { ids, sequence: null, until }, again: null, note: null });
  const task = await calls.createTask(line, { stream: streamOf({ title }), idleMs: IDLE_MS });
  taskBegan(sending, message, task.id);
  return task.id;
}

function taskBegan({ context, records, began }: Sending, { conversation }: WaitingMessage, task: string): void {
  context.journal.transaction(() => {
    records.began(conversation, task);
    began(conversation, task);
  });
}

async function say(sending: Sending, id: string, task: string): Promise<void> {
  const { context, records } = sending;
  const message = records.find(id);
  if (message === null) return;
  const line = await lineOf(context, message);
  if (message.attempt !== null) {
    records.put({ ...message, state: 'checking' });
    const { kind } = await lookFor(line, task, message.text, message.attempt);
    if (kind === 'found') return took(sending, id, task);
    if (kind === 'unknown') return records.put({ ...message, state: 'unsure', note: texts.unsure, again: null });
    if (isEarly(context, message.attempt.until)) return lookLater(sending, message);
  }
  // Keep the state from before the first attempt, so that its late arrival is still recognised after the next one.
  const before = message.attempt ?? (await beforeSaying(line, task));
  const current = records.find(id);
  // The message was removed or changed during the call.
  if (current === null) return;
  const until = context.world.clock.now() + LATE_MS;
  records.put({ ...current, state: 'sending', attempt: { ...before, until }, again: null, note: null, missing: [] });
  await calls.sendMessage(line, {
    path: { id: task },
    stream: streamOf(bodyOf(current, sending.files.attachmentsOf(current))),
    idleMs: IDLE_MS,
  });
  took(sending, id, task);
}

function took({ context, records, uploads, arrived }: Sending, id: string, task: string): void {
  context.journal.transaction(() => {
    for (const upload of records.find(id)?.uploads ?? []) uploads.records.change(upload, { isDone: true });
    records.remove(id);
    arrived(task);
  });
}

/** The message's state after a failed call. */
async function afterFault(sending: Sending, message: WaitingMessage, fault: Fault): Promise<WaitingMessage> {
  const now = (): number => sending.context.world.clock.now();
  const wasCalling = message.state === 'sending';
  if (fault.kind === 'signed-out' || fault.kind === 'access-ended')
    return { ...uncalled(message, wasCalling), state: 'waiting', note: texts.signedOut, again: now() + AGAIN_MS };
  if (REFUSALS.has(fault.kind)) return refusedMessage(sending, message, fault);
  if (fault.kind === 'bug' && !wasCalling) return { ...message, state: 'failed', note: faultLine(fault), again: null };
  const wait = fault.kind === 'busy' ? (fault.retryAfterMs ?? LOOK_AGAIN_MS) : wasCalling ? LOOK_AGAIN_MS : AGAIN_MS;
  const until = now() + (fault.kind === 'busy' ? wait : LATE_MS);
  const isOpen = message.attempt !== null || message.beginning !== null;
  return {
    ...message,
    ...(wasCalling && message.attempt !== null ? { attempt: { ...message.attempt, until } } : {}),
    ...(wasCalling && message.beginning !== null ? { beginning: { ...message.beginning, until } } : {}),
    state: isOpen ? 'checking' : 'waiting',
    note: whyWaits(fault, isOpen),
    again: now() + wait,
  };
}

function whyWaits(fault: Fault, isOpen: boolean): string {
  if (fault.kind === 'busy') return texts.toldToWait;
  if (fault.kind === 'failing' && fault.page !== undefined) return faultLine(fault);
  return isOpen ? texts.checking : texts.waits;
}

async function refusedMessage(
  { context, uploads }: Sending,
  message: WaitingMessage,
  fault: Fault,
): Promise<WaitingMessage> {
  const wasCalling = message.state === 'sending';
  // A refusal of the check says nothing about the earlier call.
  if (!wasCalling && message.attempt !== null)
    return { ...message, state: 'unsure', note: `${noteOf(fault)} ${texts.unsure}`, again: null };
  const free = uncalled(message, wasCalling);
  const missing = fault.kind === 'gone' && wasCalling ? await missingFiles(context, message) : [];
  const mayLack = wasCalling && missing.length === 0 && ['gone', 'refused'].includes(fault.kind);
  const lost = mayLack ? await missingUploads(context, uploads, message) : 0;
  const note = await whyRefused(context, message, { fault, missing: missing.length, lost });
  return { ...free, state: 'failed', note, missing: [...missing], again: null };
}

async function whyRefused(
  context: AppContext,
  message: WaitingMessage,
  { fault, missing, lost }: { readonly fault: Fault; readonly missing: number; readonly lost: number },
): Promise<string> {
  if (missing > 0) return texts.expired(missing);
  if (lost > 0) return chatFileTexts.again(lost);
  if (fault.kind !== 'gone' || !(await hasTask(context, message))) return noteOf(fault);
  return [texts.refusedFiles, ...fault.messages].join(' ');
}

function noteOf(fault: Fault): string {
  return fault.kind === 'gone' || fault.kind === 'not-allowed' ? texts.notAvailable : faultLine(fault);
}

/** The call in progress was refused, so it had no effect. */
function uncalled(message: WaitingMessage, wasCalling: boolean): WaitingMessage {
  if (!wasCalling) return message;
  return message.task === null ? { ...message, beginning: null } : { ...message, attempt: null };
}

function lookLater({ context, records }: Sending, message: WaitingMessage): void {
  const again = context.world.clock.now() + LOOK_AGAIN_MS;
  records.put({ ...message, state: 'checking', note: texts.checking, again });
}

/** Whether to wait longer. After the clock was set back, no longer than intended. */
function isEarly({ world }: AppContext, until: number): boolean {
  const left = until - world.clock.now();
  return left > 0 && left <= LATE_MS * 60;
}

async function lineOf({ engine }: AppContext, { organization }: WaitingMessage): Promise<Line> {
  return (await engine.connection()).line(organization);
}

function bodyOf(message: WaitingMessage, uploaded: readonly string[]): object {
  const { text, contextFiles, referencedFiles, openFile } = message;
  const attachmentIds = [...new Set([...message.attachmentIds, ...uploaded])];
  return {
    content: text,
    ...(attachmentIds.length === 0 ? {} : { attachmentIds }),
    ...(contextFiles.length === 0 ? {} : { contextFileIds: contextFiles.map(({ id }) => id) }),
    ...(referencedFiles.length === 0 ? {} : { referencedFileIds: referencedFiles.map(({ id }) => id) }),
    ...(openFile === null ? {} : { openFileReference: { fileId: openFile.file, versionId: openFile.version } }),
  };
}

/**
 * Sends the body as a stream: other bodies are repeated by the connection after a 503, though the service may have
 * acted.
 */
function streamOf(json: object): HttpBody {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  return { sizeBytes: bytes.byteLength, chunks: oneChunk(bytes) };
}
