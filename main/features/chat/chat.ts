import { badRequest } from '../../../shared/fault.ts';
import type { chatFileCalls } from '../../../shared/features/chat/files-contract.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { AskedQuestion, NamedFile, OutboxMessage, WrittenMessage } from '../../../shared/features/chat/model.ts';
import { isUuid } from '../../../shared/ids.ts';
import { chatFileTexts } from '../../../shared/features/chat/files-text.ts';
import { chatTexts as texts } from '../../../shared/features/chat/text.ts';
import { isoTime } from '../../core/calendar.ts';
import { thingOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { sharedIdOf } from '../sharing/shared-item.ts';
import type { Chat } from './chat-state.ts';
import type { Outbox } from './send/outbox.ts';
import type { Facts } from '../../journal/records/history.ts';
import { AskedRecords, OutboxRecords, type WaitingMessage } from './records/chat-records.ts';
import { askedAs, askingHandlers, changeHandlers } from './task-handlers.ts';
import { Drafts } from './drafts.ts';
import { TaskCache } from './task-cache.ts';
import { openTask, tasksPage } from './read-task.ts';
import { PendingReplies } from './replies.ts';
import { plainName } from './send/uploads.ts';

type ChatCall = Exclude<keyof Handlers & `chat.${string}`, keyof typeof chatFileCalls> | UploadCall;
type UploadCall = 'chat.attach' | 'chat.uploads' | 'chat.detach';

export function chatHandlers(chat: Chat): Pick<Handlers, ChatCall> {
  const { outbox, replies, drafts, context } = chat;
  return {
    'chat.tasks': input => (replies.attend(), tasksPage(chat, input)),
    'chat.open': ({ task, before }) => (replies.attend(), openTask(chat, begunAs(chat, task), before)),
    'chat.send': input => send(chat, input),
    'chat.outbox': () => Promise.resolve(outbox.own().map(message => shown(outbox, message))),
    'chat.retry': async ({ id, anyway, wait }) => {
      outbox.again(id, anyway);
      await go(chat, wait);
      return null;
    },
    'chat.edit': async ({ id, message }) => {
      outbox.edit(id, named(context, message));
      await go(chat, false);
      return null;
    },
    'chat.cancel': ({ id }) => {
      const message = outbox.get(id);
      outbox.records.remove(id);
      // The person removed the message, so asking the same question again is a new one.
      chat.asked.remove(id);
      context.changed();
      const mayHaveArrived = message.attempt !== null;
      return Promise.resolve({ message: writtenIn(message), mayHaveArrived });
    },
    'chat.draft': ({ task }) => Promise.resolve(drafts.get(task === null ? null : begunAs(chat, task))),
    'chat.setDraft': ({ task, draft }) => {
      const known = drafts.tasks().size;
      drafts.set(task === null ? null : begunAs(chat, task), draft);
      // Lists show which tasks have a draft, not its text.
      if (drafts.tasks().size !== known) chat.tell();
      return Promise.resolve(null);
    },
    'chat.attend': () => Promise.resolve((replies.attend(), null)),
    'chat.waitForReply': async ({ task, atMostMs }, signal) => {
      return { isReady: await replies.waitFor(task, atMostMs, signal) };
    },
    ...askingHandlers(chat),
    ...changeHandlers(chat),
    ...uploadHandlers(chat),
  };
}

/** The task that a local conversation became, else the given id. */
function begunAs({ outbox }: Chat, task: string): string {
  return outbox.records.taskOf(task) ?? task;
}

type Sent = WrittenMessage & {
  readonly task: string | null;
  readonly wait: boolean;
  readonly key?: string | undefined;
};

async function send(chat: Chat, { task, wait, key, ...message }: Sent) {
  const { outbox, context, drafts, asked } = chat;
  chat.replies.attend();
  const open = key === undefined ? null : askedAs(chat, key);
  if (open !== null) return goOn(chat, open, wait);
  const to = conversationOf(chat, task);
  const { id, conversation } = context.journal.transaction(() => {
    const added = outbox.add(named(context, message), to);
    // The message is in the outbox, so its draft is done.
    drafts.set(task, null);
    if (key !== undefined) asked.ask({ key, id: added.id, ...to, owner: null, askedAt: added.writtenAt });
    return added;
  });
  await go(chat, wait);
  return { id, conversation, task: taskOfMessage(chat, { id, conversation, task: to.task }) };
}

/** The question was asked before, so nothing is added. If it certainly was not sent, it is retried at once. */
async function goOn(chat: Chat, { id, conversation, task, standing }: AskedQuestion, wait: boolean) {
  if (standing === 'kept') chat.outbox.again(id, false);
  await go(chat, wait);
  return { id, conversation, task: taskOfMessage(chat, { id, conversation, task }) };
}

function taskOfMessage(
  { outbox }: Chat,
  { id, conversation, task }: { readonly id: string; readonly conversation: string; readonly task: string | null },
): string | null {
  return outbox.records.find(id)?.task ?? task ?? outbox.records.taskOf(conversation);
}

function conversationOf(chat: Chat, task: string | null) {
  const { context, outbox } = chat;
  const organization = context.journal.facts.get('organization');
  if (task === null) return { conversation: context.world.random.uuid(), task: null, organization };
  const known = outbox.own().find(({ conversation }) => conversation === task);
  if (known !== undefined) return { conversation: known.conversation, task: known.task, organization };
  const begun = begunAs(chat, task);
  if (begun !== task) return { conversation: begun, task: begun, organization };
  if (!isUuid(task)) throw badRequest(texts.noSuchTask);
  return { conversation: task.toLowerCase(), task: task.toLowerCase(), organization };
}

async function go({ outbox }: Chat, wait: boolean): Promise<void> {
  outbox.poke();
  if (wait) await outbox.sendAll();
}

/** Replaces row ids by the service's file ids, and adds a name to each for error messages. */
function named(context: AppContext, message: WrittenMessage): WrittenMessage {
  const resolve = (file: NamedFile): NamedFile => resolved(context, file);
  const { openFile } = message;
  return {
    ...message,
    contextFiles: message.contextFiles.map(resolve),
    referencedFiles: message.referencedFiles.map(resolve),
    openFile: openFile === null ? null : { ...openFile, file: resolve({ id: openFile.file, name: '' }).id },
  };
}

function resolved({ journal }: AppContext, { id, name }: NamedFile): NamedFile {
  const thing = thingOf(journal, id);
  const known = thing.where === 'mirror' ? (thing.item.remote?.name ?? thing.item.local?.name ?? '') : '';
  return { id: sharedIdOf(thing), name: name === '' ? known : name };
}

function shown({ uploads }: Outbox, message: WaitingMessage): OutboxMessage {
  const { id, conversation, task, state, missing, again, writtenAt } = message;
  const until = again === null ? null : isoTime(again);
  const files = (message.uploads ?? []).filter(upload => uploads.shown(upload)?.state !== 'ready').length;
  const note = message.note ?? (files > 0 ? chatFileTexts.waits(files) : null);
  return { ...writtenIn(message), id, conversation, task, state, note, missing, until, writtenAt: isoTime(writtenAt) };
}

function writtenIn(message: WaitingMessage): WrittenMessage {
  const { text, contextFiles, referencedFiles, openFile, attachmentIds, uploads } = message;
  const written = { text, contextFiles, referencedFiles, openFile, attachmentIds };
  return uploads === undefined || uploads.length === 0 ? written : { ...written, uploads };
}

/** Local files that are sent with messages. */
function uploadHandlers({ outbox, context }: Chat): Pick<Handlers, UploadCall> {
  const { uploads, records } = outbox;
  return {
    'chat.attach': async ({ name, sizeBytes }) => {
      await uploads.shelf.mustFit(sizeBytes ?? 0, name);
      return { id: uploads.begin(plainName(name)) };
    },
    'chat.uploads': ({ ids }) => Promise.resolve(ids.flatMap(id => uploads.shown(id) ?? [])),
    'chat.detach': async ({ id }) => {
      if (records.all().some(each => each.uploads?.includes(id) === true)) throw badRequest(chatFileTexts.inMessage);
      await uploads.drop(id);
      context.changed();
      return null;
    },
  };
}

/**
 * Another person may sign in next: forgets what was read, and keeps unsent messages for their author. If the author is
 * unknown, the messages stay, because none may be lost. In a transaction.
 */
export function setChatAside(facts: Facts, email: string | null): void {
  new TaskCache(facts).clear();
  new PendingReplies(facts).clear();
  if (email === null) return;
  new Drafts(facts).setAside(email);
  new OutboxRecords(facts).setAside(email);
  new AskedRecords(facts).setAside(email);
}

/** Restores the unsent messages of a person who signed in again. */
export function takeChatBack(facts: Facts, email: string): void {
  new Drafts(facts).takeBack(email);
  new OutboxRecords(facts).takeBack(email);
  new AskedRecords(facts).takeBack(email);
}
