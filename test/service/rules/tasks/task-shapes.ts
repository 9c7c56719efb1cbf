import type { AttachmentAnswer, MessageAnswer, TaskDetail, TaskRowAnswer } from '../../../../shared/api/calls/tasks.ts';
import type { Site } from '../ground/access.ts';
import { attachments, messages, taskContexts } from './message-records.ts';
import type { AttachmentRow, MessageRow } from './message-records.ts';
import { isoTime } from '../ground/shapes.ts';
import type { TaskRow } from './task-records.ts';

/** At most so many messages are in a task's detail. GAP: "task with messages" names no number. */
const MESSAGES_IN_DETAIL = 100;

export function taskRowShape(site: Site, task: TaskRow): TaskRowAnswer {
  return rowWith(task, messagesOf(site, task.id).length);
}

export function taskShape(site: Site, task: TaskRow): TaskDetail {
  const all = messagesOf(site, task.id);
  const context = site.backend.records.row(taskContexts, task.id);
  return {
    ...rowWith(task, all.length),
    contextFileIds: [...(context?.contextFileIds ?? [])],
    referencedFileIds: [...(context?.referencedFileIds ?? [])],
    messages: all.slice(-MESSAGES_IN_DETAIL).map(message => messageShape(site, message)),
  };
}

/** A task's messages, ascending by their number. */
export function messagesOf(site: Pick<Site, 'backend'>, taskId: string): readonly MessageRow[] {
  const rows = site.backend.records.rows(messages, { taskId });
  return rows.toSorted((one, other) => one.sequence - other.sequence);
}

/** A message as it is told; attachments that were deleted since are left out. */
export function messageShape(site: Site, message: MessageRow): MessageAnswer {
  const named = message.attachmentIds.map(id => site.backend.records.row(attachments, id));
  return {
    id: message.id,
    taskId: message.taskId,
    role: message.role,
    content: message.content,
    sequence: message.sequence,
    createdAt: isoTime(message.createdMs),
    attachments: named.filter(row => row !== null).map(attachmentShape),
    contextFileIds: [...message.contextFileIds],
    referencedFileIds: [...message.referencedFileIds],
    openFileReference: message.openFileReference,
    metadata: JSON.stringify(message.metadata),
  };
}

export function attachmentShape(row: AttachmentRow): AttachmentAnswer {
  return {
    id: row.id,
    taskId: row.taskId,
    fileId: row.id,
    fileName: row.fileName,
    contentType: row.contentType,
    sizeBytes: row.stored?.sizeBytes ?? 0,
    source: row.source,
    sourceFileId: row.sourceFileId,
    sourceVersionId: row.sourceVersionId,
    createdAt: isoTime(row.createdMs),
  };
}

function rowWith(task: TaskRow, messageCount: number): TaskRowAnswer {
  return {
    id: task.id,
    title: task.title,
    status: task.status,
    messageCount,
    lastMessageAt: task.lastMessageMs === null ? null : isoTime(task.lastMessageMs),
    createdAt: isoTime(task.createdMs),
    updatedAt: isoTime(task.updatedMs),
  };
}
