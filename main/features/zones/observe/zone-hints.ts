import type { Watcher, Watching } from '../../../ports/watcher.ts';
import type { ZoneWish } from '../../../../shared/features/zones/model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { Choosing } from './file-choice.ts';

/** Hints are gathered for so long, and looked after no more often than this. */
const GATHER_MS = SECOND / 2;
const EVERY_MS = 2 * SECOND;
const REST_FACTOR = 9;
/** More places than this are left to the next whole look. */
const MOST = 200;
/** Folders of a tree that is watched: each costs the system a little. */
const MOST_FOLDERS = 2000;

/** Where something may have changed in a zone's folder, by the system's events: so that it is looked at sooner. Never a fact. */
export class ZoneHints {
  readonly #watcher: Watcher | null;
  readonly #ring: () => void;
  readonly #heard = new Set<string>();
  #watching: Watching | null = null;
  /** What is watched, or could not be. */
  #root: string | null = null;
  #heardAt = 0;
  #restsUntil = 0;
  readonly #elapsed: () => number;

  /** @param ring called with the first of some hints. */
  constructor(given: { watcher: Watcher | null; elapsed: () => number; ring: () => void }) {
    this.#watcher = given.watcher;
    this.#elapsed = given.elapsed;
    this.#ring = given.ring;
  }

  /** Begins to listen, unless it does. @param folders how many there are below it. */
  async listen(root: string, folders: number): Promise<void> {
    if (this.#watcher === null || this.#root === root || folders > MOST_FOLDERS) return;
    await this.close();
    this.#root = root;
    this.#watching = await this.#watcher.watch(root, ({ folder }) => this.#hear(folder)).catch(() => null);
  }

  /** When they are to be looked after, on the scale of `elapsed`; null: nothing was heard. */
  get dueAt(): number | null {
    return this.#heard.size === 0 ? null : Math.max(this.#heardAt + GATHER_MS, this.#restsUntil);
  }

  /** What was heard, which is forgotten with that: folders that a zone looks into. */
  take(wish: ZoneWish): readonly string[] {
    const heard = [...this.#heard];
    this.#heard.clear();
    const choosing = new Choosing(wish);
    return heard.filter(folder => isLookedInto(wish, choosing, folder));
  }

  /** What was heard was looked after, and how long that took, in ms: the longer, the longer is the rest. */
  rest(tookMs: number): void {
    this.#restsUntil = this.#elapsed() + Math.max(EVERY_MS, tookMs * REST_FACTOR);
  }

  async close(): Promise<void> {
    const watching = this.#watching;
    this.#watching = null;
    this.#root = null;
    await watching?.close();
  }

  #hear(folder: string | null): void {
    const isFirst = this.#heard.size === 0;
    // Where events were lost, the next look finds out.
    if (folder === null || this.#heard.size === MOST) return;
    this.#heard.add(folder);
    if (!isFirst) return;
    this.#heardAt = this.#elapsed();
    this.#ring();
  }
}

function isLookedInto({ subfolders }: ZoneWish, choosing: Choosing, folder: string): boolean {
  if (folder === '') return true;
  const names = folder.split('/');
  return subfolders && names.every((_, at) => !choosing.skipsFolder(names.slice(0, at + 1).join('/')));
}
