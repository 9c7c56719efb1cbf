import { FaultError } from '../../../../shared/fault.ts';
import type { DiskScan, ScanLimits, Root } from '../../../ports/disk.ts';
import { statIfThere } from '../volume/entry.ts';
import { OwnFolders } from './folders-to-read.ts';
import { statInRoot } from './inside-root.ts';
import { checkRoot } from '../volume/marker.ts';
import { codeOf } from '../system-error.ts';
import { forgetVolumes } from '../volume/volume.ts';
import { beginWalk, type Share, type Walk, walkOn, type Walking } from './walk.ts';
import { type ShareWithThread, walkTogether } from './walk-together.ts';

/**
 * Walks a root, or some folders of it, with synchronous calls; meant for a worker thread. Only differences to `known` are
 * given.
 * A file moved during the walk from a folder not yet read into one already read would be seen nowhere. So when anything
 * differs, the folders' times are looked at once more at the end, and if one changed, the walk is done again, once. If one
 * changed then, too, the scan is restless: what it did not find may be there.
 * @throws FaultError `root-lost`.
 */
export async function scanFolders(
  root: Root,
  known: ReadonlyMap<string, string>,
  { only, second }: ScanOptions = {},
): Promise<DiskScan> {
  const walk = async (): Promise<Walk> => {
    const isLarge = only === undefined && known.size >= LARGE;
    const together =
      isLarge && second !== undefined ? await walkTogether({ root, known, nowMs: Date.now() }, second) : null;
    return together ?? walkAlone(root, known, only);
  };
  forgetVolumes();
  checkRoot(root);
  const first = await walk();
  const isAgain = first.changed.length > 0 && hasMoved(root, first);
  const last = isAgain ? await walk() : first;
  const isRestless = isAgain && hasMoved(root, last);
  const { changed, unread, unreadable } = last;
  forgetVolumes();
  checkRoot(root);
  return { changed, unread, unreadable, isRestless, isPartial: only !== undefined };
}

/** How to scan. */
interface ScanOptions extends ScanLimits {
  /** Another thread for half of a large walk. */
  readonly second?: ShareWithThread;
}

/** From so many known folders on it pays to read them in two threads. */
const LARGE = 256;

function walkAlone(root: Root, known: ReadonlyMap<string, string>, only?: readonly string[]): Walk {
  const named = new Set(only);
  const isWanted = (path: string): boolean => only === undefined || !(known.has(path) || named.has(path));
  const { walking, share } = beginWalk({ root, known, nowMs: Date.now(), isWanted });
  const folders = new OwnFolders();
  // The last one that is added is read first.
  const begin =
    only === undefined
      ? ['']
      : only
          .filter(path => isToBeRead(path, walking, share))
          .toSorted()
          .reverse();
  for (const path of begin) folders.add(path);
  walkOn(folders, walking, share);
  const { times } = folders;
  return { ...share, times, unread: [...(only ?? known.keys())].filter(path => !times.has(path)) };
}

/** Whether a folder that was hinted at is one of this volume, and so are those above it: none a link. */
function isToBeRead(path: string, { root, device }: Walking, { unreadable }: Share): boolean {
  try {
    const stats = statInRoot(root, path);
    if (stats === null || stats.dev === device) return stats !== null;
    unreadable.push({ path, code: 'EXDEV' });
    return false;
  } catch (thrown) {
    if (thrown instanceof FaultError || codeOf(thrown) !== null) return false;
    throw thrown;
  }
}

function hasMoved(root: Root, { times, isTorn }: Pick<Walk, 'times' | 'isTorn'>): boolean {
  if (isTorn) return true;
  for (const [path, time] of times) {
    try {
      if (statIfThere(path === '' ? root.path : `${root.path}/${path}`)?.mtimeNs !== time) return true;
    } catch {
      return true;
    }
  }
  return false;
}
