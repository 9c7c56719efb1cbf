import type { Site } from './access.ts';
import { badRequest } from './api-error.ts';
import { tasks } from './task-records.ts';
import type { TaskRow } from './task-records.ts';

/**
 * The task a request names, which must be the caller's: nobody else may even know of it (spec 1).
 * @throws ApiError 400 for any other id.
 */
export function ownTask(site: Site, taskId: string): TaskRow {
  const { caller, backend } = site;
  const task = backend.records.row(tasks, taskId);
  const isOwn = task !== null && task.ownerId === caller.userId && task.organizationId === caller.organizationId;
  if (!isOwn) throw badRequest('The task was not found.');
  return task;
}
