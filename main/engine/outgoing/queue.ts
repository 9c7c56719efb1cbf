import { FaultError, mayBeLifted, POLICY, toFault } from '../../../shared/fault.ts';
import type { Failure } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import { backoffMs, restAfterRefusal } from '../../core/policy/backoff.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import type { Journal } from '../../journal/journal.ts';
import type { QueuedChange } from '../../journal/records/outgoing.ts';
import type { World } from '../../ports/world.ts';
import type { ServiceConnection } from '../account/account.ts';
import { sendDescription } from './send-descriptions.ts';
import type { Destination } from './send-new-file.ts';
import { sendPutBack } from './send-restored-file.ts';
import { sendOutboxFile } from './send-outbox-file.ts';

/** What the queue is constructed from. */
export interface QueueParts {
  readonly world: World;
  readonly journal: Journal;
  readonly link: () => Promise<ServiceConnection>;
  /** Called when something that is shown has changed. */
  readonly changed: () => void;
  /** Called with folders of the service that got files: what is shown of them must be read again. */
  readonly arrived: (folders: readonly Destination[]) => void;
}

/** Faults that only a person ends: no automatic retry. */
const FOR_A_PERSON: ReadonlySet<string> = new Set(['stale', 'gone', 'refused', 'not-allowed', 'scope', 'bad-request']);
/** A job that waits for another one, such as for its file to be sent, is tried again after this time. */
const LOOK_AGAIN_MS = 10 * SECOND;

const SENDERS = { describe: sendDescription, upload: sendOutboxFile, 'put-back': sendPutBack } as const;

/** Sends, in order, jobs that only the service can do, whenever it can be reached. Idle when there are none. */
export class OutgoingQueue {
  readonly #parts: QueueParts;
  #turn: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | null = null;
  #ring: AbortController | null = null;
  #isStopped = false;
  #isStarted = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Starts sending. */
  start(): void {
    this.#isStarted = true;
    this.poke();
  }

  /** There is a new job, or a person wants one tried now. */
  poke(): void {
    this.#ring?.abort();
    if (this.#isStopped || !this.#isStarted || this.#running !== null) return;
    this.#running = this.#run().finally(() => (this.#running = null));
  }

  /** Ends after the running job. */
  async close(): Promise<void> {
    this.#isStopped = true;
    this.#ring?.abort();
    await this.#running;
    await this.#turn;
  }

  /** Tries every due job once. */
  sendAll(): Promise<void> {
    const result = this.#turn.then(() => this.#sendAll());
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped && this.#waiting().length > 0) {
      await this.sendAll();
      const untilMs = this.#restMs();
      if (untilMs === null || this.#isStopped) return;
      await this.#rest(untilMs);
    }
  }

  async #rest(ms: number): Promise<void> {
    const ring = new AbortController();
    this.#ring = ring;
    try {
      await this.#parts.world.clock.sleep(ms, ring.signal);
    } catch (error) {
      if (!ring.signal.aborted) throw error;
    } finally {
      this.#ring = null;
    }
  }

  /** The jobs that are retried automatically. */
  #waiting(): readonly QueuedChange[] {
    return this.#parts.journal.outgoing.all().filter(({ fault, retryAt }) => fault === null || retryAt !== null);
  }

  #restMs(): number | null {
    const now = this.#parts.world.clock.now();
    const times = this.#waiting().map(({ retryAt }) => Math.max(SECOND, (retryAt ?? now) - now));
    return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
  }

  async #sendAll(): Promise<void> {
    const { world } = this.#parts;
    const due = this.#waiting().filter(({ retryAt }) => retryAt === null || retryAt <= world.clock.now());
    const reached = new Map<string, Destination>();
    const arrived = (folder: Destination): void => void reached.set(folder.id, folder);
    for (const waiting of due) if (this.#isStopped || !(await this.#sendOne(waiting, arrived))) break;
    if (due.length > 0) this.#parts.changed();
    // Once for all files of a round: listing a folder costs more than sending a small file.
    if (reached.size > 0 && !this.#isStopped) this.#parts.arrived([...reached.values()]);
  }

  /** @returns whether the other jobs are worth trying. */
  async #sendOne(waiting: QueuedChange, arrived: (folder: Destination) => void): Promise<boolean> {
    const { journal, world, link } = this.#parts;
    try {
      const parts = { journal, clock: world.clock, world, link: await link(), arrived };
      const send = SENDERS[waiting.work.kind];
      // A job that waits for another one is tried again later.
      if (!(await send(parts, waiting)) && journal.outgoing.get(waiting.id) !== null)
        journal.outgoing.setFault(waiting.id, null, world.clock.now() + LOOK_AGAIN_MS);
      return true;
    } catch (error) {
      return this.#failed(waiting, error);
    }
  }

  /** @returns whether the other jobs are worth trying. @throws what concerns all records. */
  #failed(waiting: QueuedChange, error: unknown): boolean {
    const { journal, world } = this.#parts;
    const fault = toFault(error);
    if (!(error instanceof FaultError)) this.#tell(error);
    const waitMs = this.#waitMs(fault, waiting.attempts);
    try {
      journal.outgoing.setFault(waiting.id, fault, waitMs === null ? null : world.clock.now() + waitMs);
    } catch (unrecorded) {
      if (isOfWholeJournal(unrecorded)) throw unrecorded;
      this.#tell(unrecorded);
    }
    return POLICY[fault.kind].stops !== 'account';
  }

  #tell(error: unknown): void {
    this.#parts.world.log.error('outgoing.failed', { error: error instanceof Error ? error.message : 'unknown' });
  }

  /** The wait before the next try, in milliseconds; null: only a person ends it. */
  #waitMs(fault: Failure, attempts: number): number | null {
    if (mayBeLifted(fault)) return restAfterRefusal(attempts + 1);
    if (FOR_A_PERSON.has(fault.kind)) return null;
    const asked = fault.kind === 'busy' ? (fault.retryAfterMs ?? 0) : 0;
    return Math.max(asked, backoffMs(attempts + 3, this.#parts.world.random.next()));
  }
}
