import { table } from '../ground/tables.ts';

/** A conversation with the agent, readable by its owner alone (spec 1). Times are milliseconds since the epoch. */
export interface TaskRow {
  readonly id: string;
  readonly organizationId: string;
  readonly ownerId: number;
  readonly title: string;
  readonly status: 'active' | 'completed' | 'archived';
  readonly createdMs: number;
  readonly updatedMs: number;
  /** Null until the first message. */
  readonly lastMessageMs: number | null;
}

export const tasks = table<TaskRow>()('task', 'ownerId', 'organizationId');

/** A file that was uploaded for a task, whose attachment it is; the id is the file's. */
export interface TaskUploadRow {
  readonly id: string;
  readonly taskId: string;
}

export const taskUploads = table<TaskUploadRow>()('taskUpload', 'taskId');
