import { z } from 'zod';

import { outboxState, writtenMessage } from '../../../../shared/features/chat/model.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { listIn, ListedRecords } from './listed-records.ts';

/** Fact that holds the list. */
const FACT = 'chat.outbox';
/** The list is rewritten with each change, so its length is limited. */
export const MOST_WAITING = 500;

/** Fact: which local conversations became which tasks; newest last. */
const BEGUN = 'chat.begun';
const MOST_BEGUN = 300;
const begun = z.array(z.tuple([z.string(), z.string()]));

const attempt = z.object({
  /** Ids present before the call: a message that is not among them is new. */
  ids: z.array(z.string()),
  sequence: z.number().nullable(),
  /** Until then an unseen message may still arrive, ms since the epoch. */
  until: z.number(),
});

const waitingMessage = writtenMessage.extend({
  id: z.string(),
  conversation: z.string(),
  task: z.string().nullable(),
  organization: z.string().nullable(),
  /** The author, if another person has signed in since; null: the signed-in person. */
  owner: z.string().nullable(),
  state: outboxState,
  note: z.string().nullable(),
  missing: z.array(z.string()),
  /** No attempt before this time, ms since the epoch. */
  again: z.number().nullable(),
  writtenAt: z.number(),
  /** A call that may have created its task; null: none. */
  beginning: attempt.nullable(),
  /** A call that may have sent it; null: none. */
  attempt: attempt.nullable(),
});

/** Recorded before a call that must not be made twice. */
export type Attempt = z.infer<typeof attempt>;
/** A message not known to have arrived, with everything needed to find out. */
export type WaitingMessage = z.infer<typeof waitingMessage>;

/** Messages not known to have arrived, in the order written. */
export class OutboxRecords extends ListedRecords<typeof waitingMessage> {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    super(facts, FACT, waitingMessage);
    this.#facts = facts;
  }

  /** Does nothing if the message was removed. */
  put(message: WaitingMessage): void {
    this.write(this.all().map(each => (each.id === message.id ? message : each)));
  }

  /** A local conversation became a task of the service. */
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
   * The task of a local conversation; null: none known. Clients may continue with the conversation's own id, also after
   * a restart.
   */
  taskOf(conversation: string): string | null {
    return begunIn(this.#facts.get(BEGUN)).find(([ours]) => ours === conversation)?.[1] ?? null;
  }

  /** Keeps the messages for their author; another person does not see them. */
  setAside(owner: string): void {
    this.write(this.all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** Restores the messages of a person who signed in again. */
  takeBack(owner: string): void {
    this.write(this.all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }
}

function begunIn(text: string | null): z.output<typeof begun> {
  return begun.safeParse(listIn(text)).data ?? [];
}
