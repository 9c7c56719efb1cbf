import { copyEndpoints } from '../../../../shared/api/calls/copies.ts';
import {
  fileRole,
  mayWrite,
  PUBLISHED,
  readableFile,
  roleOnFolder,
  targetFolder,
  writableFile,
} from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, versionConflict } from '../ground/api-error.ts';
import { addVersion, changeFile, refuseTakenFileName } from '../files/file-changes.ts';
import { refuseUnconfirmed } from '../files/files.ts';
import { libraryFolders, publications } from '../library/library-records.ts';
import { namedTask } from '../tasks/task-access.ts';
import type { FileRow, VersionRow } from '../ground/records.ts';
import { refuseRunnable } from '../ground/refused-extensions.ts';
import { created, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { fileShape } from '../ground/shapes.ts';
import { table } from '../ground/tables.ts';

/** What a working copy was made from; its id is the copy's. */
interface WorkingCopyRow {
  readonly id: string;
  readonly originalId: string;
  /** The original's latest version when the copy was made or last committed. */
  readonly baseVersionId: string | null;
  readonly committedVersionId: string | null;
  readonly taskId: string | null;
}

const workingCopies = table<WorkingCopyRow>()('workingCopy', 'originalId', 'taskId');

/** Section 4.2: fork, promote, working copy and commit. */
export const copyRoutes: readonly Route[] = [
  route(copyEndpoints.forkFile, call => {
    const original = readableFile(call, call.path.id);
    refuseUnconfirmed(original);
    const { newName, targetFolderId } = call.body;
    // GAP: without a target the fork lies beside its original, where the caller may write there, otherwise in no folder.
    const target = targetFolder(call, targetFolderId)?.id ?? placeBeside(call, original);
    const name = newName ?? (target === original.folderId ? nameOfCopy(original.name) : original.name);
    refuseRunnable(call, name);
    refuseTakenFileName(call, { folderId: target, name });
    const notes = { changeSummary: `Forked from ${original.name}`, changeSource: 'fork' };
    return created(fileShape(call, copied(call, original, { name, folderId: target, notes })));
  }),

  route(copyEndpoints.promoteFile, call => {
    const file = readableFile(call, call.path.id);
    if (fileRole(call, file) !== 'admin') throw forbidden('Only who administers this file may publish it.');
    refuseUnconfirmed(file);
    const publishes = publishesAs(call.body.visibility);
    const orgFolderId = call.body.orgFolderId ?? null;
    const folder = orgFolderId === null ? null : call.backend.records.row(libraryFolders, orgFolderId);
    if (orgFolderId !== null && folder?.organizationId !== file.organizationId) {
      throw badRequest('The library folder was not found.');
    }
    return ok(fileShape(call, publishes ? published(call, file, orgFolderId) : withdrawn(call, file)));
  }),

  route(copyEndpoints.createWorkingCopy, call => {
    const original = readableFile(call, call.path.id);
    refuseUnconfirmed(original);
    const anyFile = call.backend.switches().workingCopiesOf === 'any';
    if (original.visibility !== PUBLISHED && !anyFile) throw badRequest('The file is not published.');
    const taskId = call.query.taskId ?? call.body.taskId ?? null;
    if (taskId !== null) namedTask(call, taskId);
    const notes = { changeSummary: `Working copy of ${original.name}`, changeSource: 'working-copy' };
    const copy = copied(call, original, { name: original.name, folderId: null, notes });
    call.backend.records.putRow(workingCopies, {
      id: copy.id,
      originalId: original.id,
      baseVersionId: original.latestVersionId,
      committedVersionId: copy.latestVersionId,
      taskId,
    });
    return created(fileShape(call, copy));
  }),

  route(copyEndpoints.commitWorkingCopy, call => created(fileShape(call, committed(call, call.path.id)))),
];

/**
 * GAP: the values of `visibility` are not shown. Ours are `library` (in other words `organization`, `org`, `published`
 * and `public`) and `private`, which takes a file out of the library again. @throws ApiError 400 for other words.
 */
function publishesAs(visibility: string): boolean {
  const word = visibility.toLowerCase();
  if (['library', 'organization', 'org', 'published', 'public'].includes(word)) return true;
  if (word === 'private') return false;
  throw badRequest("Visibility must be 'library' or 'private'.");
}

function published(site: Site, file: FileRow, libraryFolderId: string | null): FileRow {
  const { backend, caller } = site;
  backend.records.putRow(publications, {
    id: file.id,
    organizationId: file.organizationId,
    libraryFolderId,
    publishedMs: backend.records.row(publications, file.id)?.publishedMs ?? backend.nowMs(),
    publishedBy: caller.userId,
  });
  return file.visibility === PUBLISHED ? file : changeFile(site, file, { visibility: PUBLISHED });
}

function withdrawn(site: Site, file: FileRow): FileRow {
  site.backend.records.dropRow(publications, file.id);
  return file.visibility === PUBLISHED ? changeFile(site, file, { visibility: 'private' }) : file;
}

/**
 * GAP: what a commit answers and takes over is not shown. Here the content alone becomes the original's next version;
 * the copy stays and may be committed again after further changes.
 */
function committed(site: Site, copyId: string): FileRow {
  const { backend } = site;
  const copy = writableFile(site, copyId);
  const link = backend.records.row(workingCopies, copy.id);
  if (link === null) throw badRequest('The file is not a working copy.');
  const original = writableFile(site, link.originalId);
  const latest = latestOf(site, copy);
  if (latest === null || latest.id === link.committedVersionId) throw badRequest('There is nothing new to commit.');
  const isStale = original.latestVersionId !== link.baseVersionId;
  if (isStale && backend.switches().enforceBaseVersion) throw versionConflict();
  const notes = { changeSummary: latest.changeSummary ?? 'Committed a working copy', changeSource: 'commit' };
  const { file, version } = addVersion(site, original, {
    content: latest,
    notes: {
      id: backend.uuid(),
      contentType: latest.contentType,
      ...notes,
      baseVersionId: link.baseVersionId,
    },
  });
  backend.records.putRow(workingCopies, { ...link, baseVersionId: version.id, committedVersionId: latest.id });
  return file;
}

interface CopyPlan {
  readonly name: string;
  readonly folderId: string | null;
  readonly notes: { readonly changeSummary: string; readonly changeSource: string };
}

/** A new file of the caller's own with the latest content of another. */
function copied(site: Site, original: FileRow, { name, folderId, notes }: CopyPlan): FileRow {
  const { backend, caller } = site;
  const nowMs = backend.nowMs();
  const copy: FileRow = {
    ...original,
    id: backend.uuid(),
    ownerId: caller.userId,
    folderId,
    name,
    visibility: 'private',
    createdMs: nowMs,
    updatedMs: nowMs,
    latestVersionId: null,
    sizeBytes: 0,
  };
  backend.records.saveFile(copy);
  const latest = latestOf(site, original);
  if (latest === null) return copy;
  const { contentType } = latest;
  const about = { id: backend.uuid(), contentType, ...notes, baseVersionId: null };
  return addVersion(site, copy, { content: latest, notes: about }).file;
}

function latestOf(site: Site, file: FileRow): VersionRow | null {
  return file.latestVersionId === null ? null : site.backend.records.version(file.latestVersionId);
}

function placeBeside(site: Site, original: FileRow): string | null {
  const folder = original.folderId === null ? null : site.backend.records.folder(original.folderId);
  return folder !== null && mayWrite(roleOnFolder(site, folder)) ? folder.id : null;
}

/** `plate.csv` → `plate (copy).csv`. */
function nameOfCopy(name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  return `${stem.slice(0, 255 - extension.length - 7)} (copy)${extension}`;
}
