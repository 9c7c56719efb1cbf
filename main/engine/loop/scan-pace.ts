import { SECOND } from '../../../shared/units.ts';

/**
 * A save that comes as several events is one look. More is not waited for while looks find something to do: whoever saves
 * wants it sent, and a look at the folders that events named is short. A storm makes the looks rarer by itself.
 */
const SHORTEST_MS = 5;
/** Nobody waits longer than this for a look, however much happens in the folder. */
const LONGEST_MS = 5 * SECOND;
/** Looks that find nothing to do come twice as rarely each time, up to this. */
const LONGEST_IN_VAIN_MS = 2 * SECOND;
/** Between two looks passes at least this many times what the last one took: looking costs a quarter of one core at most. */
const REST = 3;
/** After so long without events a storm is over. */
const CALM_MS = 10 * SECOND;

/** How long events gather before the folder is looked at, so that a storm of them does not keep us looking (W21). */
export class ScanPace {
  #gapMs = SHORTEST_MS;
  #tookMs = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** How long to wait after an event before looking, in milliseconds. @param elapsedMs the clock's `elapsed`. */
  waitMs(elapsedMs: number): number {
    if (elapsedMs - this.#lastAt > CALM_MS) this.#gapMs = SHORTEST_MS;
    return Math.min(Math.max(this.#gapMs, REST * this.#tookMs), LONGEST_MS);
  }

  /** A look that events had asked for is over. */
  looked({ done, tookMs, elapsedMs }: { done: number; tookMs: number; elapsedMs: number }): void {
    this.#gapMs = done > 0 ? SHORTEST_MS : Math.min(2 * this.#gapMs, LONGEST_IN_VAIN_MS);
    this.#tookMs = done > 0 ? 0 : tookMs;
    this.#lastAt = elapsedMs;
  }
}
