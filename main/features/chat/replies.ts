import type { StopSignal } from '../../../shared/stop-signal.ts';
import { toFault } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import { listMessages } from '../../remote/api/calls/tasks.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type Awaited, AwaitedTasks } from './awaited-replies.ts';
import { ATTENTION_MS, nextLookMs } from './poll-pace.ts';

/** The newest messages that a look asks for. */
const LOOKED_AT = 20;
const AFTER_FAULT_MS = 15 * SECOND;

/** Asks for replies: quick at first, slower later, not at all while none is awaited or nobody looks. */
export class Replies {
  readonly awaited: AwaitedTasks;
  readonly #parts: AppContext;
  #attendedAt: number | null = null;
  #running: Promise<void> | null = null;
  #ring: AbortController | null = null;
  #isClosed = false;

  constructor(parts: AppContext) {
    this.#parts = parts;
    this.awaited = new AwaitedTasks(parts.journal.facts);
  }

  /** Somebody looks. */
  attend(): void {
    this.#attendedAt = this.#parts.world.clock.elapsed();
    this.#wake();
  }

  /** Something was said in a task. In a transaction. */
  said(task: string): void {
    const { journal, world } = this.#parts;
    this.awaited.say(task, journal.facts.get('organization'), world.clock.now());
    this.#ring?.abort();
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ring?.abort();
    await this.#running;
  }

  /** Those in which the agent works. */
  working(): readonly Awaited[] {
    const organization = this.#parts.journal.facts.get('organization');
    return this.awaited.all().filter(each => each.since !== null && each.organization === organization);
  }

  /** Answers when a task is replied to, or after so long. @returns whether it is. */
  async waitFor(task: string, atMostMs: number, stop?: StopSignal): Promise<boolean> {
    const { clock } = this.#parts.world;
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
    return this.#attendedAt !== null && this.#parts.world.clock.elapsed() - this.#attendedAt < ATTENTION_MS;
  }

  #wake(): void {
    if (this.#isClosed || this.#running !== null || !this.#isAttended() || this.working().length === 0) return;
    this.#running = this.#run()
      .catch((error: unknown) => {
        this.#parts.world.log.error('chat.replies', { error: error instanceof Error ? error.message : 'unknown' });
      })
      .finally(() => (this.#running = null));
  }

  async #run(): Promise<void> {
    const looked = new Map<string, number>();
    while (!this.#isClosed && this.#isAttended()) {
      const { clock } = this.#parts.world;
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

  /** @returns when it was looked at, later when the service should be left alone for a while. */
  async #look({ task, organization }: Awaited): Promise<number> {
    const { engine, world, changed } = this.#parts;
    try {
      const line = (await engine.link()).line(organization);
      const { items } = await listMessages(line, { path: { id: task }, query: { limit: LOOKED_AT } });
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
      await this.#parts.world.clock.sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

function dueIn({ since }: Awaited, lookedAt: number | undefined, now: number): number {
  if (lookedAt === undefined) return 0;
  return lookedAt + nextLookMs(now - (since ?? now)) - now;
}

/** From the last block of questions on: what was replied before is no reply to them. */
function sinceAsked<T extends { readonly role?: string | null }>(messages: readonly T[]): readonly T[] {
  const isUser = ({ role }: T): boolean => (role ?? 'user').toLowerCase() !== 'assistant';
  const last = messages.findLastIndex(isUser);
  let first = last;
  while (first > 0 && messages[first - 1] !== undefined && isUser(messages[first - 1] as T)) first -= 1;
  return first < 0 ? messages : messages.slice(first);
}
