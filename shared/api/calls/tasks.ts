import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  contentTypeField,
  idAnswer,
  nameField,
  pageAnswer,
  pageQuery,
  sizeField,
  timeAnswer,
  uuidField,
} from '../fields.ts';
import { contentLink } from './files.ts';

/** Half characters cannot travel in UTF-8 and become the replacement character. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

const titleField = z.string().max(200).transform(wellFormed);

/** Markdown of 1 to 50,000 characters. */
const contentField = z.string().min(1).max(50_000).regex(/\S/, 'must not be blank').transform(wellFormed);

const idsField = z.array(uuidField).max(200).nullish();

/** A status as it arrives, written in any case. */
function inAnyCase<const V extends readonly string[]>(values: V) {
  return z
    .string()
    .transform(text => text.toLowerCase())
    .pipe(z.enum(values));
}

const taskStatus = z.enum(['active', 'completed', 'archived']);

export const taskRow = z.strictObject({
  id: idAnswer,
  title: z.string(),
  status: taskStatus,
  messageCount: z.int(),
  /** Null until the first message. */
  lastMessageAt: timeAnswer.nullable(),
  createdAt: timeAnswer,
  updatedAt: timeAnswer,
});

/** A file of a task: what was uploaded for it, what the agent made, or what was written as rendered. */
export const attachmentAnswer = z.strictObject({
  id: idAnswer,
  taskId: idAnswer,
  /** The same content as a file of the knowledge base; it may be gone by now. */
  fileId: idAnswer,
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  source: z.enum(['upload', 'agent', 'rendered']),
  sourceFileId: idAnswer.nullable(),
  sourceVersionId: idAnswer.nullable(),
  createdAt: timeAnswer,
});

export const openFileReference = z.strictObject({ fileId: idAnswer.nullable(), versionId: idAnswer.nullable() });

export const messageAnswer = z.strictObject({
  id: idAnswer,
  taskId: idAnswer,
  role: z.enum(['user', 'assistant']),
  /** Markdown. */
  content: z.string(),
  /** From 1 on, in the order of the conversation. */
  sequence: z.int(),
  createdAt: timeAnswer,
  attachments: z.array(attachmentAnswer),
  contextFileIds: z.array(idAnswer),
  referencedFileIds: z.array(idAnswer),
  openFileReference: openFileReference.nullable(),
  /** A JSON text: of a reply its `status`, and while it is being written its `progress`, `step` and `steps`. */
  metadata: z.string(),
});

export const taskDetail = taskRow.extend({
  /** Files the task was created with. */
  contextFileIds: z.array(idAnswer),
  referencedFileIds: z.array(idAnswer),
  /** The newest 100, ascending. */
  messages: z.array(messageAnswer),
});

export const createTaskBody = z.object({
  title: titleField.nullish(),
  initialMessage: z.string().max(50_000).transform(wellFormed).nullish(),
  contextFileIds: idsField,
  referencedFileIds: idsField,
  fileIds: idsField,
});

export const sendMessageBody = z.object({
  content: contentField,
  attachmentIds: idsField,
  contextFileIds: idsField,
  referencedFileIds: idsField,
  fileIds: idsField,
  openFileReference: z.object({ fileId: uuidField.nullish(), versionId: uuidField.nullish() }).nullish(),
});

const renderedBody = z.object({
  fileName: nameField.nullish(),
  contentType: contentTypeField.min(1).nullish(),
  sizeBytes: sizeField.nullish(),
  sourceFileId: uuidField.nullish(),
  sourceVersionId: uuidField.nullish(),
});

/** Where the bytes of a rendered file go; `id` is what is confirmed. */
export const renderedTarget = z.strictObject({
  id: idAnswer,
  fileId: idAnswer,
  versionId: idAnswer,
  uploadUrl: z.string(),
  expiresAt: timeAnswer,
});

/** A match among what agents and people rendered. `taskId` is null when the task belongs to another person. */
export const foundAttachment = attachmentAnswer
  .omit({ sourceFileId: true, sourceVersionId: true })
  .extend({ taskId: idAnswer.nullable() });

export type OpenFileReference = z.infer<typeof openFileReference>;
export type TaskRowAnswer = z.infer<typeof taskRow>;
export type TaskDetail = z.infer<typeof taskDetail>;
export type AttachmentAnswer = z.infer<typeof attachmentAnswer>;
export type FoundAttachment = z.infer<typeof foundAttachment>;
export type MessageAnswer = z.infer<typeof messageAnswer>;
export type CreateTaskBody = z.output<typeof createTaskBody>;
export type SendMessageBody = z.output<typeof sendMessageBody>;
export type RenderedBody = z.output<typeof renderedBody>;

/** Section 4.1: tasks and their messages. */
export const taskEndpoints = {
  listTasks: endpoint('GET', '/tasks', {
    name: 'listTasks',
    summary: "The caller's tasks; active ones unless another status is asked for.",
    query: pageQuery.extend({
      status: z
        .string()
        .default('active')
        .pipe(inAnyCase(['active', 'completed', 'archived', 'all'])),
    }),
    answer: pageAnswer(taskRow),
  }),
  createTask: endpoint('POST', '/tasks', {
    name: 'createTask',
    summary: 'Begins a conversation with the agent, with a first message when there is one.',
    body: createTaskBody,
    status: 201,
    answer: taskDetail,
  }),
  getTask: endpoint('GET', '/tasks/{id}', {
    name: 'getTask',
    summary: 'A task with its newest messages.',
    answer: taskDetail,
  }),
  updateTask: endpoint('PUT', '/tasks/{id}', {
    name: 'updateTask',
    summary: 'Changes the title or the status of a task.',
    body: z.object({ title: titleField.nullish(), status: inAnyCase(taskStatus.options).nullish() }),
    answer: taskDetail,
  }),
  archiveTask: endpoint('DELETE', '/tasks/{id}', { name: 'archiveTask', summary: 'Archives a task.' }),
  listMessages: endpoint('GET', '/tasks/{id}/messages', {
    name: 'listMessages',
    summary: "A task's messages, backwards: without a cursor the newest, with one those before it.",
    query: z.object({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.strictObject({
      /** Ascending by `sequence`. */
      items: z.array(messageAnswer),
      nextCursor: z.string().nullable(),
      hasMore: z.boolean(),
    }),
  }),
  sendMessage: endpoint('POST', '/tasks/{id}/messages', {
    name: 'sendMessage',
    summary: 'Says something to the agent, which replies in the background.',
    body: sendMessageBody,
    status: 201,
    answer: messageAnswer,
  }),
  unarchiveTask: endpoint('POST', '/tasks/{id}/unarchive', {
    name: 'unarchiveTask',
    summary: 'Makes an archived task active again.',
  }),
};

/** Sections 4.1 and 4.2: the files of tasks. */
export const attachmentEndpoints = {
  listAttachments: endpoint('GET', '/tasks/{taskId}/attachments', {
    name: 'listAttachments',
    summary: "A task's attachments, oldest first.",
    answer: z.array(attachmentAnswer),
  }),
  deleteAttachment: endpoint('DELETE', '/tasks/{taskId}/attachments/{attachmentId}', {
    name: 'deleteAttachment',
    summary: 'Removes an attachment with its stored object.',
  }),
  getAttachmentContent: endpoint('GET', '/tasks/{taskId}/attachments/{attachmentId}/content', {
    name: 'getAttachmentContent',
    summary: "A presigned address of an attachment's bytes.",
    answer: contentLink,
  }),
  initiateRenderedFile: endpoint('POST', '/tasks/{taskId}/files/rendered', {
    name: 'initiateRenderedFile',
    summary: 'Announces a file that the caller rendered from another; its bytes go to the address in the answer.',
    body: renderedBody,
    status: 201,
    answer: renderedTarget,
  }),
  confirmRenderedFile: endpoint('POST', '/tasks/{taskId}/files/rendered/{id}/confirm', {
    name: 'confirmRenderedFile',
    summary: 'Turns the stored bytes into an attachment of the task and a file of the knowledge base.',
    body: z.object({ versionId: uuidField.nullish() }),
    answer: attachmentAnswer,
  }),
  searchAttachments: endpoint('GET', '/attachments/search', {
    name: 'searchAttachments',
    summary: 'Files that agents made or people rendered, by name, newest first.',
    query: z.object({
      q: z.string().max(500).default(''),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.array(foundAttachment),
  }),
};
