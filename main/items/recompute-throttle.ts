import { SECOND } from '../../shared/units.ts';
import type { AppContext } from './app-context.ts';

/** What is reckoned for windows may take this part of the engine's time. */
const SHARE = 1 / 8;
/** Reckoning that takes less is not worth waiting for, in milliseconds. */
const CHEAP_MS = 8;
/** Where it takes seconds, such as while 10,000 files are sent out of 100,000, a shorter rest would be most of the time. */
const LONGEST_MS = 30 * SECOND;

/**
 * Keeps what is dear to reckon from being reckoned all the time: after it took long, the last result counts for a while.
 * Who was given an older result hears of a change as soon as a new one may be had.
 */
export class Patience {
  readonly #context: Pick<AppContext, 'world' | 'changed'>;
  readonly #freshUntil = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(context: Pick<AppContext, 'world' | 'changed'>) {
    this.#context = context;
  }

  /** Whether the last result still has to do. */
  mustWait(what: string): boolean {
    const { clock } = this.#context.world;
    const leftMs = (this.#freshUntil.get(what) ?? 0) - clock.elapsed();
    if (leftMs <= 0) return false;
    this.#tellIn(what, leftMs);
    return true;
  }

  /** Reckons it, and remembers how long that took. */
  reckon<T>(what: string, work: () => T): T {
    const { clock } = this.#context.world;
    const from = clock.elapsed();
    const result = work();
    const tookMs = clock.elapsed() - from;
    const restMs = tookMs < CHEAP_MS ? 0 : Math.min(tookMs / SHARE, LONGEST_MS);
    this.#freshUntil.set(what, clock.elapsed() + restMs);
    return result;
  }

  #tellIn(what: string, ms: number): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    const tell = (): void => {
      this.#told.delete(what);
      this.#context.changed();
    };
    this.#context.world.clock.sleep(ms).then(tell, tell);
  }
}
