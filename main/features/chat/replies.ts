import { z } from 'zod';

import type { StopSignal } from '../../../shared/stop-signal.ts';
import { toFault } from '../../../shared/fault.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import type { Facts } from '../../journal/records/history.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext } from '../../items/app-context.ts';
import { statusOf } from './task-cache.ts';

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
type Awaited = z.infer<typeof awaited>;

/** Tasks that wait for a reply, or have an unread one. */
export class PendingReplies {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  all(): readonly Awaited[] {
    const read = z.array(awaited).safeParse(jsonOrNull(this.#facts.get(FACT)));
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
interface Seen {
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

/** Newest messages requested per poll. */
const LOOKED_AT = 20;
const AFTER_FAULT_MS = 15 * SECOND;

/** Polls for replies: fast at first, slower later, not at all when none is expected or no window is watching. */
export class Replies {
  readonly awaited: PendingReplies;
  readonly #context: AppContext;
  #attendedAt: number | null = null;
  #running: Promise<void> | null = null;
  #ring: AbortController | null = null;
  #isClosed = false;

  constructor(context: AppContext) {
    this.#context = context;
    this.awaited = new PendingReplies(context.journal.facts);
  }

  /** A window is watching. */
  attend(): void {
    this.#attendedAt = this.#context.world.clock.elapsed();
    this.#wake();
  }

  /** A message was sent to a task. In a transaction. */
  said(task: string): void {
    const { journal, world } = this.#context;
    this.awaited.say(task, journal.facts.get('organization'), world.clock.now());
    this.#ring?.abort();
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ring?.abort();
    await this.#running;
  }

  /** Tasks in which the agent is working. */
  working(): readonly Awaited[] {
    const organization = this.#context.journal.facts.get('organization');
    return this.awaited.all().filter(each => each.since !== null && each.organization === organization);
  }

  /** Waits until a task has a reply, at most `atMostMs`. @returns whether it has. */
  async waitFor(task: string, atMostMs: number, stop?: StopSignal): Promise<boolean> {
    const { clock } = this.#context.world;
    const end = clock.elapsed() + atMostMs;
    for (;;) {
      const one = this.working().find(each => each.task === task);
      if (one === undefined) return true;
      if (this.#isClosed || stop?.aborted === true || clock.elapsed() >= end) return false;
      this.attend();
      await clock.sleep(Math.min(SECOND, Math.max(1, end - clock.elapsed())));
    }
  }

  #isAttended(): boolean {
    return this.#attendedAt !== null && this.#context.world.clock.elapsed() - this.#attendedAt < ATTENTION_MS;
  }

  #wake(): void {
    if (this.#isClosed || this.#running !== null || !this.#isAttended() || this.working().length === 0) return;
    this.#running = this.#run()
      .catch((error: unknown) => {
        this.#context.world.log.error('chat.replies', { error: error instanceof Error ? error.message : 'unknown' });
      })
      .finally(() => (this.#running = null));
  }

  async #run(): Promise<void> {
    const looked = new Map<string, number>();
    while (!this.#isClosed && this.#isAttended()) {
      const { clock } = this.#context.world;
      const working = this.working();
      if (working.length === 0) return;
      const dues = working.map(one => ({ one, in: dueIn(one, looked.get(one.task), clock.now()) }));
      const soonest = dues.reduce((least, due) => Math.min(least, due.in), Infinity);
      if (soonest > 0) await this.#rest(soonest);
      else
        await this.#lookAtAll(
          dues.filter(due => due.in <= 0).map(({ one }) => one),
          looked,
        );
    }
  }

  async #lookAtAll(due: readonly Awaited[], looked: Map<string, number>): Promise<void> {
    for (const one of due) if (!this.#isClosed) looked.set(one.task, await this.#look(one));
  }

  /** Polls one task. @returns when it was polled; later if the service asked for a pause. */
  async #look({ task, organization }: Awaited): Promise<number> {
    const { engine, world, changed } = this.#context;
    try {
      const line = (await engine.connection()).line(organization);
      const { items } = await calls.listMessages(line, { path: { id: task }, query: { limit: LOOKED_AT } });
      const sorted = items.toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
      this.awaited.saw(task, sinceAsked(sorted));
      changed();
      return world.clock.now();
    } catch (error) {
      const fault = toFault(error);
      if (fault.kind === 'gone' || fault.kind === 'not-allowed') this.awaited.drop(task);
      changed();
      return world.clock.now() + AFTER_FAULT_MS;
    }
  }

  async #rest(ms: number): Promise<void> {
    this.#ring = new AbortController();
    const { signal } = this.#ring;
    try {
      await this.#context.world.clock.sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

function dueIn({ since }: Awaited, lookedAt: number | undefined, now: number): number {
  if (lookedAt === undefined) return 0;
  return lookedAt + nextLookMs(now - (since ?? now)) - now;
}

/** Messages since the last question: earlier replies do not answer it. */
function sinceAsked<T extends { readonly role?: string | null }>(messages: readonly T[]): readonly T[] {
  const isUser = ({ role }: T): boolean => (role ?? 'user').toLowerCase() !== 'assistant';
  const last = messages.findLastIndex(isUser);
  let first = last;
  while (first > 0 && messages[first - 1] !== undefined && isUser(messages[first - 1] as T)) first -= 1;
  return first < 0 ? messages : messages.slice(first);
}

/** How long a window counts as watching after its last request, in milliseconds. */
const ATTENTION_MS = 90 * SECOND;

/** Delay until the next poll for a reply. @param awaitedMs how long it has been expected. In milliseconds. */
export function nextLookMs(awaitedMs: number): number {
  if (awaitedMs < 10 * SECOND) return SECOND;
  if (awaitedMs < 40 * SECOND) return 2 * SECOND;
  if (awaitedMs < 5 * MINUTE) return 5 * SECOND;
  return awaitedMs < 30 * MINUTE ? 15 * SECOND : MINUTE;
}
