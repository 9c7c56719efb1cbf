import type { z } from 'zod';

import { fileUpload, folderUpload, uploadEndpoints } from '../../../../shared/api/calls/uploads.ts';
import type { BatchItem, UploadTarget } from '../../../../shared/api/calls/uploads.ts';
import { readableFile, targetFolder, writableFolder } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { ApiError, badRequest } from '../ground/api-error.ts';
import { attachConfirmed } from '../tasks/attach.ts';
import { addVersion, refuseTakenFileName } from '../files/file-changes.ts';
import { fileTypeOf } from '../files/media-types.ts';
import { attachments } from '../tasks/message-records.ts';
import { namedTask } from '../tasks/task-access.ts';
import type { FileRow, FolderRow, UploadRow } from '../ground/records.ts';
import { refuseOverQuota } from '../files/quota.ts';
import { refuseRunnable } from '../ground/refused-extensions.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { fileShape, isoTime } from '../ground/shapes.ts';
import { taskUploads } from '../tasks/task-records.ts';
import { noteArrival } from '../files/tidying.ts';

type Wanted = z.output<typeof folderUpload>;

/** The upload flow of sections 4.2 and 4.3: initiate, PUT to the presigned address, confirm. */
export const uploadRoutes: readonly Route[] = [
  route(uploadEndpoints.initiateUpload, call => ok(initiate(call, targetFolder(call, call.body.folderId), call.body))),

  route(uploadEndpoints.initiateUploads, call =>
    ok(
      call.body.items.map(item =>
        attempt(() => {
          const wanted = parsedItem(fileUpload, item);
          return initiate(call, targetFolder(call, wanted.folderId), wanted);
        }),
      ),
    ),
  ),

  route(uploadEndpoints.initiateFolderUpload, call =>
    ok(initiate(call, writableFolder(call, call.path.id), call.body)),
  ),

  route(uploadEndpoints.initiateFolderUploads, call => {
    const folder = writableFolder(call, call.path.id);
    return ok(call.body.items.map(item => attempt(() => initiate(call, folder, parsedItem(folderUpload, item)))));
  }),

  route(uploadEndpoints.confirmUpload, call => {
    const file = readableFile(call, call.path.id);
    return ok(fileShape(call, confirmedUpload(call, file, call.query.versionId)));
  }),
];

function initiate(site: Site, folder: FolderRow | null, wanted: Wanted): UploadTarget {
  const { backend, caller } = site;
  refuseUpload(site, wanted);
  const task = wanted.taskId ? namedTask(site, wanted.taskId) : null;
  refuseTakenFileName(site, { folderId: folder?.id ?? null, name: wanted.fileName });
  const nowMs = backend.nowMs();
  const file: FileRow = {
    id: backend.uuid(),
    organizationId: caller.organizationId,
    ownerId: caller.userId,
    folderId: folder?.id ?? null,
    name: wanted.fileName,
    fileType: fileTypeOf(wanted.fileName),
    mimeType: wanted.contentType,
    description: null,
    tags: [],
    visibility: 'private',
    createdMs: nowMs,
    updatedMs: nowMs,
    removedMs: null,
    confirmed: false,
    latestVersionId: null,
    sizeBytes: wanted.fileSizeBytes,
  };
  const promised: UploadRow = {
    fileId: file.id,
    versionId: backend.uuid(),
    objectKey: backend.uuid(),
    contentType: wanted.contentType,
    sizeBytes: wanted.fileSizeBytes,
  };
  backend.records.saveFile(file);
  backend.records.saveUpload(promised);
  if (task !== null) backend.records.putRow(taskUploads, { id: file.id, taskId: task.id });
  return uploadTarget(site, file, promised);
}

/** @throws ApiError 400 for a file that may not be uploaded by any caller. */
export function refuseUpload(site: Site, wanted: Pick<Wanted, 'fileName' | 'fileSizeBytes'>): void {
  const { zeroByteUploads, maxUploadBytes } = site.backend.switches();
  refuseRunnable(site, wanted.fileName);
  refuseOverQuota(site, wanted.fileSizeBytes);
  if (wanted.fileSizeBytes === 0 && !zeroByteUploads) throw badRequest('FileSizeBytes must be greater than 0.');
  if (maxUploadBytes !== null && wanted.fileSizeBytes > maxUploadBytes) {
    throw badRequest(`The file is larger than the limit of ${maxUploadBytes} bytes.`);
  }
}

/** Where the bytes of an announced file go. */
export function uploadTarget(site: Site, file: FileRow, promised: UploadRow): UploadTarget {
  const { objectKey, contentType } = promised;
  const { presignedTtlSeconds, initiateNamesVersion } = site.backend.switches();
  const expiresMs = site.backend.nowMs() + presignedTtlSeconds * 1000;
  return {
    fileId: file.id,
    ...(initiateNamesVersion ? { versionId: promised.versionId } : {}),
    uploadUrl: site.backend.links.sign({ verb: 'PUT', objectKey, contentType, fileName: file.name, expiresMs }),
    expiresAt: isoTime(expiresMs),
  };
}

/** Turns the uploaded object into the file's first version. @throws ApiError 400 saying why it cannot. */
export function confirmedUpload(site: Site, file: FileRow, versionId: string | undefined): FileRow {
  const { records, objects } = site.backend;
  const promised = records.upload(file.id);
  if (promised === null) throw badRequest('Nothing was to be uploaded for this file.');
  if (versionId !== undefined && versionId !== promised.versionId) {
    throw badRequest('VersionId is not the version of this upload.');
  }
  if (file.confirmed) {
    if (!site.backend.switches().confirmTwice) throw badRequest('The upload was already confirmed.');
    return file;
  }
  const storedBytes = objects.sizeOf(promised.objectKey);
  if (storedBytes === null) throw badRequest('Nothing was stored at the upload address.');
  const announcedBytes = announced(site, promised);
  if (announcedBytes !== null && storedBytes !== announcedBytes) {
    throw badRequest(`The stored object has ${storedBytes} bytes, but ${announcedBytes} were announced.`);
  }
  objects.adopt(promised.objectKey);
  const content = { objectKey: promised.objectKey, sizeBytes: storedBytes };
  const notes = { id: promised.versionId, contentType: promised.contentType, changeSource: 'upload' };
  const made = addVersion(site, file, { content, notes: { ...notes, changeSummary: null, baseVersionId: null } });
  attachConfirmed(site, made.file, made.version);
  noteArrival(site, made.file);
  return made.file;
}

/** The announced size; null for a rendered file whose size was not announced. */
function announced(site: Site, promised: UploadRow): number | null {
  const attachment = site.backend.records.row(attachments, promised.fileId);
  return attachment === null ? promised.sizeBytes : attachment.announcedBytes;
}

function parsedItem<S extends z.ZodType>(schema: S, item: unknown): z.infer<S> {
  const result = schema.safeParse(item);
  if (result.success) return result.data;
  throw badRequest(...result.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`));
}

/** One item of a batch; a failure is the item's own, the others go on. */
function attempt(work: () => UploadTarget): BatchItem {
  try {
    return { status: 'initiated', data: work() };
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return { status: 'failed', error: thrown.parts.messages.join(' ') };
  }
}
