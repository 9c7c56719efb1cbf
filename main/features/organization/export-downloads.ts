import type { ExportProgress } from '../../../shared/features/organization/model.ts';
import { exportTexts as texts } from '../../../shared/features/organization/text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { refused } from '../../items/resolve-id.ts';

/** Windows are told of progress at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

/** One download. */
interface Underway {
  readonly job: string;
  readonly sizeBytes: number | null;
  doneBytes: number;
  isStopped: boolean;
  /** Wakes the wait for more bytes. */
  ring: () => void;
}

/** Downloads of export bundles: progress and cancellation. Nothing partial is left when one is cancelled. */
export class ExportDownloads {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #tell: (underway: ExportProgress[]) => void;
  /** The same bundle downloaded to two folders counts twice. */
  readonly #underway = new Set<Underway>();
  #toldAt = -Infinity;

  constructor(clock: Pick<Clock, 'elapsed'>, tell: (underway: ExportProgress[]) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Cancels the downloads of an export; null: of all. */
  stop(job: string | null): void {
    for (const one of this.#underway) {
      if (job !== null && one.job !== job) continue;
      one.isStopped = true;
      one.ring();
    }
  }

  /** Yields the bytes until they end or the download is cancelled. @throws FaultError `bad-request` when cancelled. */
  async *watched(
    about: Pick<ExportProgress, 'job' | 'sizeBytes'>,
    answer: Pick<HttpResponse, 'body' | 'discard'>,
  ): AsyncGenerator<Uint8Array> {
    const mine: Underway = { ...about, doneBytes: 0, isStopped: false, ring: () => undefined };
    this.#underway.add(mine);
    this.#say(true);
    const chunks = answer.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = mine.isStopped ? null : await nextOf(chunks, mine);
        if (mine.isStopped || next === null) {
          answer.discard().catch(() => undefined);
          throw refused(texts.stopped);
        }
        if (next.done === true) return;
        mine.doneBytes += next.value.byteLength;
        this.#say(false);
        yield next.value;
      }
    } finally {
      // The consumer may have ended first. Not awaited: a stalled connection would never resolve.
      chunks.return?.().catch(() => undefined);
      this.#underway.delete(mine);
      this.#say(true);
    }
  }

  #say(isDue: boolean): void {
    if (!isDue && this.#clock.elapsed() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = this.#clock.elapsed();
    this.#tell([...this.#underway].map(({ job, doneBytes, sizeBytes }) => ({ job, doneBytes, sizeBytes })));
  }
}

/** The next chunk; null: cancelled, even while no chunk comes. */
function nextOf(chunks: AsyncIterator<Uint8Array>, mine: Underway): Promise<IteratorResult<Uint8Array> | null> {
  return new Promise((resolve, reject) => {
    mine.ring = () => resolve(null);
    chunks.next().then(resolve, reject);
  });
}
