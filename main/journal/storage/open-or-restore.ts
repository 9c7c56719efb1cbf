import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { backupsOf, flush, removeDatabase } from './backups.ts';
import { DamagedJournal, openDatabase } from './database.ts';
import { openJournal } from '../journal.ts';
import type { Journal } from '../journal.ts';

/** A journal, and what had to be done for it. */
export interface OpenedJournal {
  readonly journal: Journal;
  /** Null when it was in order. */
  readonly mended: {
    /** Where the damaged one lies now; null when it was gone. */
    readonly aside: string | null;
    /** The backup it was begun with again; null: with nothing. */
    readonly from: string | null;
  } | null;
}

/**
 * Opens the journal. One that is damaged is set aside, never removed, and the newest good backup takes its place, as it
 * does when the journal is gone; without any it begins with nothing. Either way nothing that was agreed counts, so that
 * everything is compared anew, and nothing is removed or sent again (C5, C6, C7).
 * @throws FaultError `bad-request` when it is from a newer Benchtop, or cannot be opened now.
 */
export function openSafely(path: string): OpenedJournal {
  const backups = backupsOf(path);
  if (isThere(path) || backups.length === 0) {
    try {
      return { journal: openJournal(path), mended: null };
    } catch (error) {
      if (!(error instanceof DamagedJournal)) throw error;
    }
  }
  const aside = moveAway(path);
  const from = backups.find(backup => putInPlace(backup, path)) ?? null;
  return { journal: openJournal(path), mended: { aside, from } };
}

/** An empty file is what a journal is when it was cut off at its first byte. */
function isThere(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** A log left behind must go along: it would be taken for that of whatever comes to the journal's place. */
function moveAway(path: string): string | null {
  let number = 1;
  const asideOf = (part: string): string => `${path}.damaged-${number}${part}`;
  while (['', '-wal'].some(part => existsSync(asideOf(part)))) number += 1;
  const parts = ['', '-wal', '-shm'].filter(part => existsSync(path + part));
  for (const part of parts) renameSync(path + part, asideOf(part));
  flush(dirname(path));
  return parts.length === 0 ? null : asideOf('');
}

/** Whether the backup is whole; then the journal is a copy of it. @throws FaultError when it is from a newer Benchtop. */
function putInPlace(backup: string, path: string): boolean {
  const fresh = `${path}.new`;
  removeDatabase(fresh);
  try {
    copyFileSync(backup, fresh);
    openDatabase(fresh).close();
    flush(fresh);
    renameSync(fresh, path);
    flush(dirname(path));
    return true;
  } catch (error) {
    if (error instanceof DamagedJournal) return false;
    throw error;
  } finally {
    removeDatabase(fresh);
  }
}
