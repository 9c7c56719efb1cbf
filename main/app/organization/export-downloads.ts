import type { ExportProgress } from '../../../shared/model/organization.ts';
import { exportTexts as texts } from '../../../shared/text/organization.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { refused } from '../named.ts';

/** Windows hear of progress at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

interface Underway {
  readonly progress: ExportProgress;
  readonly stop: () => void;
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
    for (const { progress, stop } of this.#underway) if (job === null || progress.job === job) stop();
  }

  /** The bytes as they come, until they end or somebody stops them. @throws FaultError `bad-request` when stopped. */
  async *watched(
    { job, sizeBytes }: Pick<ExportProgress, 'job' | 'sizeBytes'>,
    answer: Pick<HttpResponse, 'body' | 'discard'>,
  ): AsyncGenerator<Uint8Array> {
    let stop = (): void => undefined;
    const stopped = new Promise<'stopped'>(resolve => (stop = () => resolve('stopped')));
    let mine: Underway = { progress: { job, doneBytes: 0, sizeBytes }, stop };
    this.#underway.add(mine);
    this.#say(true);
    const chunks = answer.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        // A line on which nothing comes any more can be stopped, too.
        const next = await Promise.race([chunks.next(), stopped]);
        if (next === 'stopped') {
          answer.discard().catch(() => undefined);
          throw refused(texts.stopped);
        }
        if (next.done === true) return;
        this.#underway.delete(mine);
        mine = { progress: { job, doneBytes: mine.progress.doneBytes + next.value.byteLength, sizeBytes }, stop };
        this.#underway.add(mine);
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
    this.#tell([...this.#underway].map(({ progress }) => progress));
  }
}
