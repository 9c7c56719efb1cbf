import type { Watcher, Watching } from '../../../ports/watcher.ts';
import type { ZoneWish } from '../../../../shared/features/zones/model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { FileFilter } from './file-filter.ts';

/** Hints are collected for this long before they are used, and used at most this often. */
const GATHER_MS = SECOND / 2;
const EVERY_MS = 2 * SECOND;
const REST_FACTOR = 9;
/** More folders than this are left to the next full scan. */
const MOST = 200;
/** Larger trees are not watched: each watched folder costs the system resources. */
const MOST_FOLDERS = 2000;

/**
 * Collects the folders of a zone in which the watcher reports changes, so that they are scanned sooner. Hints only;
 * scans decide.
 */
export class ZoneHints {
  readonly #watcher: Watcher | null;
  readonly #ring: () => void;
  readonly #heard = new Set<string>();
  #watching: Watching | null = null;
  /** The folder that is watched, or for which watching failed. */
  #root: string | null = null;
  #heardAt = 0;
  #restsUntil = 0;
  readonly #elapsed: () => number;

  /** @param ring called on the first hint after `take`. */
  constructor(given: { watcher: Watcher | null; elapsed: () => number; ring: () => void }) {
    this.#watcher = given.watcher;
    this.#elapsed = given.elapsed;
    this.#ring = given.ring;
  }

  /** Starts watching unless it does already. @param folders number of folders below `root`. */
  async listen(root: string, folders: number): Promise<void> {
    if (this.#watcher === null || this.#root === root || folders > MOST_FOLDERS) return;
    await this.close();
    this.#root = root;
    this.#watching = await this.#watcher.watch(root, ({ folder }) => this.#hear(folder)).catch(() => null);
  }

  /** When the hints should be used, on the scale of `elapsed`; null: there are none. */
  get dueAt(): number | null {
    return this.#heard.size === 0 ? null : Math.max(this.#heardAt + GATHER_MS, this.#restsUntil);
  }

  /** Returns and clears the hinted folders that the zone scans. */
  take(wish: ZoneWish): readonly string[] {
    const heard = [...this.#heard];
    this.#heard.clear();
    const choosing = new FileFilter(wish);
    return heard.filter(folder => isLookedInto(wish, choosing, folder));
  }

  /**
   * Sets the pause after the hints were used. @param tookMs duration of that scan; a longer one gets a longer pause.
   */
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
    // Lost events are made up for by the next full scan.
    if (folder === null || this.#heard.size === MOST) return;
    this.#heard.add(folder);
    if (!isFirst) return;
    this.#heardAt = this.#elapsed();
    this.#ring();
  }
}

function isLookedInto({ subfolders }: ZoneWish, choosing: FileFilter, folder: string): boolean {
  if (folder === '') return true;
  const names = folder.split('/');
  return subfolders && names.every((_, at) => !choosing.skipsFolder(names.slice(0, at + 1).join('/')));
}
