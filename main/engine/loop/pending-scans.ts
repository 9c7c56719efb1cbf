import type { MirrorId } from '../../../shared/ids.ts';
import type { Hint } from '../../ports/watcher.ts';

/**
 * Which folders of a mirror something may have changed in since they were last asked for, by path. `everything`: nobody
 * can tell.
 */
export type FoldersToScan = readonly string[] | 'everything';

/** From more folders on it is simpler to look at everything. */
const MOST_FOLDERS = 64;

/** Keeps the watcher's hints until a look follows them. Of a mirror that was never heard of, everything is hinted. */
export class PendingScans {
  readonly #folders = new Map<MirrorId, Set<string> | 'everything'>();
  /** Looks that began and are not over. */
  readonly #beingFollowed = new Set<MirrorId>();

  note(mirror: MirrorId, { folder }: Hint): void {
    const known = this.#folders.get(mirror) ?? 'everything';
    if (known === 'everything') return;
    if (folder !== null) known.add(folder);
    if (folder === null || known.size > MOST_FOLDERS) this.loseTrack(mirror);
  }

  /** Hints may have been missed. */
  loseTrack(mirror: MirrorId): void {
    this.#folders.set(mirror, 'everything');
  }

  /** The look that took the hints recorded what it found. */
  followed(mirror: MirrorId): void {
    this.#beingFollowed.delete(mirror);
  }

  /** The pass is over; a look that broke off followed its hints in vain. */
  passEnded(mirror: MirrorId): void {
    if (this.#beingFollowed.delete(mirror)) this.loseTrack(mirror);
  }

  /** Whether something may have changed in a mirror that no look has followed to its end. */
  isOpen(mirror: MirrorId): boolean {
    const known = this.#folders.get(mirror) ?? 'everything';
    return known === 'everything' || known.size > 0 || this.#beingFollowed.has(mirror);
  }

  /** What is hinted so far, for a look that begins now; what is hinted from now on is for the next. */
  take(mirror: MirrorId): FoldersToScan {
    const known = this.#folders.get(mirror) ?? 'everything';
    this.#folders.set(mirror, new Set());
    this.#beingFollowed.add(mirror);
    return known === 'everything' ? known : [...known].toSorted();
  }
}
