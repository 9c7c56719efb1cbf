import { DAY, MINUTE } from '../../../shared/units.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Log } from '../../ports/log.ts';
import { shiftPauses } from '../context/pauses.ts';
import type { SteadyClock } from './steady-clock.ts';

/** When the engine last knew what time it was, and since when its time has gone on without a jump; both in ms. */
const SEEN = 'clock.seen';
const SINCE = 'clock.since';
/** Seen later than this after the last time, the clock must first prove itself: it may just as well be wrong. */
const LONG_ABSENCE_MS = 7 * DAY;
/** A clock that went on for this long without a jump may be used to remove what is old. */
const PROVEN_AFTER_MS = DAY;
const NOTE_EVERY_MS = MINUTE;

/**
 * Keeps what waits true to the time that really passed. When the wall clock jumps, every deadline and every moment that
 * is counted from jumps with it, so that nothing waits for years, ends early, or is forgotten.
 * GAP: a jump ahead while nothing of ours ran cannot be told from time that passed, and counts as that.
 */
export class Timekeeping {
  readonly clock: SteadyClock;
  readonly #journal: Journal;
  readonly #log: Log;
  #notedAt: number | null = null;

  constructor(clock: SteadyClock, journal: Journal, log: Log) {
    this.clock = clock;
    this.#journal = journal;
    this.#log = log;
    this.#begin();
  }

  /** Follows the wall clock. Returns how far it had jumped (ms), after which whatever is kept in memory must follow too. */
  settle(): number {
    const jumpMs = this.clock.follow();
    if (jumpMs !== 0) this.#jumped(jumpMs);
    else this.#note();
    return jumpMs;
  }

  /** Whether the clock has gone on long enough without a jump for what is old to be removed for good. */
  isProven(): boolean {
    return this.clock.now() - Number(this.#journal.facts.get(SINCE) ?? this.clock.now()) >= PROVEN_AFTER_MS;
  }

  /** At the start all that is known of the time before is when it was last looked at. */
  #begin(): void {
    const seen = this.#journal.facts.get(SEEN);
    const passedMs = seen === null ? LONG_ABSENCE_MS : this.clock.now() - Number(seen);
    if (passedMs < 0) this.#jumped(passedMs);
    else if (passedMs >= LONG_ABSENCE_MS) this.#beginAnew();
    else this.#note();
  }

  #jumped(ms: number): void {
    this.#log.info('clock.jumped', { ms });
    this.#journal.transaction(() => {
      this.#journal.shiftDeadlines(ms);
      // Ahead, a pause ends when the clock on the wall says so: a sleep of the computer must not make it longer.
      if (ms < 0) shiftPauses(this.#journal, ms);
      this.#beginAnew();
    });
  }

  #beginAnew(): void {
    this.#journal.facts.set(SINCE, String(this.clock.now()));
    this.#notedAt = null;
    this.#note();
  }

  /** Not at every look: each one is a write to the disk. */
  #note(): void {
    const elapsed = this.clock.elapsed();
    if (this.#notedAt !== null && elapsed - this.#notedAt < NOTE_EVERY_MS) return;
    this.#notedAt = elapsed;
    this.#journal.facts.set(SEEN, String(this.clock.now()));
  }
}
