import { DAY, MINUTE } from '../../../shared/units.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Log } from '../../ports/log.ts';
import { shiftPauses } from '../limits/pauses.ts';
import type { SteadyClock } from './steady-clock.ts';

/** When the engine last noted the time, and since when its clock has run without a jump; both in ms since the epoch. */
const SEEN = 'clock.seen';
const SINCE = 'clock.since';
/** If this much time has passed since the last start, the clock may be wrong, and must run without a jump first. */
const LONG_ABSENCE_MS = 7 * DAY;
/** A clock that ran this long without a jump may be used to delete what is old. */
const PROVEN_AFTER_MS = DAY;
const NOTE_EVERY_MS = MINUTE;

/**
 * Keeps deadlines true to the time that really passed. When the wall clock jumps, every recorded deadline and start
 * time is shifted with it, so that nothing waits for years, ends early, or is forgotten.
 * GAP: a jump ahead while the program was off cannot be told from time that passed, and counts as that.
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

  /**
   * Follows the wall clock.
   * @returns how far it had jumped (ms); times kept in memory must be shifted by the same amount.
   */
  settle(): number {
    const jumpMs = this.clock.follow();
    if (jumpMs !== 0) this.#jumped(jumpMs);
    else this.#note();
    return jumpMs;
  }

  /** Whether the clock has run long enough without a jump for old data to be deleted. */
  isProven(): boolean {
    return this.clock.now() - Number(this.#journal.facts.get(SINCE) ?? this.clock.now()) >= PROVEN_AFTER_MS;
  }

  /** At the start, the time of the last note is all that is known of the time before. */
  #begin(): void {
    const seen = this.#journal.facts.get(SEEN);
    const passedMs = seen === null ? LONG_ABSENCE_MS : this.clock.now() - Number(seen);
    if (passedMs < 0) this.#jumped(passedMs);
    else if (passedMs >= LONG_ABSENCE_MS) this.#restartCount();
    else this.#note();
  }

  #jumped(ms: number): void {
    this.#log.info('clock.jumped', { ms });
    this.#journal.transaction(() => {
      this.#journal.shiftDeadlines(ms);
      // After a jump ahead, a pause ends when the wall clock says so: a sleep of the computer must not make it longer.
      if (ms < 0) shiftPauses(this.#journal, ms);
      this.#restartCount();
    });
  }

  #restartCount(): void {
    this.#journal.facts.set(SINCE, String(this.clock.now()));
    this.#notedAt = null;
    this.#note();
  }

  /** At most once a minute: each note is a write to the disk. */
  #note(): void {
    const elapsed = this.clock.elapsed();
    if (this.#notedAt !== null && elapsed - this.#notedAt < NOTE_EVERY_MS) return;
    this.#notedAt = elapsed;
    this.#journal.facts.set(SEEN, String(this.clock.now()));
  }
}
