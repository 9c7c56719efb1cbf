import { MINUTE, SECOND } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';

/** Transfers in parallel before the line was measured. */
const FIRST = 8;
/** A larger number is kept only when it raises the throughput by this factor. */
const GAIN = 1.05;
/** A number that brought no gain is tried again after this many measurements. */
const TRY_AGAIN_AFTER = 16;
/** The shortest measurement, in milliseconds. */
const MEASURED_MS = SECOND / 4;
/** The cost of a file besides its bytes, in bytes: without it, many small files would look like a slow line. */
const FILE_BYTES = 64 * 1024;

/**
 * How many transfers run in parallel, of all mirrors together: more while that raises the throughput, half as many each
 * time the service asks to slow down, then one more for each quiet minute.
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
  /** Whether the current number brought no gain when it was measured first. */
  #isDoubted = false;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** The current limit. @param most the person's setting. */
  limit(most: number): number {
    return Math.max(1, Math.min(most, this.#limit, this.#ceilingNow()));
  }

  #ceilingNow(): number {
    if (this.#ceiling === Infinity) return Infinity;
    return this.#ceiling + Math.floor((this.#clock.elapsed() - this.#busyAt) / MINUTE);
  }

  /**
   * Waits for a free slot and takes it.
   * @param most the person's setting.
   * @returns frees the slot, to be called once with the bytes transferred; null when there were none.
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

  /** The service asked to slow down. */
  halve(): void {
    this.#ceiling = Math.max(1, Math.floor(this.limit(Infinity) / 2));
    this.#busyAt = this.#clock.elapsed();
    this.#before = null;
    this.#isDoubted = false;
    this.#begin();
  }

  #begin(): void {
    this.#measuredSince = this.#clock.elapsed();
    this.#moved = 0;
    this.#count = 0;
  }

  /** Measures over some rounds of the running transfers, and decides the next limit. */
  #note(sizeBytes: number, most: number): void {
    this.#moved += sizeBytes + FILE_BYTES;
    this.#count += 1;
    const limit = this.limit(most);
    const passedMs = this.#clock.elapsed() - this.#measuredSince;
    // With fewer transfers than the limit, the measurement says nothing about the limit.
    if (this.#count < 4 * limit || passedMs < MEASURED_MS) return;
    if (this.#active >= limit) this.#judge(limit, { rate: this.#moved / passedMs, most });
    this.#begin();
  }

  #judge(limit: number, { rate, most }: { rate: number; most: number }): void {
    const { limit: few, rate: slower } = this.#before ?? { limit: 0, rate: 0 };
    const isNoGain = few < limit && rate < slower * GAIN;
    // One slow moment of the computer or the line would keep a distant service at few transfers for hundreds of files.
    this.#isDoubted = isNoGain && !this.#isDoubted;
    if (this.#isDoubted) return;
    if (isNoGain) {
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
