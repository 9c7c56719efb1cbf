import { attachmentEndpoints } from '../../../../shared/api/calls/tasks.ts';
import type { RenderedBody } from '../../../../shared/api/calls/tasks.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, notFound } from '../ground/api-error.ts';
import { attachmentOf } from '../tasks/attach.ts';
import { freeName } from '../ground/free-name.ts';
import { fileTypeOf, mediaTypeOf } from '../files/media-types.ts';
import { attachments } from '../tasks/message-records.ts';
import type { FileRow, UploadRow } from '../ground/records.ts';
import { created, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isUsable, ownTask } from '../tasks/task-access.ts';
import { taskFolder } from '../tasks/task-folders.ts';
import type { TaskRow } from '../tasks/task-records.ts';
import { attachmentShape } from '../tasks/task-shapes.ts';
import { confirmedUpload, refuseUpload, uploadTarget } from './uploads.ts';

/** Section 4.1, files that the caller renders from others: announce, PUT to the presigned address, confirm. */
export const renderedFileRoutes: readonly Route[] = [
  route(attachmentEndpoints.initiateRenderedFile, call => {
    const task = ownTask(call, call.path.taskId);
    const { file, promised } = announce(call, task, call.body);
    const { uploadUrl, expiresAt } = uploadTarget(call, file, promised);
    return created({ id: file.id, fileId: file.id, versionId: promised.versionId, uploadUrl, expiresAt });
  }),

  route(attachmentEndpoints.confirmRenderedFile, call => {
    const task = ownTask(call, call.path.taskId);
    const announced = call.backend.records.row(attachments, call.path.id);
    const file = call.backend.records.file(call.path.id);
    if (announced?.taskId !== task.id || announced.source !== 'rendered' || file === null) {
      throw notFound('The rendered file');
    }
    confirmedUpload(call, file, call.body.versionId ?? undefined);
    return ok(attachmentShape(call.backend.records.row(attachments, file.id) ?? announced));
  }),
];

interface Announced {
  readonly file: FileRow;
  readonly promised: UploadRow;
}

function announce(site: Site, task: TaskRow, body: RenderedBody): Announced {
  const source = sourceOf(site, body);
  // GAP: everything in the body is optional; the name then is the source's, or says what the file is.
  const fileName = body.fileName ?? source?.name ?? 'Rendered file';
  refuseUpload(site, { fileName, fileSizeBytes: body.sizeBytes ?? 1 });
  const file = announcedFile(site, task, { fileName, body, source });
  const promised: UploadRow = {
    fileId: file.id,
    versionId: site.backend.uuid(),
    objectKey: site.backend.uuid(),
    contentType: file.mimeType ?? mediaTypeOf(fileName),
    sizeBytes: file.sizeBytes,
  };
  const { records } = site.backend;
  records.saveFile(file);
  records.saveUpload(promised);
  const origin = {
    taskId: task.id,
    source: 'rendered' as const,
    sourceFileId: source?.id ?? null,
    sourceVersionId: body.sourceVersionId ?? source?.latestVersionId ?? null,
    announcedBytes: body.sizeBytes ?? null,
  };
  records.putRow(attachments, attachmentOf(site, file, origin));
  return { file, promised };
}

/** The file that was rendered. @throws ApiError 400 when the caller may not read it, or the version is another's. */
function sourceOf(site: Site, { sourceFileId, sourceVersionId }: RenderedBody): FileRow | null {
  if (!sourceFileId) {
    if (sourceVersionId) throw badRequest('SourceVersionId needs a SourceFileId.');
    return null;
  }
  const file = isUsable(site, sourceFileId) ? site.backend.records.file(sourceFileId) : null;
  if (file === null) throw badRequest('The source file was not found.');
  if (sourceVersionId && site.backend.records.version(sourceVersionId)?.fileId !== file.id) {
    throw badRequest('The source version was not found.');
  }
  return file;
}

interface Wanted {
  readonly fileName: string;
  readonly body: RenderedBody;
  readonly source: FileRow | null;
}

function announcedFile(site: Site, task: TaskRow, { fileName, body, source }: Wanted): FileRow {
  const { backend, caller } = site;
  const nowMs = backend.nowMs();
  const folderId = taskFolder(site, task).id;
  return {
    id: backend.uuid(),
    organizationId: caller.organizationId,
    ownerId: caller.userId,
    folderId,
    name: freeName(site, folderId, fileName),
    fileType: fileTypeOf(fileName),
    mimeType: body.contentType ?? mediaTypeOf(fileName),
    description: source === null ? `Rendered in the task “${task.title}”` : `Rendered from ${source.name}`,
    tags: ['rendered'],
    visibility: 'private',
    createdMs: nowMs,
    updatedMs: nowMs,
    removedMs: null,
    confirmed: false,
    latestVersionId: null,
    sizeBytes: body.sizeBytes ?? 0,
  };
}
