import type { Handlers } from '../../../shared/contract/contract.ts';
import type { NamedFile, OutboxMessage, WrittenMessage } from '../../../shared/model/chat.ts';
import { isUuid } from '../../../shared/ids.ts';
import { chatTexts as texts } from '../../../shared/text/chat.ts';
import { isoTime } from '../../core/calendar.ts';
import { refused, thingOf } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { sharedIdOf } from '../sharing/subject.ts';
import type { Topics } from '../topics.ts';
import { changeHandlers } from './changing.ts';
import { Drafts } from './drafts.ts';
import { KeptTasks } from './kept-tasks.ts';
import { Outbox } from './outbox.ts';
import type { WaitingMessage } from './outbox-records.ts';
import { openTask, tasksPage } from './reading.ts';
import { Replies } from './replies.ts';

type ChatCall = keyof Handlers & `chat.${string}`;

/** Conversations with the agent: what waits to be sent, what is awaited, and what was read. */
export class Chat {
  readonly outbox: Outbox;
  readonly replies: Replies;
  readonly drafts: Drafts;
  readonly kept: KeptTasks;
  readonly parts: AppParts;
  readonly #topics: Topics;
  #revision = 0;

  constructor(given: AppParts, topics: Topics) {
    // Whatever changes here is told at once, beside what is told a few times a second.
    this.parts = { ...given, changed: () => (this.tell(), given.changed()) };
    this.#topics = topics;
    const { facts } = given.journal;
    this.replies = new Replies(this.parts);
    this.drafts = new Drafts(facts);
    this.outbox = new Outbox(this.parts, {
      arrived: task => this.replies.said(task),
      began: (conversation, task) => this.drafts.move(conversation, task),
    });
    this.kept = new KeptTasks(facts);
  }

  start(): void {
    this.outbox.start();
    this.tell();
  }

  async close(): Promise<void> {
    await this.replies.close();
    await this.outbox.close();
  }

  /** Tells whoever shows chat that something changed. */
  tell(): void {
    const awaited = this.replies.awaited.all();
    this.#topics.publish('chat.changes', {
      revision: ++this.#revision,
      working: awaited.filter(({ since }) => since !== null).map(({ task }) => task),
      ready: awaited.filter(({ since }) => since === null).map(({ task }) => task),
      waiting: this.outbox.own().length,
    });
  }
}

export function chatHandlers(chat: Chat): Pick<Handlers, ChatCall> {
  const { outbox, replies, drafts, parts } = chat;
  return {
    'chat.tasks': input => (replies.attend(), tasksPage(chat, input)),
    'chat.open': ({ task, before }) => (replies.attend(), openTask(chat, task, before)),
    'chat.send': input => send(chat, input),
    'chat.outbox': () => Promise.resolve(outbox.own().map(shown)),
    'chat.retry': async ({ id, anyway, wait }) => {
      outbox.again(id, anyway);
      await go(chat, wait);
      return null;
    },
    'chat.edit': async ({ id, message }) => {
      outbox.edit(id, named(parts, message));
      await go(chat, false);
      return null;
    },
    'chat.cancel': ({ id }) => {
      const message = outbox.get(id);
      outbox.records.remove(id);
      parts.changed();
      const mayHaveArrived = message.attempt !== null;
      return Promise.resolve({ message: writtenIn(message), mayHaveArrived });
    },
    'chat.draft': ({ task }) => Promise.resolve(drafts.get(task)),
    'chat.setDraft': ({ task, draft }) => {
      drafts.set(task, draft);
      chat.tell();
      return Promise.resolve(null);
    },
    'chat.attend': () => Promise.resolve((replies.attend(), null)),
    'chat.waitForReply': async ({ task, atMostMs }, signal) => {
      return { isReady: await replies.waitFor(task, atMostMs, signal) };
    },
    ...changeHandlers(chat),
  };
}

async function send(
  chat: Chat,
  { task, wait, ...message }: WrittenMessage & { readonly task: string | null; readonly wait: boolean },
) {
  const { outbox, parts, drafts } = chat;
  chat.replies.attend();
  const to = conversationOf(chat, task);
  const { id, conversation } = parts.journal.transaction(() => {
    const added = outbox.add(named(parts, message), to);
    // What is in the outbox is written; the draft has become it.
    drafts.set(task, null);
    return added;
  });
  await go(chat, wait);
  const waiting = outbox.records.find(id);
  return { id, conversation, task: waiting?.task ?? to.task ?? outbox.records.begun.get(conversation) ?? null };
}

function conversationOf({ parts, outbox }: Chat, task: string | null) {
  const organization = parts.journal.facts.get('organization');
  if (task === null) return { conversation: parts.world.random.uuid(), task: null, organization };
  const known = outbox.own().find(({ conversation }) => conversation === task);
  if (known !== undefined) return { conversation: known.conversation, task: known.task, organization };
  const begun = outbox.records.begun.get(task);
  if (begun !== undefined) return { conversation: begun, task: begun, organization };
  if (!isUuid(task)) throw refused(texts.noSuchTask);
  return { conversation: task.toLowerCase(), task: task.toLowerCase(), organization };
}

async function go({ outbox }: Chat, wait: boolean): Promise<void> {
  outbox.poke();
  if (wait) await outbox.sendNow();
}

/** Files by the service's ids, however rows name them, and with a name to be told by. */
function named(parts: AppParts, message: WrittenMessage): WrittenMessage {
  const resolve = (file: NamedFile): NamedFile => resolved(parts, file);
  const { openFile } = message;
  return {
    ...message,
    contextFiles: message.contextFiles.map(resolve),
    referencedFiles: message.referencedFiles.map(resolve),
    openFile: openFile === null ? null : { ...openFile, file: resolve({ id: openFile.file, name: '' }).id },
  };
}

function resolved({ journal }: AppParts, { id, name }: NamedFile): NamedFile {
  const thing = thingOf(journal, id);
  const known = thing.where === 'mirror' ? (thing.item.remote?.name ?? thing.item.local?.name ?? '') : '';
  return { id: sharedIdOf(thing), name: name === '' ? known : name };
}

function shown(message: WaitingMessage): OutboxMessage {
  const { id, conversation, task, state, note, missing, again, writtenAt } = message;
  const until = again === null ? null : isoTime(again);
  return { ...writtenIn(message), id, conversation, task, state, note, missing, until, writtenAt: isoTime(writtenAt) };
}

function writtenIn({ text, contextFiles, referencedFiles, openFile, attachmentIds }: WaitingMessage): WrittenMessage {
  return { text, contextFiles, referencedFiles, openFile, attachmentIds };
}
