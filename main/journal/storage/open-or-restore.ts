import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { backupsOf, flush, removeDatabase } from './backups.ts';
import { DamagedJournal, openDatabase } from './database.ts';
import { openJournal } from '../journal.ts';
import type { Journal } from '../journal.ts';

/** An open journal, and how it was repaired. */
export interface OpenedJournal {
  readonly journal: Journal;
  /** Null when it was in order. */
  readonly mended: {
    /** Where the damaged file is now; null when there was none. */
    readonly aside: string | null;
    /** The backup that replaced it; null when it starts empty. */
    readonly from: string | null;
  } | null;
}

/**
 * Opens the journal. A damaged one is renamed, never removed, and the newest good backup replaces it; so it does when
 * the journal is missing. Without a backup it starts empty. In both cases no base is used, so that everything is
 * compared again, and nothing is removed or sent twice (hazards C5, C6, C7).
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

/** An empty file is a journal that was cut off at its first byte. */
function isThere(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** The log must move along: SQLite would apply it to the file that replaces the journal. */
function moveAway(path: string): string | null {
  let number = 1;
  const asideOf = (part: string): string => `${path}.damaged-${number}${part}`;
  while (['', '-wal'].some(part => existsSync(asideOf(part)))) number += 1;
  const parts = ['', '-wal', '-shm'].filter(part => existsSync(path + part));
  for (const part of parts) renameSync(path + part, asideOf(part));
  flush(dirname(path));
  return parts.length === 0 ? null : asideOf('');
}

/**
 * Replaces the journal by a copy of a backup. @returns false when the backup is damaged. @throws FaultError when it is
 * from a newer Benchtop.
 */
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
