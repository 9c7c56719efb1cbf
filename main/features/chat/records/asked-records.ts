import { z } from 'zod';

import type { Facts } from '../../../journal/records/history.ts';
import { DAY } from '../../../../shared/units.ts';
import { ListedRecords } from './listed-records.ts';

/** Under which name the list stands among the facts. */
const FACT = 'chat.asked';
/** The list is written whole with each change. */
const MOST_ASKED = 300;
/** The same question after this long is a new one. */
const OPEN_MS = DAY;

const askedQuestion = z.object({
  /** Of its message in the outbox. */
  id: z.string(),
  /** What makes two questions the same; chosen by the program that asks. */
  key: z.string(),
  conversation: z.string(),
  /** Null while its task is not begun. */
  task: z.string().nullable(),
  organization: z.string().nullable(),
  /** Who asked it, when another person signed in since; null: the one who is signed in. */
  owner: z.string().nullable(),
  /** ms since the epoch. */
  askedAt: z.number(),
});

export type AskedQuestion = z.infer<typeof askedQuestion>;

/**
 * Questions that a program asked and has not reported back. A program that is ended, or loses its line, cannot know
 * whether its question was sent: asked again with the same key, the question goes on where it stands and is not sent twice.
 */
export class AskedRecords extends ListedRecords<typeof askedQuestion> {
  constructor(facts: Facts) {
    super(facts, FACT, askedQuestion);
  }

  /** The question of this key that is still open; null: there is none. @param now ms since the epoch. */
  open(key: string, { organization, now }: { readonly organization: string | null; readonly now: number }) {
    const isOpen = (each: AskedQuestion): boolean =>
      each.key === key && each.owner === null && each.organization === organization && isYoung(each, now);
    return this.all().find(isOpen) ?? null;
  }

  /** Records one before its message can be sent; in the transaction that puts the message into the outbox. */
  ask(question: AskedQuestion): void {
    const others = this.all().filter(each => isYoung(each, question.askedAt));
    this.write([...others, question].slice(-MOST_ASKED));
  }

  /** A conversation of ours is a task of the service now. In a transaction. */
  began(conversation: string, task: string): void {
    const all = this.all();
    if (!all.some(each => each.conversation === conversation)) return;
    this.write(all.map(each => (each.conversation === conversation ? { ...each, conversation: task, task } : each)));
  }

  /** The reply to all that was asked in this task was reported. */
  reported(task: string): void {
    const all = this.all();
    const others = all.filter(each => each.task !== task);
    if (others.length < all.length) this.write(others);
  }

  /** Keeps them for the one who asked, as the outbox does with the messages. */
  setAside(owner: string): void {
    this.write(this.all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** The one who asked is signed in again. */
  takeBack(owner: string): void {
    this.write(this.all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }
}

/** A clock that was set back does not make a question old. */
function isYoung({ askedAt }: AskedQuestion, now: number): boolean {
  return now - askedAt < OPEN_MS;
}
