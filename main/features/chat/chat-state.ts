import type { AppContext } from '../../items/app-context.ts';
import type { Topics } from '../../items/topics.ts';
import { AskedRecords } from './records/chat-records.ts';
import { Drafts } from './drafts.ts';
import { TaskCache } from './task-cache.ts';
import { Outbox } from './send/outbox.ts';
import { Replies } from './replies.ts';

/** Conversations with the agent: unsent messages, expected replies, and messages read. */
export class Chat {
  readonly outbox: Outbox;
  readonly replies: Replies;
  readonly drafts: Drafts;
  readonly asked: AskedRecords;
  readonly kept: TaskCache;
  readonly context: AppContext;
  readonly #topics: Topics;
  #revision = 0;

  constructor(given: AppContext, topics: Topics) {
    // A change in chat is published at once, in addition to the throttled topics.
    this.context = { ...given, changed: () => (this.tell(), given.changed()) };
    this.#topics = topics;
    const { facts } = given.journal;
    this.replies = new Replies(this.context);
    this.drafts = new Drafts(facts);
    this.asked = new AskedRecords(facts);
    this.outbox = new Outbox(this.context, {
      arrived: task => this.replies.said(task),
      began: (conversation, task) => (this.drafts.move(conversation, task), this.asked.began(conversation, task)),
      isNamed: upload => this.drafts.names(upload),
    });
    this.kept = new TaskCache(facts);
  }

  start(): void {
    this.outbox.start();
    this.tell();
  }

  async close(): Promise<void> {
    await this.replies.close();
    await this.outbox.close();
  }

  /** Notifies those who show chat. */
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
