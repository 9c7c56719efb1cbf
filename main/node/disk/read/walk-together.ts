import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Root } from '../../../ports/disk.ts';
import { type SharedWalk, createBoard, SharedFolders } from './shared-folders.ts';
import { beginWalk, type Share, type Walk, walkOn } from './walk.ts';

/** What the second thread needs for its part of a walk. */
export interface ShareAsk {
  readonly root: Root;
  readonly known: ReadonlyMap<string, string>;
  readonly board: SharedWalk;
  readonly nowMs: number;
}

/** What the second thread found. */
export interface ShareAnswer extends Readonly<Share> {
  /** When the names last changed of folders that were not known before. */
  readonly newTimes: ReadonlyMap<string, bigint>;
}

/** Has another thread take part in a walk (`takeShare`). */
export type ShareWithThread = (ask: ShareAsk) => Promise<ShareAnswer>;

/**
 * A walk through the whole root by this thread and a second one, which may come later or not at all.
 * @returns null when the second one failed: then nothing is known. @throws FaultError `root-lost`.
 */
export async function walkTogether(ask: Omit<ShareAsk, 'board'>, second: ShareWithThread): Promise<Walk | null> {
  const { root, known, nowMs } = ask;
  const board = createBoard(known.size);
  const folders = new SharedFolders(board, known.keys());
  const { walking, share } = beginWalk({ root, known, nowMs });
  folders.add('');
  let isLost = false;
  const other = second({ ...ask, board }).catch(() => {
    isLost = true;
    return null;
  });
  try {
    for (walkOn(folders, walking, share); !folders.isOver && !isLost; walkOn(folders, walking, share)) {
      folders.wait();
      // Whether the other thread has ended is only told between two turns.
      await nextTurn();
    }
  } finally {
    folders.giveUp();
  }
  const theirs = isLost || folders.close() ? null : await other;
  if (isLost) return null;
  const changed = [...share.changed, ...(theirs?.changed ?? [])];
  return {
    changed: changed.toSorted((one, next) => (one.path < next.path ? -1 : 1)),
    unreadable: [...share.unreadable, ...(theirs?.unreadable ?? [])],
    isTorn: share.isTorn || theirs?.isTorn === true,
    times: allOf(folders.times(), theirs?.newTimes ?? []),
    unread: folders.unread(),
  };
}

/** One list after the other, and lazily: a scan that finds nothing new never reads them. */
function* allOf<T>(...lists: readonly Iterable<T>[]): Iterable<T> {
  for (const list of lists) yield* list;
}

/** The second thread's part of a walk: reads folders until none is left. @throws FaultError `root-lost`. */
export function takeShare({ root, known, board, nowMs }: ShareAsk): ShareAnswer {
  const folders = new SharedFolders(board, known.keys());
  const { walking, share } = beginWalk({ root, known, nowMs });
  if (folders.join())
    for (walkOn(folders, walking, share); !folders.isOver; walkOn(folders, walking, share)) folders.wait();
  return { ...share, newTimes: folders.newTimes };
}
