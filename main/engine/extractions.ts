import { FaultError } from '../../shared/fault.ts';
import type { ItemId } from '../../shared/ids.ts';
import { HOUR, SECOND } from '../../shared/units.ts';
import type { Item } from '../core/item.ts';
import type { Bench } from './bench.ts';

/** Files asked about at one poll. */
const MOST_AT_ONCE = 32;
/** The first wait after asking in vain; doubled each time. */
const FIRST_WAIT_MS = 2 * SECOND;

/**
 * Learns how the service got on with reading the texts of files. No listing tells, so files whose text was still being
 * read are asked about one by one: at polls, and less and less often while nothing comes of it.
 */
export class Extractions {
  #waitMs = FIRST_WAIT_MS;
  #askAt = 0;
  /** On a screen, and not read when they came there: asked about before the others. */
  readonly #shown = new Set<ItemId>();

  /** Asks about some files of each mirror, if it is time. Returns whether an answer was another one than before. */
  async refresh(benches: readonly Bench[], elapsedMs: number): Promise<boolean> {
    const unfinished = benches.map(bench => ({ bench, items: bench.journal.items.beingExtracted(bench.mirror.id) }));
    if (elapsedMs < this.#askAt || unfinished.every(({ items }) => items.length === 0)) return false;
    const asked = unfinished.flatMap(({ bench, items }) =>
      someOf(items, bench, this.#shown).map(item => askAbout(bench, item)),
    );
    const hasNews = (await Promise.all(asked)).includes(true);
    this.#waitMs = hasNews ? FIRST_WAIT_MS : Math.min(this.#waitMs * 2, HOUR);
    this.#askAt = elapsedMs + this.#waitMs;
    return hasNews;
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

/** Those on a screen first; else begins anywhere, so that files whose text is never read don't stand before the others. */
function someOf(unfinished: readonly Item[], { world }: Bench, shown: ReadonlySet<ItemId>): readonly Item[] {
  if (unfinished.length <= MOST_AT_ONCE) return unfinished;
  const first = Math.floor(world.random.next() * unfinished.length);
  const anywhere = [...unfinished.slice(first), ...unfinished.slice(0, first)];
  const inOrder = [...anywhere.filter(({ id }) => shown.has(id)), ...anywhere.filter(({ id }) => !shown.has(id))];
  return inOrder.slice(0, MOST_AT_ONCE);
}

/** Whether the answer was another one than before. A fault is left to the requests that matter. */
async function askAbout({ api, journal }: Bench, { id, remote }: Item): Promise<boolean> {
  if (remote === null) return false;
  try {
    const { version, extraction } = await api.file(remote.id);
    if (version !== remote.version || extraction === journal.items.extraction(id)) return false;
    journal.items.setExtraction(id, extraction);
    return true;
  } catch (error) {
    if (error instanceof FaultError) return false;
    throw error;
  }
}

/** Only what waits or is being read becomes something else (spec 3.2). */
export function canChange(extraction: string | null): boolean {
  return extraction === 'pending' || extraction === 'running';
}
