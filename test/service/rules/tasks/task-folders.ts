import { chainOf } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { taskFolders } from './message-records.ts';
import { newFolder } from '../files/new-folder.ts';
import type { FolderStart } from '../files/new-folder.ts';
import type { FolderRow } from '../ground/records.ts';
import type { TaskRow } from './task-records.ts';

/** The root in which each person finds what the agent made. */
export const TASKS_ROOT = 'tasks';

/**
 * The folder of a task's results, in the caller's root `tasks`; made when there is none, or when it is archived.
 * GAP: where the agent's files go is not said; a root of this name was seen (wire facts, section 2).
 */
export function taskFolder(site: Site, task: TaskRow): FolderRow {
  const { records } = site.backend;
  const known = records.row(taskFolders, task.id);
  const folder = known === null ? null : records.folder(known.folderId);
  if (folder !== null && folder.ownerId === site.caller.userId && isActive(site, folder)) return folder;
  const root = ownRoot(site) ?? madeFolder(site, { name: TASKS_ROOT, kind: 'tasks', parentFolderId: null });
  const made = madeFolder(site, { name: task.title, kind: 'task', parentFolderId: root.id });
  records.putRow(taskFolders, { id: task.id, folderId: made.id });
  return made;
}

function ownRoot(site: Site): FolderRow | null {
  const roots = site.backend.records.rootFolders(site.caller.organizationId);
  const isOwn = (root: FolderRow): boolean => root.name === TASKS_ROOT && root.ownerId === site.caller.userId;
  return roots.find(root => isOwn(root) && root.archivedMs === null) ?? null;
}

function madeFolder(site: Site, place: FolderStart): FolderRow {
  const folder = newFolder(site, place);
  site.backend.records.saveFolder(folder);
  return folder;
}

function isActive(site: Site, folder: FolderRow): boolean {
  const chain = chainOf(site, folder.id);
  return chain !== null && chain.every(each => each.archivedMs === null);
}
