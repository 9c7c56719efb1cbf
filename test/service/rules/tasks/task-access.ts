import type { Site } from '../ground/access.ts';
import { fileRole, isRemoved } from '../ground/access.ts';
import { badRequest, filesExpired, notFound } from '../ground/api-error.ts';
import { attachments } from './message-records.ts';
import { tasks } from './task-records.ts';
import type { TaskRow } from './task-records.ts';

/**
 * A task of the caller. SPEC 1: no other person may read it, members of the same organization included.
 * @throws ApiError 404 for any other.
 */
export function ownTask(site: Site, id: string): TaskRow {
  const task = ownTaskOrNull(site, id);
  if (task === null) throw notFound('The task');
  return task;
}

/** As `ownTask`, for a task that a request only names. @throws ApiError 400 for any that is not the caller's. */
export function namedTask(site: Site, id: string): TaskRow {
  const task = ownTaskOrNull(site, id);
  if (task === null) throw badRequest('The task was not found.');
  return task;
}

/**
 * Refuses references to files that are archived, removed, not readable for the caller, or unknown.
 * @throws ApiError 404 FILE_EXPIRED with exactly those, each once, in the order given (spec 7, rule 4).
 */
export function refuseExpired(site: Site, fileIds: readonly string[]): void {
  const missing = [...new Set(fileIds)].filter(id => !isUsable(site, id));
  if (missing.length > 0) throw filesExpired(missing);
}

/** Whether an id names a stored attachment of a task. */
export function isAttached(site: Site, taskId: string, id: string): boolean {
  const attachment = site.backend.records.row(attachments, id);
  return attachment !== null && attachment.taskId === taskId && attachment.stored !== null;
}

/** Whether a file may be given to the agent, or seen in its results. */
export function isUsable(site: Site, fileId: string): boolean {
  const file = site.backend.records.file(fileId);
  if (file === null || file.organizationId !== site.caller.organizationId || !file.confirmed) return false;
  return fileRole(site, file) !== null && !isRemoved(site, file);
}

function ownTaskOrNull({ backend, caller }: Site, id: string): TaskRow | null {
  const task = backend.records.row(tasks, id);
  return task?.ownerId === caller.userId && task.organizationId === caller.organizationId ? task : null;
}
