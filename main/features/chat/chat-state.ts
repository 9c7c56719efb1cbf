import type { AppContext } from '../../items/app-context.ts';
import type { Topics } from '../../items/topics.ts';
import { AskedRecords } from './records/asked-records.ts';
import { Drafts } from './drafts.ts';
import { KeptTasks } from './kept-tasks.ts';
import { Outbox } from './send/outbox.ts';
import { Replies } from './replies.ts';

/** Conversations with the agent: what waits to be sent, what is awaited, and what was read. */
export class Chat {
  readonly outbox: Outbox;
  readonly replies: Replies;
  readonly drafts: Drafts;
  readonly asked: AskedRecords;
  readonly kept: KeptTasks;
  readonly parts: AppContext;
  readonly #topics: Topics;
  #revision = 0;

  constructor(given: AppContext, topics: Topics) {
    // Whatever changes here is told at once, beside what is told a few times a second.
    this.parts = { ...given, changed: () => (this.tell(), given.changed()) };
    this.#topics = topics;
    const { facts } = given.journal;
    this.replies = new Replies(this.parts);
    this.drafts = new Drafts(facts);
    this.asked = new AskedRecords(facts);
    this.outbox = new Outbox(this.parts, {
      arrived: task => this.replies.said(task),
      began: (conversation, task) => (this.drafts.move(conversation, task), this.asked.began(conversation, task)),
      isNamed: upload => this.drafts.names(upload),
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
