import type { Readable } from 'node:stream';

import type { BundleSource, FileRow, FolderRow, MemoryRow, MessageRow, ShareRow, TaskRow } from '../bundle/rows.ts';
import type { Backend } from '../rules/ground/backend.ts';
import type { ExportRow } from '../rules/uploads/exports.ts';
import { agentNotes, messages } from '../rules/tasks/message-records.ts';
import type * as Rows from '../rules/ground/records.ts';
import { fileRowShape, folderShape, isoTime, versionShape } from '../rules/ground/shapes.ts';
import { tasks } from '../rules/tasks/task-records.ts';
import type { ObjectFiles } from '../storage/object-files.ts';

/**
 * All that goes into an export, as it stands now. Files of everyone are in it, as in the view of all files that Owner
 * and Admin have; archived folders too, removed files not.
 * GAP: "organization-wide" and "a task is readable only by its creator" contradict each other. Here the tasks and the
 * memory are those of who asked for the export; the switch `exportTasks` gives everyone's.
 */
export function exportSource(backend: Backend, objects: ObjectFiles, job: ExportRow): BundleSource {
  const { records } = backend;
  const { organizationId } = job;
  const folders = allFolders(backend, organizationId);
  const files = [...records.filesOf(organizationId)];
  const keys = new Map(files.map(file => [file.id, latestKey(backend, file)]));
  const everyone = backend.switches().exportTasks === 'all';
  const isTold = (ownerId: number): boolean => everyone || ownerId === job.requestedBy;
  const told = records.rows(tasks, { organizationId }).filter(task => isTold(task.ownerId));
  const said = records.rows(messages, { organizationId }).filter(message => isTold(message.ownerId));
  const userIds = records.membershipsIn(organizationId).map(membership => membership.userId);
  const memory = userIds.filter(isTold).map((userId): MemoryRow => {
    return { userId, notes: records.rows(agentNotes, { userId, organizationId }) };
  });
  return {
    organization: { id: organizationId, name: records.organization(organizationId)?.name ?? '' },
    members: () => each(members(backend, organizationId)),
    folders: () => each(folders, folderRow),
    files: () => each(files, fileRow),
    versions: () => versions(backend, files),
    shares: () => shares(backend, folders, files),
    tasks: () => each(told, taskRow),
    messages: () => each(said, messageRow),
    memory: () => each(memory.filter(({ notes }) => notes.length > 0)),
    original: file => Promise.resolve(original(objects, keys.get(file.id) ?? null)),
  };
}

function original(objects: ObjectFiles, objectKey: string | null): Readable | null {
  return objectKey === null || objects.adoptedSize(objectKey) === null ? null : objects.read(objectKey);
}

function latestKey({ records }: Backend, file: Rows.FileRow): string | null {
  return file.latestVersionId === null ? null : (records.version(file.latestVersionId)?.objectKey ?? null);
}

function members({ records }: Backend, organizationId: string) {
  return records.membershipsIn(organizationId).map(({ id, userId, role }) => {
    const user = records.user(userId);
    return { id, userId, email: user?.email ?? '', displayName: user?.displayName ?? '', role };
  });
}

/** Parents before their children. */
function allFolders({ records }: Backend, organizationId: string): readonly Rows.FolderRow[] {
  const folders: Rows.FolderRow[] = [...records.rootFolders(organizationId)];
  for (const folder of folders) folders.push(...records.foldersIn(folder.id));
  return folders;
}

const PAGE = 500;

async function* versions({ records }: Backend, files: readonly Rows.FileRow[]) {
  for (const file of files) {
    const slice = { pageSize: PAGE, sortBy: 'createdAt', descending: false } as const;
    for (let page = 1, seen = 0; ; page += 1) {
      const { rows, total } = records.versionsOf(file.id, { ...slice, page });
      for (const row of rows) yield { ...versionShape(row), fileId: file.id };
      seen += rows.length;
      if (rows.length === 0 || seen >= total) break;
    }
    await pause();
  }
}

async function* shares(
  { records }: Backend,
  folders: readonly Rows.FolderRow[],
  files: readonly Rows.FileRow[],
): AsyncGenerator<ShareRow, void, void> {
  for (const folder of folders) for (const row of records.sharesOn(folder.id)) yield { ...row, itemType: 'folder' };
  for (const file of files) {
    for (const row of records.sharesOn(file.id)) yield { ...row, itemType: 'file' };
    await pause();
  }
}

function folderRow(folder: Rows.FolderRow): FolderRow {
  return { ...folderShape(folder), archivedAt: folder.archivedMs === null ? null : isoTime(folder.archivedMs) };
}

function fileRow(file: Rows.FileRow): FileRow {
  const { size, ...row } = fileRowShape(file);
  const { visibility, ownerId, latestVersionId } = file;
  return { ...row, sizeBytes: size, visibility, ownerId, latestVersionId };
}

function taskRow({ id, ownerId, title, status, createdMs }: (typeof tasks)['row'] & object): TaskRow {
  return { id, creatorId: ownerId, title, status, createdAt: isoTime(createdMs) };
}

function messageRow(message: (typeof messages)['row'] & object): MessageRow {
  const { id, taskId, sequence, role, content, createdMs } = message;
  const metadata = JSON.stringify(message.metadata);
  return { id, taskId, sequence, role, content, metadata, createdAt: isoTime(createdMs) };
}

/** Rows, letting others have their turn in between. */
async function* each<T, R = T>(rows: readonly T[], shape: (row: T) => R = row => row as unknown as R) {
  for (const [index, row] of rows.entries()) {
    yield shape(row);
    if (index % PAGE === PAGE - 1) await pause();
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(resolve);
  });
}
