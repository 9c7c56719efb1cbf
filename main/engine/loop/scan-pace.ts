import { SECOND } from '../../../shared/units.ts';

/**
 * Groups the events of one save into one scan. The wait stays this short while scans find work: the save should be sent
 * soon, and scanning the folders that events named is short. When many events come, scans become rarer on their own.
 */
const SHORTEST_MS = 5;
/** The longest wait for a scan, however much happens in the folder. */
const LONGEST_MS = 5 * SECOND;
/** The wait doubles after each scan that finds nothing to do, up to this. */
const LONGEST_IN_VAIN_MS = 2 * SECOND;
/**
 * Between two scans passes at least this many times the duration of the last one: scanning costs a quarter of one core
 * at most.
 */
const PAUSE_FACTOR = 3;
/** Without events for this long, the wait is reset. */
const CALM_MS = 10 * SECOND;

/**
 * How long events gather before the folder is scanned, so that continuous events do not cause continuous scans (W21).
 */
export class ScanPace {
  #gapMs = SHORTEST_MS;
  #tookMs = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** How long to wait after an event before scanning, in milliseconds. @param elapsedMs the clock's `elapsed`. */
  waitMs(elapsedMs: number): number {
    if (elapsedMs - this.#lastAt > CALM_MS) this.#gapMs = SHORTEST_MS;
    return Math.min(Math.max(this.#gapMs, PAUSE_FACTOR * this.#tookMs), LONGEST_MS);
  }

  /** A scan that events had caused is over. */
  scanned({ done, tookMs, elapsedMs }: { done: number; tookMs: number; elapsedMs: number }): void {
    this.#gapMs = done > 0 ? SHORTEST_MS : Math.min(2 * this.#gapMs, LONGEST_IN_VAIN_MS);
    this.#tookMs = done > 0 ? 0 : tookMs;
    this.#lastAt = elapsedMs;
  }
}
