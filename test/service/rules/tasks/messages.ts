import { taskEndpoints } from '../../../../shared/api/calls/tasks.ts';
import type { SendMessageBody } from '../../../../shared/api/calls/tasks.ts';
import type { Site } from '../ground/access.ts';
import { badRequest } from '../ground/api-error.ts';
import { momentAfter } from '../files/file-changes.ts';
import { agentJobs, messages } from './message-records.ts';
import type { MessageRow } from './message-records.ts';
import { created, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isAttached, ownTask, refuseExpired } from './task-access.ts';
import { tasks } from './task-records.ts';
import type { TaskRow } from './task-records.ts';
import { messageShape, messagesOf } from './task-shapes.ts';

/** Section 4.1, what is said in a task. */
export const messageRoutes: readonly Route[] = [
  route(taskEndpoints.listMessages, call => {
    const task = ownTask(call, call.path.id);
    const { cursor, limit } = call.query;
    const before = earlierThan(messagesOf(call, task.id), cursor);
    const items = before.slice(-limit);
    const hasMore = before.length > items.length;
    const nextCursor = hasMore ? (items[0]?.id ?? null) : null;
    return ok({ items: items.map(message => messageShape(call, message)), nextCursor, hasMore });
  }),

  route(taskEndpoints.sendMessage, call => {
    const task = ownTask(call, call.path.id);
    const said = saidIn(call, task, call.body);
    // GAP: whether one can write to an archived task is not said. Not here: it has to be brought back first.
    if (task.status === 'archived') throw badRequest('The task is archived; unarchive it first.');
    return created(messageShape(call, say(call, task, said)));
  }),
];

/**
 * The messages before the one a cursor names. A cursor is the id of the oldest message of the page it came with, and is
 * looked up in the caller's own task only, so a made-up cursor cannot reach another task.
 * @throws ApiError 400 for a cursor that names no message of the task.
 */
function earlierThan(all: readonly MessageRow[], cursor: string | undefined): readonly MessageRow[] {
  if (cursor === undefined) return all;
  const at = all.findIndex(message => message.id === cursor.toLowerCase());
  if (at < 0) throw badRequest('Cursor is not valid.');
  return all.slice(0, at);
}

type Said = Pick<MessageRow, 'content' | 'contextFileIds' | 'referencedFileIds'> &
  Partial<Pick<MessageRow, 'attachmentIds' | 'openFileReference'>>;

/** What a body says, its references checked. GAP: a file's id among `attachmentIds` counts as a reference to the file. */
function saidIn(site: Site, task: TaskRow, body: SendMessageBody): Said {
  const { content, attachmentIds, contextFileIds, referencedFileIds, fileIds, openFileReference } = body;
  const attached = (attachmentIds ?? []).filter(id => isAttached(site, task.id, id));
  const others = (attachmentIds ?? []).filter(id => !attached.includes(id));
  const context = contextFileIds ?? [];
  const referenced = [...(referencedFileIds ?? []), ...(fileIds ?? []), ...others];
  const open = openFileReference
    ? { fileId: openFileReference.fileId ?? null, versionId: openFileReference.versionId ?? null }
    : null;
  refuseExpired(site, [...context, ...referenced, ...(open?.fileId ? [open.fileId] : [])]);
  return {
    content,
    attachmentIds: [...new Set(attached)],
    contextFileIds: [...new Set(context)],
    referencedFileIds: [...new Set(referenced)],
    openFileReference: open,
  };
}

/** Saves a message of the user and asks the agent for a reply, which comes later under an id that is given now. */
export function say(site: Site, task: TaskRow, said: Said): MessageRow {
  const { backend, caller } = site;
  const { records } = backend;
  const nowMs = backend.nowMs();
  const message: MessageRow = {
    id: backend.uuid(),
    taskId: task.id,
    organizationId: task.organizationId,
    ownerId: caller.userId,
    role: 'user',
    sequence: nextSequence(site, task.id),
    createdMs: nowMs,
    attachmentIds: [],
    openFileReference: null,
    metadata: {},
    ...said,
  };
  records.putRow(messages, message);
  const updatedMs = momentAfter(site, task.updatedMs);
  // GAP: a completed task in which something is said is active again.
  records.putRow(tasks, { ...task, status: 'active', lastMessageMs: nowMs, updatedMs });
  const { agentStepMs } = backend.switches();
  records.putRow(agentJobs, {
    id: backend.uuid(),
    taskId: task.id,
    messageId: message.id,
    createdMs: nowMs,
    dueMs: nowMs + agentStepMs,
    state: null,
  });
  return message;
}

/** The number of the next message of a task. */
export function nextSequence(site: Pick<Site, 'backend'>, taskId: string): number {
  return (messagesOf(site, taskId).at(-1)?.sequence ?? 0) + 1;
}
