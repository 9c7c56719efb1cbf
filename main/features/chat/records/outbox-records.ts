import { z } from 'zod';

import { outboxState, writtenMessage } from '../../../../shared/features/chat/model.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { listIn, ListedRecords } from './listed-records.ts';

/** Under which name the list stands among the facts. */
const FACT = 'chat.outbox';
/** The list is written whole with each change. */
export const MOST_WAITING = 500;

/** Which conversations of ours became which tasks; the newest last. */
const BEGUN = 'chat.begun';
const MOST_BEGUN = 300;
const begun = z.array(z.tuple([z.string(), z.string()]));

const attempt = z.object({
  /** What the task held before the call: all that is new after it is not among these. */
  ids: z.array(z.string()),
  sequence: z.number().nullable(),
  /** Until then something that is not seen may still come, ms since the epoch. */
  until: z.number(),
});

const waitingMessage = writtenMessage.extend({
  id: z.string(),
  conversation: z.string(),
  task: z.string().nullable(),
  organization: z.string().nullable(),
  /** Whose it is, when somebody else signed in since; null: whoever is signed in wrote it. */
  owner: z.string().nullable(),
  state: outboxState,
  note: z.string().nullable(),
  missing: z.array(z.string()),
  /** Not tried before, ms since the epoch. */
  again: z.number().nullable(),
  writtenAt: z.number(),
  /** A call that may have begun its task; null: none. */
  beginning: attempt.nullable(),
  /** A call that may have said it; null: none. */
  attempt: attempt.nullable(),
});

/** What is recorded before a call that must not be made twice. */
export type Attempt = z.infer<typeof attempt>;
/** A message that is not known to have arrived, with all that is needed to find out. */
export type WaitingMessage = z.infer<typeof waitingMessage>;

/** The messages that are not known to have arrived, in the order in which they were written. */
export class OutboxRecords extends ListedRecords<typeof waitingMessage> {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    super(facts, FACT, waitingMessage);
    this.#facts = facts;
  }

  /** Does nothing when somebody took it out meanwhile. */
  put(message: WaitingMessage): void {
    this.write(this.all().map(each => (each.id === message.id ? message : each)));
  }

  /** A conversation of ours is a task of the service now. */
  began(conversation: string, task: string): void {
    const known = begunIn(this.#facts.get(BEGUN)).filter(([ours]) => ours !== conversation);
    this.#facts.set(BEGUN, JSON.stringify([...known, [conversation, task]].slice(-MOST_BEGUN)));
    const all = this.all().map((each): WaitingMessage => {
      if (each.conversation !== conversation) return each;
      const isBeginner = each.beginning !== null;
      return { ...each, task, conversation: task, beginning: null, state: isBeginner ? 'waiting' : each.state };
    });
    this.write(all);
  }

  /**
   * The task that a conversation of ours became; null: none that we know. Whoever began it may go on under its own name,
   * also when Benchtop was started anew meanwhile.
   */
  taskOf(conversation: string): string | null {
    return begunIn(this.#facts.get(BEGUN)).find(([ours]) => ours === conversation)?.[1] ?? null;
  }

  /** What waits is kept for who wrote it, and shown to nobody else. */
  setAside(owner: string): void {
    this.write(this.all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** They are somebody's who is signed in again. */
  takeBack(owner: string): void {
    this.write(this.all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }
}

function begunIn(text: string | null): z.output<typeof begun> {
  return begun.safeParse(listIn(text)).data ?? [];
}
