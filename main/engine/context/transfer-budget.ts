import { MINUTE, SECOND } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';

/** So many begin side by side before anything is known of the line. */
const FIRST = 8;
/** More is kept only when it brings this much more. */
const GAIN = 1.05;
/** What was given back because it brought nothing is tried again after so many measurements. */
const TRY_AGAIN_AFTER = 16;
/** A measurement takes at least so long, in milliseconds. */
const MEASURED_MS = SECOND / 4;
/** What a file costs beside its bytes, in bytes: without it, many small files would look like a slow line. */
const FILE_BYTES = 64 * 1024;

/**
 * How many transfers go on side by side, of all mirrors together: more while that brings more, half as many each time
 * the service asks for patience, and then one more for each quiet minute.
 */
export class TransferBudget {
  readonly #clock: Pick<Clock, 'elapsed'>;
  #limit = FIRST;
  #ceiling = Infinity;
  #busyAt = 0;
  #active = 0;
  readonly #waiting: (() => void)[] = [];
  #measuredSince = 0;
  #moved = 0;
  #count = 0;
  #before: { readonly limit: number; readonly rate: number } | null = null;
  #restFor = 0;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** How many may be under way. @param most what a person allows. */
  limit(most: number): number {
    const quietMinutes = Math.floor((this.#clock.elapsed() - this.#busyAt) / MINUTE);
    return Math.max(1, Math.min(most, this.#limit, this.#ceiling + quietMinutes));
  }

  /**
   * Waits for room and takes it. @param most what a person allows.
   * @returns what gives it back, to be called once with the bytes that came through; null when nothing did.
   */
  async enter(most: number): Promise<(sizeBytes: number | null) => void> {
    while (this.#active >= this.limit(most)) await new Promise<void>(resolve => this.#waiting.push(resolve));
    if (this.#active === 0) this.#begin();
    this.#active += 1;
    return sizeBytes => this.#leave(sizeBytes, most);
  }

  #leave(sizeBytes: number | null, most: number): void {
    if (sizeBytes !== null) this.#note(sizeBytes, most);
    this.#active -= 1;
    for (let free = this.limit(most) - this.#active; free > 0; free--) this.#waiting.shift()?.();
  }

  /** The service asked for patience. */
  halve(): void {
    this.#ceiling = Math.max(1, Math.floor(this.limit(Infinity) / 2));
    this.#busyAt = this.#clock.elapsed();
    this.#before = null;
    this.#begin();
  }

  #begin(): void {
    this.#measuredSince = this.#clock.elapsed();
    this.#moved = 0;
    this.#count = 0;
  }

  /** Measures over some rounds of all that are under way, and decides on the next ones. */
  #note(sizeBytes: number, most: number): void {
    this.#moved += sizeBytes + FILE_BYTES;
    this.#count += 1;
    const limit = this.limit(most);
    const passedMs = this.#clock.elapsed() - this.#measuredSince;
    // While fewer are under way than may be, nothing is learnt about the limit.
    if (this.#count < 4 * limit || passedMs < MEASURED_MS) return;
    if (this.#active >= limit) this.#judge(limit, { rate: this.#moved / passedMs, most });
    this.#begin();
  }

  #judge(limit: number, { rate, most }: { rate: number; most: number }): void {
    const { limit: few, rate: slower } = this.#before ?? { limit: 0, rate: 0 };
    if (few < limit && rate < slower * GAIN) {
      this.#limit = few;
      this.#before = null;
      this.#restFor = TRY_AGAIN_AFTER;
      return;
    }
    this.#restFor -= 1;
    if (limit >= most || this.#restFor > 0) return;
    this.#before = { limit, rate };
    this.#limit = Math.min(most, Math.ceil(limit * 1.5));
  }
}
