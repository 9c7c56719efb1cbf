import type { ItemId } from '../../shared/ids.ts';
import { MINUTE, SECOND } from '../../shared/units.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ports/world.ts';
import type { Engine } from './engine.ts';
import { pauseOf } from './pauses.ts';

/** How long to wait before each further look at a file whose text is still being read; the last one repeats. */
const WAITS_MS = [5 * SECOND, 10 * SECOND, 20 * SECOND, 40 * SECOND, 2 * MINUTE];
/** Looks in any minute, over all files: this is a courtesy, the sync comes first. */
const LOOKS_PER_MINUTE = 10;
/** A file that nobody has looked at for this long is not asked about. */
const FORGET_AFTER_MS = 10 * MINUTE;

interface Watched {
  looks: number;
  dueAt: number;
  shownAt: number;
}

/**
 * Follows the text extraction of files that somebody is looking at. The service tells of it only in a file's detail, so
 * just the rows on a screen whose state can still change are asked about, less and less often.
 */
export class ExtractionWatch {
  readonly #parts: {
    readonly engine: Engine;
    readonly journal: Journal;
    readonly world: World;
    readonly changed: () => void;
  };
  readonly #watched = new Map<ItemId, Watched>();
  #running = false;
  #closed = false;

  constructor(parts: { engine: Engine; journal: Journal; world: World; changed: () => void }) {
    this.#parts = parts;
  }

  /** These items are on a screen now. */
  shown(items: readonly ItemId[]): void {
    const now = this.#parts.world.clock.elapsed();
    for (const item of items) {
      const watched = this.#watched.get(item);
      if (watched !== undefined) watched.shownAt = now;
      else if (canChange(this.#parts.journal.items.extraction(item)))
        this.#watched.set(item, { looks: 0, dueAt: now + (WAITS_MS[0] ?? SECOND), shownAt: now });
    }
    if (this.#watched.size > 0 && !this.#running && !this.#closed) void this.#run();
  }

  close(): void {
    this.#closed = true;
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#parts.world;
    this.#running = true;
    try {
      while (this.#watched.size > 0 && !this.#closed) {
        await clock.sleep(MINUTE / LOOKS_PER_MINUTE);
        if (!this.#closed) await this.#lookAtOne(clock.elapsed());
      }
    } catch (error) {
      // Nothing depends on it; the next screen asks again.
      log.info('extraction.not-read', { error: error instanceof Error ? error.message : 'unknown' });
    } finally {
      this.#running = false;
    }
  }

  async #lookAtOne(now: number): Promise<void> {
    for (const [item, { shownAt }] of this.#watched) if (now - shownAt > FORGET_AFTER_MS) this.#watched.delete(item);
    const due = [...this.#watched].find(([, { dueAt }]) => dueAt <= now);
    if (due === undefined) return;
    const [item, watched] = due;
    watched.looks += 1;
    watched.dueAt = now + (WAITS_MS[Math.min(watched.looks, WAITS_MS.length - 1)] ?? MINUTE);
    if (!(await this.#ask(item))) this.#watched.delete(item);
  }

  /** Asks about one file; whether it can still change. */
  async #ask(id: ItemId): Promise<boolean> {
    const { engine, journal, world, changed } = this.#parts;
    const remote = journal.items.get(id)?.remote;
    const mirror = journal.mirrors.all().find(one => one.id === journal.items.mirrorOf(id));
    if (remote === null || remote === undefined || mirror === undefined) return false;
    if (pauseOf(journal.facts, mirror.id, world.clock.now()) !== null) return true;
    const { extraction, version } = await (await engine.bench(mirror)).api.file(remote.id);
    if (version !== remote.version || this.#closed) return false;
    if (extraction !== journal.items.extraction(id)) {
      journal.items.setExtraction(id, extraction);
      changed();
    }
    return canChange(extraction);
  }
}

/** Only what waits or is being read becomes something else (spec 3.2). */
function canChange(extraction: string | null): boolean {
  return extraction === 'pending' || extraction === 'running';
}
