import type { Site } from './access.ts';
import { fileRole, isRemoved } from './access.ts';
import { filesExpired, notFound } from './api-error.ts';
import { attachments } from './message-records.ts';
import { tasks } from './task-records.ts';
import type { TaskRow } from './task-records.ts';

/**
 * A task of the caller. SPEC 1: nobody else may read it, also nobody of the same organization.
 * @throws ApiError 404 for any other.
 */
export function ownTask(site: Site, id: string): TaskRow {
  const task = site.backend.records.row(tasks, id);
  const isOwn = task?.ownerId === site.caller.userId && task.organizationId === site.caller.organizationId;
  if (task === null || !isOwn) throw notFound('The task');
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
