import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

/** So often in a row a journal may be opened without being looked through. */
const MOST_IN_A_ROW = 20;

/** What a journal was like when it was closed. */
const closed = z.object({ size: z.string(), changed: z.string(), inode: z.string(), inARow: z.int().min(0) });
type Closed = z.infer<typeof closed>;

/** How often in a row a journal was opened since it was last looked through; null: it must be looked through now. */
export type UncheckedOpens = number | null;

/**
 * Notes beside a journal or an index that it was closed in order, for `takeCleanCloseNote`. Looking through all of a journal takes a
 * second for each 400,000 items, of an index four times as long; what a crash or anybody else did to it shows in its size,
 * its time, its inode or its log.
 * @param inARow how often it was opened since it was last looked through, this time included.
 */
export function noteCleanClose(path: string, inARow: number): void {
  const state = stateOf(path);
  if (state === null) return;
  const note: Closed = { ...state, inARow };
  try {
    writeFileSync(noteOf(path), JSON.stringify(note), { mode: 0o600 });
  } catch {
    // Without the note the next start looks through all of it, and that is all.
  }
}

/** Takes the note away that a journal was closed in order, and tells whether it still holds. */
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

/** Null when there is none, or when its log was not brought into it: then nobody closed it. */
function stateOf(path: string): Omit<Closed, 'inARow'> | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || statSync(`${path}-wal`, { throwIfNoEntry: false }) !== undefined) return null;
  return { size: `${stats.size}`, changed: `${stats.mtimeNs}`, inode: `${stats.ino}` };
}
