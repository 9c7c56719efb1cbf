import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

/** How often in a row a database may be opened without a full check. */
const MOST_IN_A_ROW = 20;

/** The state of a database file when it was closed. */
const closed = z.object({ size: z.string(), changed: z.string(), inode: z.string(), inARow: z.int().min(0) });
type Closed = z.infer<typeof closed>;

/** How often in a row the database was opened without a full check; null: it must be checked now. */
export type UncheckedOpens = number | null;

/**
 * Writes a note beside a journal or a search index that it was closed in order. A full check takes one second for
 * 400,000 items, four times that for an index. A crash or another program would change the file's size, time, inode or
 * log, which the note contains.
 * @param inARow how often it was opened without a full check, including this time.
 */
export function noteCleanClose(path: string, inARow: number): void {
  const state = stateOf(path);
  if (state === null) return;
  const note: Closed = { ...state, inARow };
  try {
    writeFileSync(noteOf(path), JSON.stringify(note), { mode: 0o600 });
  } catch {
    // Without the note the next start only makes a full check.
  }
}

/** Removes the note about the last close, and tells whether it is still true. */
export function takeCleanCloseNote(path: string): UncheckedOpens {
  const note = readNote(path);
  rmSync(noteOf(path), { force: true });
  const state = stateOf(path);
  const isSame = note !== null && state !== null && SAME.every(each => note[each] === state[each]);
  return isSame && note.inARow < MOST_IN_A_ROW ? note.inARow : null;
}

const SAME = ['size', 'changed', 'inode'] as const;

function noteOf(path: string): string {
  return `${path}.closed`;
}

function readNote(path: string): Closed | null {
  try {
    return closed.parse(JSON.parse(readFileSync(noteOf(path), 'utf8')));
  } catch {
    return null;
  }
}

/** Null when there is no file, or when its log is not empty: then it was not closed in order. */
function stateOf(path: string): Omit<Closed, 'inARow'> | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || statSync(`${path}-wal`, { throwIfNoEntry: false }) !== undefined) return null;
  return { size: `${stats.size}`, changed: `${stats.mtimeNs}`, inode: `${stats.ino}` };
}
