import { FaultError } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { HOUR, SECOND } from '../../../shared/units.ts';
import type { Item } from '../../core/item.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/** Files asked about at one poll while answers bring nothing new. */
const LEAST_AT_ONCE = 32;
/** Most files asked about at one poll. */
const MOST_AT_ONCE = 256;
/** Time limit for one poll: the next observation of both sides waits for the answers. */
const PATIENCE_MS = 2 * SECOND;
/** The first wait after answers without news; doubled each time. */
const FIRST_WAIT_MS = 2 * SECOND;

/** A file whose text extraction was unfinished when it was last asked about. */
interface Unfinished {
  readonly context: MirrorContext;
  readonly item: Item;
}

type Answer = 'news' | 'same' | 'none';

/**
 * Follows the service's text extraction. No listing tells its state, and no call tells it of several files, so
 * unfinished files are asked about one by one at polls: each once before any a second time, twice as many as the last
 * answers brought news of, and with growing waits while there is no news. After a large import, the number doubles with
 * each poll up to the maximum, and without news a poll costs no more than the minimum.
 */
export class Extractions {
  #waitMs = FIRST_WAIT_MS;
  #askAt = 0;
  #atOnce = LEAST_AT_ONCE;
  /** When each unfinished file was last asked about, on the monotonic clock. */
  readonly #askedAt = new Map<ItemId, number>();
  /** Files on a screen whose text was unfinished when they appeared there: asked about before the others. */
  readonly #shown = new Set<ItemId>();

  /** Asks about some files of all mirrors, if it is time. @returns whether an answer brought news. */
  async refresh(contexts: readonly MirrorContext[], clock: Pick<Clock, 'elapsed'>): Promise<boolean> {
    const began = clock.elapsed();
    const unfinished = contexts.flatMap(context =>
      context.journal.items.extractions.underWay(context.mirror.id).map((item): Unfinished => ({ context, item })),
    );
    if (began < this.#askAt || unfinished.length === 0) return false;
    const news = await this.#ask(this.#inOrder(unfinished).slice(0, this.#atOnce), clock);
    this.#atOnce = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, 2 * news));
    this.#waitMs = news > 0 ? FIRST_WAIT_MS : Math.min(this.#waitMs * 2, HOUR);
    this.#askAt = clock.elapsed() + this.#waitMs;
    return news > 0;
  }

  /** @returns how many answers brought news. */
  async #ask(files: readonly Unfinished[], clock: Pick<Clock, 'elapsed'>): Promise<number> {
    const began = clock.elapsed();
    let news = 0;
    for (let at = 0; at < files.length && clock.elapsed() - began < PATIENCE_MS; at += LEAST_AT_ONCE) {
      const some = files.slice(at, at + LEAST_AT_ONCE);
      for (const { item } of some) this.#askedAt.set(item.id, clock.elapsed());
      const answers = await Promise.all(some.map(askAbout));
      news += answers.filter(answer => answer === 'news').length;
      // If the service does not answer, its capacity is left to more important requests.
      if (answers.every(answer => answer === 'none')) break;
    }
    return news;
  }

  /** Files on a screen first, then files never asked about, then the others, longest ago first. */
  #inOrder(unfinished: readonly Unfinished[]): readonly Unfinished[] {
    const ids = new Set(unfinished.map(({ item }) => item.id));
    for (const id of this.#askedAt.keys()) if (!ids.has(id)) this.#askedAt.delete(id);
    const rank = ({ item }: Unfinished): number => (this.#shown.has(item.id) ? 0 : 1);
    const asked = ({ item }: Unfinished): number => this.#askedAt.get(item.id) ?? -Infinity;
    return unfinished.toSorted((one, other) => rank(one) - rank(other) || compare(asked(one), asked(other)));
  }

  /** These files are on a screen, and their text is unfinished. */
  show(items: readonly ItemId[]): void {
    const isNew = items.some(item => !this.#shown.has(item));
    this.#shown.clear();
    for (const item of items) this.#shown.add(item);
    if (isNew) this.pollSooner();
  }

  /** A step was done: new extractions may have begun. */
  pollSooner(): void {
    this.#waitMs = FIRST_WAIT_MS;
    this.#askAt = 0;
  }
}

/** Also compares infinities, whose difference is not a number. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

async function askAbout({ context: { api, journal }, item: { id, remote } }: Unfinished): Promise<Answer> {
  if (remote === null) return 'same';
  try {
    const { version, extraction } = await api.file(remote.id);
    if (version !== remote.version || extraction === journal.items.extractions.of(id)) return 'same';
    journal.items.extractions.set(id, extraction);
    return 'news';
  } catch (error) {
    if (error instanceof FaultError) return 'none';
    throw error;
  }
}

/** Only a pending or running extraction changes its state. */
export function canChange(extraction: string | null): boolean {
  return extraction === 'pending' || extraction === 'running';
}
