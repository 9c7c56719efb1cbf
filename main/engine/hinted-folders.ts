import type { MirrorId } from '../../shared/ids.ts';
import type { Hint } from '../ports/watcher.ts';

/**
 * Which folders of a mirror something may have changed in since they were last asked for, by path. `everything`: nobody
 * can tell.
 */
export type Hinted = readonly string[] | 'everything';

/** From more folders on it is simpler to look at everything. */
const MOST_FOLDERS = 64;

/** Keeps the watcher's hints until a look follows them. Of a mirror that was never heard of, everything is hinted. */
export class HintedFolders {
  readonly #folders = new Map<MirrorId, Set<string> | 'everything'>();

  note(mirror: MirrorId, { folder }: Hint): void {
    const known = this.#folders.get(mirror) ?? 'everything';
    if (known === 'everything') return;
    if (folder !== null) known.add(folder);
    if (folder === null || known.size > MOST_FOLDERS) this.loseTrack(mirror);
  }

  /** Hints may have been missed, or followed in vain. */
  loseTrack(mirror: MirrorId): void {
    this.#folders.set(mirror, 'everything');
  }

  /** What is hinted so far, for a look that begins now; what is hinted from now on is for the next. */
  take(mirror: MirrorId): Hinted {
    const known = this.#folders.get(mirror) ?? 'everything';
    this.#folders.set(mirror, new Set());
    return known === 'everything' ? known : [...known].toSorted();
  }
}
