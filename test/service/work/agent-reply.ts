import type { Deliverable, Reply } from '../agent/words/conversation.ts';
import type { ReplyStatus } from '../agent/job.ts';
import { attachmentOf, store } from '../rules/tasks/attach.ts';
import type { Site } from '../rules/ground/access.ts';
import type { Backend, StoredContent } from '../rules/ground/backend.ts';
import { addVersion } from '../rules/files/file-changes.ts';
import { freeName } from '../rules/ground/free-name.ts';
import { fileTypeOf } from '../rules/files/media-types.ts';
import { agentJobs, agentNotes, messages } from '../rules/tasks/message-records.ts';
import type { AgentJobRow, MessageRow } from '../rules/tasks/message-records.ts';
import { nextSequence } from '../rules/tasks/messages.ts';
import type { FileRow } from '../rules/ground/records.ts';
import { taskFolder } from '../rules/tasks/task-folders.ts';
import { tasks } from '../rules/tasks/task-records.ts';
import type { TaskRow } from '../rules/tasks/task-records.ts';
import type { Asked } from './agent-request.ts';

/** A deliverable whose bytes are stored already. */
export interface Made extends Deliverable {
  readonly content: StoredContent;
}

/** Saves how far the reply is; the message that will hold it appears with the first step. */
export function saveStatus(backend: Backend, job: AgentJobRow, status: ReplyStatus): void {
  const message = replyMessage(backend, job);
  if (message !== null) backend.records.putRow(messages, { ...message, metadata: status });
}

/** Saves a reply with all that belongs to it, and ends the job. */
export function saveReply(
  asked: Asked,
  job: AgentJobRow,
  reply: Reply & { readonly deliverables: readonly Made[] },
): void {
  const { site, task } = asked;
  const { backend } = site;
  const message = replyMessage(backend, job);
  if (message === null) return;
  for (const made of reply.deliverables) saveDeliverable(site, task, made);
  keepNotes(site, reply);
  const attachmentIds = reply.deliverables.map(({ id }) => id);
  const { content, takenFileIds: referencedFileIds } = reply;
  end(backend, job, { ...message, content, attachmentIds, referencedFileIds, metadata: { status: 'completed' } });
}

/** Ends a job without a reply; `reason` is fit for the user. */
export function saveFailure(backend: Backend, job: AgentJobRow, reason: string): void {
  const message = replyMessage(backend, job);
  if (message === null) backend.records.dropRow(agentJobs, job.id);
  else end(backend, job, { ...message, content: reason, metadata: { status: 'failed', reason } });
}

function end(backend: Backend, job: AgentJobRow, message: MessageRow): void {
  const { records } = backend;
  const nowMs = backend.nowMs();
  records.putRow(messages, message);
  const task = records.row(tasks, job.taskId);
  if (task !== null) {
    const updatedMs = Math.max(nowMs, task.updatedMs + 1);
    records.putRow(tasks, { ...task, lastMessageMs: nowMs, updatedMs });
  }
  records.dropRow(agentJobs, job.id);
}

/** The message that holds, or will hold, the reply; null when its task is gone. */
function replyMessage(backend: Backend, job: AgentJobRow): MessageRow | null {
  const known = backend.records.row(messages, job.id);
  const task = backend.records.row(tasks, job.taskId);
  if (known !== null || task === null) return known;
  return {
    id: job.id,
    taskId: task.id,
    organizationId: task.organizationId,
    ownerId: task.ownerId,
    role: 'assistant',
    content: '',
    sequence: nextSequence({ backend }, task.id),
    createdMs: backend.nowMs(),
    attachmentIds: [],
    contextFileIds: [],
    referencedFileIds: [],
    openFileReference: null,
    metadata: {},
  };
}

/** SPEC 2.1: what the agent writes is a file like any other, with description and tags; and an attachment of the task. */
function saveDeliverable(site: Site, task: TaskRow, made: Made): void {
  const { backend, caller } = site;
  const folderId = taskFolder(site, task).id;
  const nowMs = backend.nowMs();
  const announced: FileRow = {
    id: made.id,
    organizationId: caller.organizationId,
    ownerId: caller.userId,
    folderId,
    name: freeName(site, folderId, made.fileName),
    fileType: fileTypeOf(made.fileName),
    mimeType: made.contentType,
    description: made.description,
    tags: made.tags,
    visibility: 'private',
    createdMs: nowMs,
    updatedMs: nowMs,
    removedMs: null,
    confirmed: true,
    latestVersionId: null,
    sizeBytes: 0,
  };
  backend.records.saveFile(announced);
  const notes = { id: backend.uuid(), contentType: made.contentType, changeSource: 'agent' };
  const summary = { changeSummary: `Written in the task “${task.title}”`, baseVersionId: null };
  const { file, version } = addVersion(site, announced, { content: made.content, notes: { ...notes, ...summary } });
  store(site, attachmentOf(site, file, { taskId: task.id, source: 'agent' }), version);
}

function keepNotes(site: Site, { memory }: Reply): void {
  const { records } = site.backend;
  const { userId, organizationId } = site.caller;
  const kept = new Set(memory.map(note => note.id));
  for (const note of records.rows(agentNotes, { userId, organizationId })) {
    if (!kept.has(note.id)) records.dropRow(agentNotes, note.id);
  }
  for (const note of memory) records.putRow(agentNotes, { ...note, organizationId });
}
