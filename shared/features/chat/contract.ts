import { z } from 'zod';

import {
  askedQuestion,
  chatAttachment,
  chatChange,
  chatTask,
  openedTask,
  outboxMessage,
  writtenMessage,
} from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);
/** Null: of a task that is not begun yet. */
const ofTask = id.nullable();

/**
 * Conversations with the lab agent (spec 4.1). What is written goes into the outbox and from there to the service, in
 * order, each message once; what is read is the service's answer, or what it said last.
 */
export const chatCalls = {
  /** The tasks of one status, newest first. `search`: in their titles here, and in what was said at the service. */
  'chat.tasks': call(
    z.object({
      status: z.enum(['active', 'completed', 'archived', 'all']).default('active'),
      search: z.string().max(200).default(''),
      page: z.number().int().min(1).max(1_000_000).default(1),
    }),
    z.object({ tasks: z.array(chatTask), hasMore: z.boolean(), isFresh: z.boolean(), at: z.string() }),
  ),
  /**
   * A task with its newest messages; with `before` those that come before them. What was ready counts as read. Of a
   * conversation that became a task since, the task.
   */
  'chat.open': call(z.object({ task: id, before: z.string().max(200).nullable().default(null) }), openedTask),
  /**
   * Puts a message into the outbox. `task` null: it begins a task; the `conversation` of the answer is how more is said
   * in it until then. `wait`: answers when it was tried. `key`: while a question of this key is open, nothing is added and
   * the answer is of that question, which is tried again where it surely was not sent.
   */
  'chat.send': call(
    writtenMessage.extend({ task: ofTask, wait: z.boolean().default(false), key: id.optional() }),
    z.object({ id: z.string(), conversation: z.string(), task: z.string().nullable() }),
  ),
  /** Where the open question of a key stands; null: there is none. */
  'chat.asked': call(z.object({ key: id }), askedQuestion.nullable()),
  /** What was replied in this task was reported: its questions are open no more. */
  'chat.reported': call(z.object({ task: id }), nothing),
  /** All that has not arrived, oldest first. */
  'chat.outbox': call(nothing, z.array(outboxMessage)),
  /** Tries one again. `anyway`: also a message that may have arrived already. */
  'chat.retry': call(z.object({ id, anyway: z.boolean().default(false), wait: z.boolean().default(false) }), nothing),
  /** Changes what has not been sent. @throws `bad-request` while it may have arrived. */
  'chat.edit': call(z.object({ id, message: writtenMessage }), nothing),
  /** Takes one out of the outbox. `mayHaveArrived`: it was under way once, so the agent may answer it all the same. */
  'chat.cancel': call(z.object({ id }), z.object({ message: writtenMessage, mayHaveArrived: z.boolean() })),
  /** What is being written. */
  'chat.draft': call(z.object({ task: ofTask }), writtenMessage.nullable()),
  'chat.setDraft': call(z.object({ task: ofTask, draft: writtenMessage.nullable() }), nothing),
  'chat.rename': call(z.object({ task: id, title: z.string().max(2000) }), chatTask),
  'chat.setStatus': call(z.object({ task: id, status: z.enum(['active', 'completed']) }), chatTask),
  'chat.archive': call(z.object({ task: id }), nothing),
  'chat.unarchive': call(z.object({ task: id }), nothing),
  /** The files of a task, oldest first. */
  'chat.attachments': call(z.object({ task: id }), z.array(chatAttachment)),
  'chat.removeAttachment': call(z.object({ task: id, attachment: id }), nothing),
  /** Chat is shown: for a while replies are polled. */
  'chat.attend': call(nothing, nothing),
  /** Answers when the agent has replied, or with `isReady` false after so many milliseconds. */
  'chat.waitForReply': call(
    z.object({ task: id, atMostMs: z.number().int().min(0).max(3_600_000) }),
    z.object({ isReady: z.boolean() }),
  ),
};

export const chatTopics = { 'chat.changes': chatChange };
