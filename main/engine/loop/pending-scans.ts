import type { MirrorId } from '../../../shared/ids.ts';
import type { Hint } from '../../ports/watcher.ts';

/** The folders of a mirror in which something may have changed since the last scan, by path. `everything`: unknown. */
export type FoldersToScan = readonly string[] | 'everything';

/** Above this many folders, a full scan is simpler. */
const MOST_FOLDERS = 64;

/**
 * Keeps the folders that the watcher reported until a scan covers them. A mirror without any report counts as changed
 * everywhere.
 */
export class PendingScans {
  readonly #folders = new Map<MirrorId, Set<string> | 'everything'>();
  /** Mirrors whose scan began and has not been recorded. */
  readonly #beingFollowed = new Set<MirrorId>();

  note(mirror: MirrorId, { folder }: Hint): void {
    const known = this.#folders.get(mirror) ?? 'everything';
    if (known === 'everything') return;
    if (folder !== null) known.add(folder);
    if (folder === null || known.size > MOST_FOLDERS) this.loseTrack(mirror);
  }

  /** Watcher events may have been missed. */
  loseTrack(mirror: MirrorId): void {
    this.#folders.set(mirror, 'everything');
  }

  /** The scan that took the folders was recorded. */
  scanRecorded(mirror: MirrorId): void {
    this.#beingFollowed.delete(mirror);
  }

  /** The pass ended; if its scan was not recorded, its folders are unknown again. */
  passEnded(mirror: MirrorId): void {
    if (this.#beingFollowed.delete(mirror)) this.loseTrack(mirror);
  }

  /** Whether something may have changed in a mirror that no recorded scan covers. */
  isOpen(mirror: MirrorId): boolean {
    const known = this.#folders.get(mirror) ?? 'everything';
    return known === 'everything' || known.size > 0 || this.#beingFollowed.has(mirror);
  }

  /** The folders reported so far, for a scan that begins now; later reports are for the next scan. */
  take(mirror: MirrorId): FoldersToScan {
    const known = this.#folders.get(mirror) ?? 'everything';
    this.#folders.set(mirror, new Set());
    this.#beingFollowed.add(mirror);
    return known === 'everything' ? known : [...known].toSorted();
  }
}
