import { z } from 'zod';

import type { Facts } from '../../../journal/records/history.ts';
import { DAY } from '../../../../shared/units.ts';
import { ListedRecords } from './listed-records.ts';

/** Fact that holds the list. */
const FACT = 'chat.asked';
/** The list is rewritten with each change, so its length is limited. */
const MOST_ASKED = 300;
/** The same question after this time is a new one. */
const OPEN_MS = DAY;

const askedQuestion = z.object({
  /** Id of its message in the outbox. */
  id: z.string(),
  /** Chosen by the asking program; equal keys mean the same question. */
  key: z.string(),
  conversation: z.string(),
  /** Null until its task exists. */
  task: z.string().nullable(),
  organization: z.string().nullable(),
  /** Who asked it, if another person has signed in since; null: the signed-in person. */
  owner: z.string().nullable(),
  /** ms since the epoch. */
  askedAt: z.number(),
});

export type AskedQuestion = z.infer<typeof askedQuestion>;

/**
 * Questions asked by programs and not reported back. A program that was ended or lost its connection does not know
 * whether its question was sent: asking with the same key continues the question instead of sending it twice.
 */
export class AskedRecords extends ListedRecords<typeof askedQuestion> {
  constructor(facts: Facts) {
    super(facts, FACT, askedQuestion);
  }

  /** The open question with this key; null: none. @param now ms since the epoch. */
  open(key: string, { organization, now }: { readonly organization: string | null; readonly now: number }) {
    const isOpen = (each: AskedQuestion): boolean =>
      each.key === key && each.owner === null && each.organization === organization && isYoung(each, now);
    return this.all().find(isOpen) ?? null;
  }

  /** Records a question, in the transaction that adds its message to the outbox. */
  ask(question: AskedQuestion): void {
    const others = this.all().filter(each => isYoung(each, question.askedAt));
    this.write([...others, question].slice(-MOST_ASKED));
  }

  /** A local conversation became a task of the service. In a transaction. */
  began(conversation: string, task: string): void {
    const all = this.all();
    if (!all.some(each => each.conversation === conversation)) return;
    this.write(all.map(each => (each.conversation === conversation ? { ...each, conversation: task, task } : each)));
  }

  /** The reply to all questions of this task was reported. */
  reported(task: string): void {
    const all = this.all();
    const others = all.filter(each => each.task !== task);
    if (others.length < all.length) this.write(others);
  }

  /** Keeps the questions for their author, as the outbox does with messages. */
  setAside(owner: string): void {
    this.write(this.all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** Restores the questions of a person who signed in again. */
  takeBack(owner: string): void {
    this.write(this.all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }
}

/** After the clock was set back, a question is not outdated. */
function isYoung({ askedAt }: AskedQuestion, now: number): boolean {
  return now - askedAt < OPEN_MS;
}
