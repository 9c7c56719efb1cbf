import { EMPTY_BUCKET, pieceBytes, takeBytes } from '../../core/policy/bandwidth.ts';
import type { Bucket } from '../../core/policy/bandwidth.ts';
import type { Clock } from '../../ports/clock.ts';

/** Limits the bytes of one direction, of all transfers together. */
export class Throttle {
  readonly #clock: Pick<Clock, 'elapsed' | 'sleep'>;
  readonly #limit: () => number;
  #bucket: Bucket = EMPTY_BUCKET;

  /** @param limit bytes a second at this moment, read for each piece; 0: none. */
  constructor(clock: Pick<Clock, 'elapsed' | 'sleep'>, limit: () => number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Whether there is a limit at this moment. */
  get isLimited(): boolean {
    return this.#limit() !== 0;
  }

  /**
   * The same bytes, delayed to the limit. Under a limit they come in small pieces, so that the connection is not taken
   * for dead.
   */
  async *paced(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.byteLength;) {
        const limit = this.#limit();
        const size = limit === 0 ? chunk.byteLength - at : Math.min(pieceBytes(limit), chunk.byteLength - at);
        await this.#wait(size, limit);
        yield chunk.subarray(at, at + size);
        at += size;
      }
    }
  }

  async #wait(sizeBytes: number, bytesPerSecond: number): Promise<void> {
    const { bucket, waitMs } = takeBytes(this.#bucket, { sizeBytes, bytesPerSecond, nowMs: this.#clock.elapsed() });
    this.#bucket = bucket;
    if (waitMs > 0) await this.#clock.sleep(waitMs);
  }
}
