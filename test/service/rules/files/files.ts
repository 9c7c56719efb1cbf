import { fileEndpoints } from '../../../../shared/api/calls/files.ts';
import type { CreateFileBody } from '../../../../shared/api/calls/files.ts';
import {
  fileFor,
  isRemoved,
  knownFile,
  readableFile,
  targetFolder,
  writableFile,
  writableFolder,
} from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { badRequest } from '../ground/api-error.ts';
import { addVersion, changeFile, refuseTakenFileName } from './file-changes.ts';
import { mediaTypeOf } from './media-types.ts';
import type { FileRow } from '../ground/records.ts';
import { refuseRunnable } from '../ground/refused-extensions.ts';
import { created, noContent, ok, route, varied } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { fileShape } from '../ground/shapes.ts';
import { noteArrival } from './tidying.ts';

/** Section 4.2, the file itself. */
export const fileRoutes: readonly Route[] = [
  route(fileEndpoints.createFile, call => {
    const file = createFile(call, call.body);
    if (call.content === null) return created(fileShape(call, file));
    const contentType = call.body.contentType ?? mediaTypeOf(file.name);
    const notes = {
      id: call.backend.uuid(),
      contentType,
      changeSummary: null,
      changeSource: null,
      baseVersionId: null,
    };
    const made = addVersion(call, file, { content: call.content, notes }).file;
    noteArrival(call, made);
    return created(fileShape(call, made));
  }),

  route(fileEndpoints.getFile, call => {
    if (call.backend.switches().removedFile !== 'flagged') return ok(fileShape(call, readableFile(call, call.path.id)));
    const file = knownFile(call, call.path.id);
    return varied({ ...fileShape(call, file), isDeleted: isRemoved(call, file) });
  }),

  route(fileEndpoints.updateFile, call => {
    const { name, description, folderId, clearFolder, tags } = call.body;
    const file = writableFile(call, call.path.id);
    const target = clearFolder === true ? null : folderId ? targetFolder(call, folderId)?.id : file.folderId;
    const place = { name: name ?? file.name, folderId: target ?? null };
    return ok(
      fileShape(
        call,
        placed(call, file, {
          ...place,
          ...(description === undefined || description === null ? {} : { description }),
          ...(tags === undefined || tags === null ? {} : { tags }),
        }),
      ),
    );
  }),

  route(fileEndpoints.moveFile, call => {
    const file = fileFor(call, call.path.id, 'editor');
    const target = writableFolder(call, call.body.parentFolderId);
    return ok(fileShape(call, placed(call, file, { name: file.name, folderId: target.id })));
  }),

  route(fileEndpoints.deleteFile, call => {
    const file = fileFor(call, call.path.id, 'editor');
    changeFile(call, file, { removedMs: call.backend.nowMs() });
    return noContent;
  }),
];

function createFile(call: Site, body: CreateFileBody): FileRow {
  refuseRunnable(call, body.name);
  const folder = targetFolder(call, body.folderId);
  refuseTakenFileName(call, { folderId: folder?.id ?? null, name: body.name });
  const nowMs = call.backend.nowMs();
  const file: FileRow = {
    id: call.backend.uuid(),
    organizationId: call.caller.organizationId,
    ownerId: call.caller.userId,
    folderId: folder?.id ?? null,
    name: body.name,
    fileType: body.fileType,
    mimeType: body.contentType ?? null,
    description: body.description ?? null,
    tags: body.tags ?? [],
    visibility: 'private',
    createdMs: nowMs,
    updatedMs: nowMs,
    removedMs: null,
    confirmed: true,
    latestVersionId: null,
    sizeBytes: 0,
  };
  call.backend.records.saveFile(file);
  return file;
}

interface Placed {
  readonly name: string;
  readonly folderId: string | null;
  readonly description?: string;
  readonly tags?: readonly string[];
}

/** Saves what differs; a call that changes nothing does not count as a change. @throws ApiError 400 for a name refused. */
export function placed(call: Site, file: FileRow, wanted: Placed): FileRow {
  if (wanted.name !== file.name) refuseRunnable(call, wanted.name);
  if (wanted.name !== file.name || wanted.folderId !== file.folderId) {
    refuseTakenFileName(call, { ...wanted, except: file.id });
  }
  const change = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(file[name as keyof FileRow]),
    ),
  );
  return Object.keys(change).length === 0 ? file : changeFile(call, file, change);
}

/** @throws ApiError 400 for a file whose upload was not confirmed yet, which has no versions. */
export function refuseUnconfirmed(file: FileRow): void {
  if (!file.confirmed) throw badRequest('The upload of this file was not confirmed yet.');
}
