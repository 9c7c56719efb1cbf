import type { OpenFileReference } from '../../../../shared/api/calls/tasks.ts';
import { table } from '../ground/tables.ts';

/** What belongs to a task. Times are milliseconds since the epoch. */

export interface MessageRow {
  readonly id: string;
  readonly taskId: string;
  readonly organizationId: string;
  /** The task's owner. */
  readonly ownerId: number;
  readonly role: 'user' | 'assistant';
  /** Markdown. */
  readonly content: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly createdMs: number;
  readonly attachmentIds: readonly string[];
  readonly contextFileIds: readonly string[];
  readonly referencedFileIds: readonly string[];
  readonly openFileReference: OpenFileReference | null;
  /** Sent as a JSON text. */
  readonly metadata: { readonly [name: string]: unknown };
}

/** A file of a task. It holds an object of its own, so that it stays when the file in the knowledge base goes. */
export interface AttachmentRow {
  /**
   * The same as the file's id. GAP: whether a client is to name the uploaded file or an attachment in `attachmentIds` is
   * not said; so both are right.
   */
  readonly id: string;
  readonly taskId: string;
  readonly organizationId: string;
  readonly ownerId: number;
  readonly fileName: string;
  readonly contentType: string;
  readonly source: 'upload' | 'agent' | 'rendered';
  readonly sourceFileId: string | null;
  readonly sourceVersionId: string | null;
  readonly createdMs: number;
  /** What was announced for a rendered file; null when nothing was, and for other attachments. */
  readonly announcedBytes: number | null;
  /** Null as long as the upload is not confirmed. */
  readonly stored: { readonly objectKey: string; readonly sizeBytes: number } | null;
}

/** What a task was created with; its id is the task's. */
export interface TaskContextRow {
  readonly id: string;
  readonly contextFileIds: readonly string[];
  readonly referencedFileIds: readonly string[];
}

/** Where the results of a task are kept; the id is the task's. */
export interface TaskFolderRow {
  readonly id: string;
  readonly folderId: string;
}

/** A message that wants a reply. */
export interface AgentJobRow {
  /** Of the message that will hold the reply. */
  readonly id: string;
  readonly taskId: string;
  /** The user's message. */
  readonly messageId: string;
  readonly createdMs: number;
  /** When the agent takes its next step. */
  readonly dueMs: number;
  /** What the agent keeps between two steps; null before the first. */
  readonly state: unknown;
}

/** One thing the agent keeps in mind for a person. */
export interface AgentNoteRow {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: number;
  readonly kind: 'preference' | 'fact';
  readonly subject: 'control group' | 'grouping' | null;
  readonly text: string;
  readonly createdMs: number;
}

export const messages = table<MessageRow>()('message', 'taskId', 'ownerId', 'organizationId');
export const attachments = table<AttachmentRow>()('attachment', 'taskId', 'organizationId');
export const taskContexts = table<TaskContextRow>()('taskContext');
export const taskFolders = table<TaskFolderRow>()('taskFolder');
export const agentJobs = table<AgentJobRow>()('agentJob', 'taskId');
export const agentNotes = table<AgentNoteRow>()('agentNote', 'userId', 'organizationId');
