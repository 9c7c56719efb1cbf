import { badRequest } from '../../../../shared/fault.ts';
import type { ServiceId } from '../../../../shared/ids.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { oddAnswers } from '../../../../shared/text/odd-answers.ts';
import { toRemoteName } from '../../../core/names/local-names.ts';
import type { ServiceConnection } from '../../../engine/account/account.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import { mustBeNew } from '../../../engine/context/known-ids.ts';
import {
  type Announced,
  confirmAgain,
  confirmArrival,
  type Finder,
} from '../../../engine/content/find-arrived-upload.ts';
import type { Root } from '../../../ports/disk.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { calls } from '../../../remote/api/calls.ts';
import { type UploadTarget, uploadTarget } from '../../../remote/api/shapes.ts';
import type { Announcement } from '../../../remote/api/upload-answers.ts';
import { askWithFallback } from '../../../remote/api/fallback-calls.ts';
import { contentTypeOf } from '../../../remote/transfer/content-type.ts';
import { oddAnswer } from '../../../remote/api/odd-answer.ts';
import { heldBack } from '../../../remote/transfer/version-body.ts';
import type { AppContext } from '../../../items/app-context.ts';
import type { KeptUpload } from '../records/chat-records.ts';
import type { Uploads } from './uploads.ts';
import { EXACT_NAMES } from '../../../core/names/volume-names.ts';

/** Upload links requested per file before expired links count as a failure of the service. */
const MOST_LINKS = 3;

/** Identifies the file and its target: a task, or a folder in which its name is free. */
export interface Going {
  readonly id: string;
  readonly to: { readonly taskId: string } | { readonly folderId: ServiceId };
  readonly organization: string | null;
  /** Whether the upload is still wanted. */
  readonly isWanted: () => boolean;
}

interface Way {
  readonly context: AppContext;
  readonly uploads: Uploads;
  readonly link: ServiceConnection;
  readonly root: Root;
  readonly going: Going;
}

/**
 * Uploads a file so that it is confirmed once: the announced upload is recorded before its bytes are sent, and after a
 * lost answer or a crash that upload is confirmed, if its bytes arrived, before another one is announced.
 * @returns the id of the new file; null: no longer wanted, nothing was confirmed.
 * @throws FaultError; `bad-request` when our stored copy changed.
 */
export async function sendKept(context: AppContext, uploads: Uploads, going: Going): Promise<ServiceId | null> {
  const link = await context.engine.connection();
  const way: Way = { context, uploads, link, root: await uploads.shelf.root(), going };
  const upload = await sureOf(way);
  if (upload === null) return null;
  return (await arrivedBefore(way, upload)) ?? (await sent(way, upload));
}

/** Uploads to a task. @returns the task's id for it. @throws FaultError. */
export async function sendToTask(
  context: AppContext,
  uploads: Uploads,
  { id, task, organization, isWanted }: Omit<Going, 'to'> & { readonly task: string },
): Promise<void> {
  const file = await sendKept(context, uploads, { id, organization, isWanted, to: { taskId: task } });
  if (file === null) return;
  const line = (await context.engine.connection()).line(organization);
  const attachment = await attachmentOf(line, task, file);
  uploads.records.change(id, { arrived: { task, attachment }, note: null });
}

function placeOf({ to }: Going): string {
  return 'taskId' in to ? to.taskId : to.folderId;
}

/** The record with verified bytes; null: it was removed. @throws FaultError `bad-request`. */
async function sureOf({ uploads, going }: Way): Promise<KeptUpload | null> {
  const upload = uploads.records.find(going.id);
  if (upload === null) return null;
  const sure = await uploads.shelf.sure({ ...upload, path: upload.id });
  if (sure === null) throw badRequest(texts.vanished(upload.name));
  return sure;
}

/** An upload announced earlier for this target that has arrived; null: none, so another may be announced. */
async function arrivedBefore(way: Way, { target, sha256, sizeBytes }: KeptUpload): Promise<ServiceId | null> {
  if (target === null || target.place !== placeOf(way.going)) return null;
  const { file, version } = target;
  try {
    const found = await confirmAgain(finderOf(way), {
      item: null,
      file,
      version,
      sha256,
      sizeBytes,
      isFirst: false,
    });
    return found === null ? null : file;
  } catch (error) {
    if (isFault(error, 'gone', 'refused', 'not-allowed', 'stale')) return null;
    throw error;
  }
}

/** Reads uploads back into our folder if a confirmation is uncertain. */
function finderOf({ context, link, root, going }: Way): Finder {
  return { api: link.api(going.organization), storage: link.storage, world: context.world, mirror: { root } };
}

async function sent(way: Way, upload: KeptUpload): Promise<ServiceId | null> {
  for (let links = 1; ; links += 1)
    try {
      return await sendOnce(way, upload);
    } catch (error) {
      if (links >= MOST_LINKS || !isFault(error, 'link-expired')) throw error;
    } finally {
      way.uploads.progress(upload.id, null);
    }
}

/**
 * Announces a file. For a task, in the folder for task uploads, so that it also appears in the knowledge base. A
 * service without that folder takes it into the task alone. @throws FaultError.
 */
function announced(
  line: Line,
  body: Pick<Announcement, 'fileName' | 'contentType' | 'fileSizeBytes'>,
  to: Going['to'],
): Promise<UploadTarget> {
  if ('folderId' in to) {
    const { folderId: id } = to;
    return askWithFallback(
      { line, endpoint: 'initiateFolderUpload' },
      () => calls.initiateFolderUpload(line, { path: { id }, body }, uploadTarget),
      () => calls.initiateUpload(line, { body: { ...body, ...to } }, uploadTarget),
    );
  }
  const { taskId } = to;
  return askWithFallback(
    { line, endpoint: 'ensureTaskFolder' },
    async () => {
      const { folderId, id } = await calls.ensureTaskFolder(line, { path: { taskId } });
      return calls.initiateFolderUpload(
        line,
        { path: { id: folderId ?? id }, body: { ...body, taskId } },
        uploadTarget,
      );
    },
    () => calls.initiateUpload(line, { body: { ...body, taskId } }, uploadTarget),
  );
}

/** @returns null when it is no longer wanted: then it is not confirmed, and the task never has it. */
async function sendOnce(way: Way, { id, name, sizeBytes, sha256, stamp }: KeptUpload): Promise<ServiceId | null> {
  const { context, uploads, link, root, going } = way;
  const { disk } = context.world;
  const fileName = toRemoteName(name, EXACT_NAMES);
  const contentType = contentTypeOf(fileName);
  const line = link.line(going.organization);
  const body = { fileName, contentType, fileSizeBytes: sizeBytes };
  const { url, file, version } = await announced(line, body, going.to);
  mustBeNew(context.journal, { file, version });
  if (uploads.records.all().some(each => each.id !== id && each.target?.file === file))
    throw oddAnswer(oddAnswers.notNew);
  uploads.records.change(id, { target: { place: placeOf(going), file, version } });
  const reading = await disk.open(root, id);
  try {
    if (reading.entry.fingerprint !== stamp) throw badRequest(texts.vanished(name));
    const mustBeUnchanged = async (): Promise<void> => {
      if (!(await reading.unchanged())) throw badRequest(texts.vanished(name));
    };
    const tell = (done: number): void => {
      // Cancel the transfer of an unwanted file: a large one would delay those waiting for its end.
      if (!going.isWanted()) throw badRequest(texts.noUpload);
      uploads.progress(id, done);
    };
    const chunks = counted(heldBack(reading.chunks(), mustBeUnchanged), tell);
    await link.storage.put({ url, contentType, owner: `upload ${id}` }, { sizeBytes, chunks });
  } finally {
    await reading.close();
  }
  if (!going.isWanted()) return null;
  const finished: Announced = { item: null, file, version, sha256, sizeBytes, isFirst: true };
  await confirmArrival(finderOf(way), finished);
  return file;
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  tell: (doneBytes: number) => void,
): AsyncIterable<Uint8Array> {
  let doneBytes = 0;
  tell(doneBytes);
  for await (const chunk of chunks) {
    yield chunk;
    doneBytes += chunk.byteLength;
    tell(doneBytes);
  }
}

/**
 * GAP: whether a message names an uploaded file by its own id or by that of the attachment is not documented. The task's list
 * tells its id for it; without that, the file's id is used.
 */
async function attachmentOf(line: Line, task: string, file: ServiceId): Promise<string> {
  const own = (await attachmentsOf(line, task)).find(each => each.id === file || each.fileId?.toLowerCase() === file);
  return own?.id ?? file;
}

async function attachmentsOf(line: Line, task: string) {
  try {
    return await calls.listAttachments(line, { path: { taskId: task } });
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed', 'scope', 'refused')) return [];
    throw error;
  }
}
