import { SECOND } from '../../shared/units.ts';
import type { AppContext } from './app-context.ts';

/** Share of the engine's time that computations of one kind for windows may take. */
const SHARE = 1 / 8;
/** Faster computations are not throttled, in milliseconds. */
const CHEAP_MS = 8;
/**
 * Longest delay. A shorter one would be exceeded by computations of seconds, for example while 10,000 of 100,000 files
 * are sent.
 */
const LONGEST_MS = 30 * SECOND;

/**
 * Throttles expensive computations: after a slow one, its result is reused for a while. A client that got an old result
 * is notified as soon as a new one may be computed.
 */
export class RecomputeThrottle {
  readonly #context: Pick<AppContext, 'world' | 'changed'>;
  readonly #share: number;
  readonly #freshUntil = new Map<string, number>();
  readonly #told = new Set<string>();

  /** @param share of the engine's time that these computations may take, from 0 to 1. */
  constructor(context: Pick<AppContext, 'world' | 'changed'>, share = SHARE) {
    this.#context = context;
    this.#share = share;
  }

  /** Whether the last result has to be reused. */
  mustWait(what: string): boolean {
    const { clock } = this.#context.world;
    const leftMs = (this.#freshUntil.get(what) ?? 0) - clock.elapsed();
    if (leftMs <= 0) return false;
    this.#tellIn(what, leftMs);
    return true;
  }

  /** Runs the computation and measures its duration. */
  reckon<T>(what: string, work: () => T): T {
    const from = this.#context.world.clock.elapsed();
    const result = work();
    this.#rest(what, from);
    return result;
  }

  /** The same for one that is made in turns of the event loop. */
  async reckonInTurns<T>(what: string, work: () => Promise<T>): Promise<T> {
    const from = this.#context.world.clock.elapsed();
    const result = await work();
    this.#rest(what, from);
    return result;
  }

  #rest(what: string, from: number): void {
    const { clock } = this.#context.world;
    const tookMs = clock.elapsed() - from;
    const restMs = tookMs < CHEAP_MS ? 0 : Math.min(tookMs / this.#share, LONGEST_MS);
    this.#freshUntil.set(what, clock.elapsed() + restMs);
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
