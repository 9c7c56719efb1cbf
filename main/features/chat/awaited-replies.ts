import { z } from 'zod';

import type { Facts } from '../../journal/records/history.ts';
import { statusOf } from './task-shapes.ts';

const FACT = 'chat.awaited';
/** A reply without a status is complete when this many polls in a row see it unchanged. */
const STILL_LOOKS = 3;
const MOST = 500;

const awaited = z.object({
  task: z.string(),
  organization: z.string().nullable(),
  /** When the agent started working, ms since the epoch; null: it has replied and the reply is unread. */
  since: z.number().nullable(),
  /** Our messages since then. */
  asked: z.number(),
  /** What the last poll saw, and how often in a row. */
  seen: z.string(),
  still: z.number(),
});
export type Awaited = z.infer<typeof awaited>;

/** Tasks that wait for a reply, or have an unread one. */
export class AwaitedTasks {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  all(): readonly Awaited[] {
    const read = z.array(awaited).safeParse(parsed(this.#facts.get(FACT)));
    return read.success ? read.data : [];
  }

  /** A message was sent to the task. */
  say(task: string, organization: string | null, now: number): void {
    const before = this.all().find(each => each.task === task && each.since !== null);
    const asked = (before?.asked ?? 0) + 1;
    this.#put({ task, organization, since: now, asked, seen: '', still: 0 });
  }

  /** Records a poll. @returns whether the reply is now complete. */
  saw(task: string, messages: readonly Seen[]): boolean {
    const before = this.all().find(each => each.task === task);
    if (before === undefined || before.since === null) return true;
    const seen = messages
      .map(({ id, content, metadata }) => `${id} ${content?.length ?? 0} ${metadata ?? ''}`)
      .join('\n');
    const still = seen === before.seen ? before.still + 1 : 0;
    const isDone = isReplied(messages, before.asked, still);
    this.#put({ ...before, seen, still, since: isDone ? null : before.since });
    return isDone;
  }

  /** The reply was read, or the task is gone. */
  drop(task: string): void {
    this.#write(this.all().filter(each => each.task !== task));
  }

  clear(): void {
    this.#write([]);
  }

  #put(one: Awaited): void {
    this.#write([...this.all().filter(({ task }) => task !== one.task), one].slice(-MOST));
  }

  #write(all: readonly Awaited[]): void {
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}

/** What of a message tells whether the agent has replied. */
export interface Seen {
  readonly id: string;
  readonly role?: string | null;
  readonly content?: string | null;
  readonly metadata?: string | null;
}

/**
 * Whether the agent has replied: the last message is its own, and is marked complete or no longer changes. One reply
 * may answer several messages; then it counts once nothing changes.
 */
export function isReplied(messages: readonly Seen[], asked: number, still: number): boolean {
  const last = messages.at(-1);
  if (last === undefined || (last.role ?? '').toLowerCase() !== 'assistant') return false;
  const status = statusOf(last.metadata);
  const isEnded = status === null ? still >= STILL_LOOKS : ['completed', 'failed'].includes(status.toLowerCase());
  if (!isEnded) return false;
  const replies = messages.filter(({ role }) => (role ?? '').toLowerCase() === 'assistant').length;
  return replies >= asked || still >= STILL_LOOKS;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
