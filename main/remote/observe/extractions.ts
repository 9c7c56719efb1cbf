import { FaultError } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { HOUR, SECOND } from '../../../shared/units.ts';
import type { Item } from '../../core/item.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/** Files asked about at one poll while answers bring nothing new. */
const LEAST_AT_ONCE = 32;
/** Files asked about at one poll at most, however much the last answers brought. */
const MOST_AT_ONCE = 256;
/** No more are asked about after so long: the next look at both sides waits for the answers. */
const PATIENCE_MS = 2 * SECOND;
/** The first wait after asking in vain; doubled each time. */
const FIRST_WAIT_MS = 2 * SECOND;

/** A file whose text the service was still reading when it was last asked. */
interface Unfinished {
  readonly context: MirrorContext;
  readonly item: Item;
}

type Answer = 'news' | 'same' | 'none';

/**
 * Learns how the service got on with reading the texts of files. No listing tells, and no call tells it of several files,
 * so files whose text was still being read are asked about one by one at polls: each once before any a second time, twice
 * as many as the last answers brought news of, and less and less often while nothing comes of it. So after a large import
 * what is read is known within as many polls as it takes to double up to the most and then to go through the rest, and
 * what is not read yet costs no more than the least.
 */
export class Extractions {
  #waitMs = FIRST_WAIT_MS;
  #askAt = 0;
  #atOnce = LEAST_AT_ONCE;
  /** When each unfinished file was last asked about, by the clock that only goes on. */
  readonly #askedAt = new Map<ItemId, number>();
  /** On a screen, and not read when they came there: asked about before the others. */
  readonly #shown = new Set<ItemId>();

  /** Asks about some files of all mirrors, if it is time. Returns whether an answer was another one than before. */
  async refresh(contexts: readonly MirrorContext[], clock: Pick<Clock, 'elapsed'>): Promise<boolean> {
    const began = clock.elapsed();
    const unfinished = contexts.flatMap(context =>
      context.journal.items.beingExtracted(context.mirror.id).map((item): Unfinished => ({ context, item })),
    );
    if (began < this.#askAt || unfinished.length === 0) return false;
    const news = await this.#ask(this.#inOrder(unfinished).slice(0, this.#atOnce), clock);
    this.#atOnce = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, 2 * news));
    this.#waitMs = news > 0 ? FIRST_WAIT_MS : Math.min(this.#waitMs * 2, HOUR);
    this.#askAt = clock.elapsed() + this.#waitMs;
    return news > 0;
  }

  /** @returns how many answers were other ones than before. */
  async #ask(files: readonly Unfinished[], clock: Pick<Clock, 'elapsed'>): Promise<number> {
    const began = clock.elapsed();
    let news = 0;
    for (let at = 0; at < files.length && clock.elapsed() - began < PATIENCE_MS; at += LEAST_AT_ONCE) {
      const some = files.slice(at, at + LEAST_AT_ONCE);
      for (const { item } of some) this.#askedAt.set(item.id, clock.elapsed());
      const answers = await Promise.all(some.map(askAbout));
      news += answers.filter(answer => answer === 'news').length;
      // A service that does not answer is left to the requests that matter.
      if (answers.every(answer => answer === 'none')) break;
    }
    return news;
  }

  /** Those on a screen first, then those that were never asked about, then the others by how long ago that was. */
  #inOrder(unfinished: readonly Unfinished[]): readonly Unfinished[] {
    const ids = new Set(unfinished.map(({ item }) => item.id));
    for (const id of this.#askedAt.keys()) if (!ids.has(id)) this.#askedAt.delete(id);
    const rank = ({ item }: Unfinished): number => (this.#shown.has(item.id) ? 0 : 1);
    const asked = ({ item }: Unfinished): number => this.#askedAt.get(item.id) ?? -Infinity;
    return unfinished.toSorted((one, other) => rank(one) - rank(other) || compare(asked(one), asked(other)));
  }

  /** Somebody looks at these, and their texts are not read yet. */
  show(items: readonly ItemId[]): void {
    const isNew = items.some(item => !this.#shown.has(item));
    this.#shown.clear();
    for (const item of items) this.#shown.add(item);
    if (isNew) this.hurry();
  }

  /** Something was done: new texts may be under way. */
  hurry(): void {
    this.#waitMs = FIRST_WAIT_MS;
    this.#askAt = 0;
  }
}

/** Also of what was never, which has no difference. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

async function askAbout({ context: { api, journal }, item: { id, remote } }: Unfinished): Promise<Answer> {
  if (remote === null) return 'same';
  try {
    const { version, extraction } = await api.file(remote.id);
    if (version !== remote.version || extraction === journal.items.extraction(id)) return 'same';
    journal.items.setExtraction(id, extraction);
    return 'news';
  } catch (error) {
    if (error instanceof FaultError) return 'none';
    throw error;
  }
}

/** Only what waits or is being read becomes something else (spec 3.2). */
export function canChange(extraction: string | null): boolean {
  return extraction === 'pending' || extraction === 'running';
}
