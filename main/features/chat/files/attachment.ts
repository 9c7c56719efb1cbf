import { badRequest, FaultError } from '../../../../shared/fault.ts';
import type { ChatAttachment } from '../../../../shared/features/chat/model.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import type { Input } from '../../../../shared/contract.ts';
import type { OpenedContent } from '../../../../shared/features/preview/model.ts';
import type { StopSignal } from '../../../../shared/stop-signal.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import type { ServiceConnection } from '../../../engine/account/account.ts';
import type { HttpResponse } from '../../../ports/http.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { contentAnswer } from '../../../remote/api/shapes.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { InMemory } from '../../../items/content/fetches.ts';
import {
  addressOf,
  type ContentViews,
  MOST_FETCHED_BYTES,
  partsOf,
  SMALL_BYTES,
} from '../../../items/content/content-views.ts';
import { writeAnswer } from '../../../items/local/save-copy.ts';
import { notAvailable } from '../read-task.ts';
import { toldAttachment, toldTask, type ToldTask } from '../task-cache.ts';
import { oneChunk } from '../../../remote/transfer/byte-chunks.ts';

/** Identifies a file of a task. */
export interface Asked {
  readonly task: string;
  readonly attachment: string;
}

/** A file of a task as the service lists it now. */
export interface FoundAttachment {
  readonly task: ToldTask;
  readonly attachment: ChatAttachment;
  readonly link: ServiceConnection;
  readonly line: Line;
}

type Counted = HttpResponse & { readonly totalBytes: number | null };

/** Finds it. @throws FaultError `bad-request` with a message when the task or the file is gone. */
export async function findAttachment(
  { engine, journal }: AppContext,
  { task, attachment }: Asked,
): Promise<FoundAttachment> {
  const link = await engine.connection();
  const line = link.line(journal.facts.get('organization'));
  try {
    const [detail, all] = await Promise.all([
      calls.getTask(line, { path: { id: task } }),
      calls.listAttachments(line, { path: { taskId: task } }),
    ]);
    const found = all.map(toldAttachment).find(({ id }) => id === attachment);
    if (found === undefined) throw badRequest(texts.gone);
    return { task: toldTask(detail), attachment: found, link, line };
  } catch (error) {
    throw inWords(error);
  }
}

/** Turns a fault about a task's file into a message. */
export function inWords(error: unknown): unknown {
  if (isFault(error, 'offline')) return badRequest(texts.offline);
  return notAvailable(error);
}

/** Opens the bytes of a task's file. @throws FaultError. */
export async function openBytes({ task, attachment, link, line }: FoundAttachment): Promise<Counted> {
  const path = { taskId: task.id, attachmentId: attachment.id };
  try {
    const { url, inline } = await calls.getAttachmentContent(line, { path }, contentAnswer);
    if (url === null) return inlined(inline ?? '');
    return withoutPage(attachment, await link.storage.getCounted(url));
  } catch (error) {
    if (isFault(error, 'gone')) throw badRequest(texts.gone);
    throw error instanceof FaultError ? inWords(error) : error;
  }
}

/** Text contained in the answer itself. */
function inlined(text: string): Counted {
  const bytes = new TextEncoder().encode(text);
  return {
    status: 200,
    headers: new Map([['content-length', String(bytes.byteLength)]]),
    body: oneChunk(bytes),
    totalBytes: bytes.byteLength,
    discard: () => Promise.resolve(),
  };
}

/** An HTML page may be the file itself or the answer of a proxy. It is accepted if the size matches the task's list. */
function withoutPage({ contentType, name, sizeBytes }: ChatAttachment, answer: Counted): Counted {
  const isPage = /html/i.test(contentType ?? '') || /\.x?html?$/i.test(name);
  if (!isPage || sizeBytes === null) return answer;
  return { ...answer, headers: new Map([...answer.headers].filter(([header]) => header !== 'content-type')) };
}

/** Opens a file of a task for viewing; writes nothing. @throws FaultError. */
export async function openAttachment(
  context: AppContext,
  { handedOut }: Pick<ContentViews, 'handedOut'>,
  { fetch, ...asked }: Input<'chat.openAttachment'>,
  signal?: StopSignal,
): Promise<OpenedContent> {
  const found = await findAttachment(context, asked);
  const { id, name, sizeBytes, createdAt } = found.attachment;
  const facts = { name, sizeBytes, modifiedAt: createdAt, version: null, sha256: null, mark: id };
  const mayFetch = sizeBytes === null || sizeBytes <= MOST_FETCHED_BYTES;
  // A file of unknown size may be large, so a person is asked first.
  const isAsked = fetch === 'yes' || (fetch === 'small' && sizeBytes !== null && sizeBytes <= SMALL_BYTES);
  if (!mayFetch || !isAsked) return { is: 'not-here', ...facts, mayFetch, mostBytes: MOST_FETCHED_BYTES };
  const tooLarge = texts.tooLargeToShow(MOST_FETCHED_BYTES);
  const into = new InMemory(MOST_FETCHED_BYTES, { isOver: () => signal?.aborted === true, tooLarge });
  const words = { notWhole: texts.notWhole, aPage: texts.aPage };
  await writeAnswer(() => openBytes(found), into, { sizeBytes, words });
  const { bytes } = into;
  const content = handedOut.give({ name, sizeBytes: bytes.byteLength, read: partsOf(bytes) });
  return { is: 'open', ...facts, sizeBytes: bytes.byteLength, content, address: addressOf(content), from: 'service' };
}
