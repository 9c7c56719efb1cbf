import { z } from 'zod';

/** A file that a message names, by the service's id; its name as it was when it was chosen. */
export const namedFile = z.object({ id: z.string().min(1).max(100), name: z.string().max(1000).default('') });
export type NamedFile = z.infer<typeof namedFile>;

/** The file that is open beside the conversation. */
export const openFile = z.object({ file: z.string().max(100), version: z.string().max(100).nullable() });
export type OpenFile = z.infer<typeof openFile>;

/** What a person writes: the text, and the files that it is about. */
export const writtenMessage = z.object({
  /** Markdown; at most 50,000 characters (wire facts, section 3). */
  text: z.string().max(50_000),
  /** What the agent is to work with. */
  contextFiles: z.array(namedFile).max(200).default([]),
  /** What the text mentions. */
  referencedFiles: z.array(namedFile).max(200).default([]),
  openFile: openFile.nullable().default(null),
  /** Files of the task itself. */
  attachmentIds: z.array(z.string().max(100)).max(200).default([]),
  /** Files of this computer that go up with it, by the ids that `chat.attach` gave. Left out: none. */
  uploads: z.array(z.string().max(100)).max(50).optional(),
});
export type WrittenMessage = z.output<typeof writtenMessage>;

/**
 * Where a message stands that is not known to have arrived. `checking`: its answer was lost, and it is looked for.
 * `unsure`: it may have arrived, so it is not sent again unless a person says so. `failed`: it did not
 * arrive, for the reason in `note`.
 */
export const outboxState = z.enum(['waiting', 'sending', 'checking', 'unsure', 'failed']);
export type OutboxState = z.infer<typeof outboxState>;

/** A message that waits in the outbox. */
export const outboxMessage = writtenMessage.extend({
  id: z.string(),
  /** The service's id of the task, or our own of a conversation that the service does not know yet. */
  conversation: z.string(),
  /** Null while its task is not begun. */
  task: z.string().nullable(),
  state: outboxState,
  /** Why it waits or failed: a whole sentence. */
  note: z.string().nullable(),
  /** Of the files named above those that cannot be used any more. */
  missing: z.array(z.string()),
  /** When it is tried again, ISO 8601 UTC. */
  until: z.string().nullable(),
  writtenAt: z.string(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

/** Where a question stands that a program asked and has not reported back. */
export const askedQuestion = z.object({
  /** Of its message in the outbox. */
  id: z.string(),
  conversation: z.string(),
  /** Null while its task is not begun. */
  task: z.string().nullable(),
  /** `kept`: it waits here and surely was not sent. `unknown`: it waits, and may have arrived. */
  standing: z.enum(['kept', 'unknown', 'arrived']),
});
export type AskedQuestion = z.infer<typeof askedQuestion>;

/** What a list says of a task beside its title, the first that holds. */
const taskState = z.enum(['notSent', 'working', 'replyReady', 'draft', 'quiet']);
export type TaskState = z.infer<typeof taskState>;

/** A conversation with the agent, in a list. */
export const chatTask = z.object({
  id: z.string(),
  title: z.string(),
  /** The service's word: `active`, `completed`, `archived`, or one that we do not know. */
  status: z.string(),
  messageCount: z.number().nullable(),
  lastMessageAt: z.string().nullable(),
  createdAt: z.string().nullable(),
  state: taskState,
  /** Since when the agent is working, ISO 8601 UTC; null in the other states. */
  since: z.string().nullable(),
});
export type ChatTask = z.infer<typeof chatTask>;

/** A file of a task. */
export const chatAttachment = z.object({
  id: z.string(),
  /** The same content in the knowledge base; null when the service does not say. */
  file: z.string().nullable(),
  name: z.string(),
  contentType: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  /** The service's word for who made it: `upload`, `agent`, `rendered`. */
  source: z.string().nullable(),
  sourceFile: z.string().nullable(),
  sourceVersion: z.string().nullable(),
  createdAt: z.string().nullable(),
});
export type ChatAttachment = z.infer<typeof chatAttachment>;

/** Something that was said. */
export const chatMessage = z.object({
  id: z.string(),
  /** The service's word: `user` or `assistant`. */
  role: z.string(),
  /** Markdown. */
  text: z.string(),
  sequence: z.number().nullable(),
  createdAt: z.string().nullable(),
  /** Of a reply, the service's word: `running`, `completed`, `failed`; null when it says none. */
  status: z.string().nullable(),
  /** What the agent says it is doing. */
  progress: z.string().nullable(),
  attachments: z.array(chatAttachment),
  contextFiles: z.array(z.string()),
  referencedFiles: z.array(z.string()),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A task with a page of its messages, ascending. */
export const openedTask = z.object({
  task: chatTask,
  messages: z.array(chatMessage),
  /** Leads to the messages before; null: there are none. */
  before: z.string().nullable(),
  /** False: what the service said last, because it does not answer now. */
  isFresh: z.boolean(),
  /** When it said so, ISO 8601 UTC. */
  at: z.string(),
});
export type OpenedTask = z.infer<typeof openedTask>;

/** What changed in chat: views of it read again. */
export const chatChange = z.object({
  revision: z.number().int(),
  /** Tasks in which the agent is working. */
  working: z.array(z.string()),
  /** Tasks with a reply that was not looked at. */
  ready: z.array(z.string()),
  /** Messages that have not arrived. */
  waiting: z.number().int(),
});
export type ChatChange = z.infer<typeof chatChange>;
