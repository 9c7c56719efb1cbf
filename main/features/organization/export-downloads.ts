import type { ExportProgress } from '../../../shared/features/organization/model.ts';
import { exportTexts as texts } from '../../../shared/features/organization/text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { refused } from '../../items/resolve-id.ts';

/** Windows hear of progress at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

/** One download. */
interface Underway {
  readonly job: string;
  readonly sizeBytes: number | null;
  doneBytes: number;
  isStopped: boolean;
  /** Ends the wait for more bytes. */
  ring: () => void;
}

/** Bundles that are being downloaded: how far each is, and what ends it. Nothing half stays when one is stopped. */
export class ExportDownloads {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #tell: (underway: ExportProgress[]) => void;
  /** One that is downloaded to two places at once is two. */
  readonly #underway = new Set<Underway>();
  #toldAt = -Infinity;

  constructor(clock: Pick<Clock, 'elapsed'>, tell: (underway: ExportProgress[]) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Ends the downloads of an export; null: all. */
  stop(job: string | null): void {
    for (const one of this.#underway) {
      if (job !== null && one.job !== job) continue;
      one.isStopped = true;
      one.ring();
    }
  }

  /** The bytes as they come, until they end or somebody stops them. @throws FaultError `bad-request` when stopped. */
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
      // Whoever writes the bytes may have ended first. What waits for a stopped line is not waited for.
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

/** What comes next; null: it was stopped, also where nothing comes any more. */
function nextOf(chunks: AsyncIterator<Uint8Array>, mine: Underway): Promise<IteratorResult<Uint8Array> | null> {
  return new Promise((resolve, reject) => {
    mine.ring = () => resolve(null);
    chunks.next().then(resolve, reject);
  });
}
