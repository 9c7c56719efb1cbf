import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { openDatabase } from '../../../main/journal/storage/database.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { FaultError } from '../../../shared/fault.ts';
import { addMirror, journalPath, newJournal } from '../../builders/open-journal.ts';

/** The sentence that a journal is refused with. */
function refusal(path: string): string {
  try {
    openJournal(path).close();
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'bad-request') return error.fault.detail;
    throw error;
  }
  throw new Error('it was opened');
}

/** A journal with a mirror and some files in it, closed. */
function usedJournal(): string {
  const path = journalPath();
  const journal = openJournal(path);
  const mirror = addMirror(journal);
  journal.transaction(() => {
    for (let each = 0; each < 2000; each++) journal.items.create(mirror.id, 'file');
  });
  journal.close();
  return path;
}

test('a new journal is made, and what is in it is there when it is opened again', () => {
  const path = journalPath();
  const first = openJournal(path);
  const mirror = addMirror(first);
  first.facts.set('pollSeconds', '15');
  first.close();
  const again = newJournal(path);
  expect(again.mirrors.all()).toEqual([mirror]);
  expect(again.facts.get('pollSeconds')).toBe('15');
});

test('opening twice runs no migration twice', () => {
  const path = usedJournal();
  openJournal(path).close();
  openJournal(path).close();
  const db = new Database(path, { readonly: true });
  expect(db.pragma('user_version', { simple: true })).toBeGreaterThan(0);
  expect(db.prepare('SELECT count(*) FROM item').pluck().get()).toBe(2001);
  db.close();
});

test('the journal is written through to the disk and says whose it is [S36]', () => {
  const path = usedJournal();
  const db = new Database(path, { readonly: true });
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(db.pragma('application_id', { simple: true })).toBe(0x42_4e_43_48);
  db.close();
});

test('a commit is on the disk before it returns, so that a power cut takes none of them [C3] [S36]', () => {
  const db = openDatabase(usedJournal());
  // 2 is FULL: SQLite syncs its log with every commit.
  expect([db.one('PRAGMA synchronous'), db.one('PRAGMA journal_mode')]).toEqual([
    { synchronous: 2 },
    { journal_mode: 'wal' },
  ]);
  db.close();
});

test('a journal of a newer Benchtop is refused in a sentence with the remedy, and nothing in it changes', () => {
  const path = usedJournal();
  const db = new Database(path);
  db.pragma('user_version = 999');
  db.close();
  expect(refusal(path)).toBe(
    'The sync record was written by a newer Benchtop. Nothing was touched; start that version instead.',
  );
  const after = new Database(path, { readonly: true });
  expect(after.pragma('user_version', { simple: true })).toBe(999);
  expect(after.prepare('SELECT count(*) FROM item').pluck().get()).toBe(2001);
  after.close();
});

test('a file that is no database is refused with the remedy and stays as it is', () => {
  const path = journalPath();
  writeFileSync(path, 'These are the notes of a person, not a journal.\n'.repeat(100));
  const before = readFileSync(path);
  const detail = refusal(path);
  expect(detail).toContain(`The sync record '${path}' cannot be read`);
  expect(detail).toContain('No file was touched. Move that file away and start again');
  expect(readFileSync(path)).toEqual(before);
});

test("another program's database is refused and stays as it is", () => {
  const path = journalPath();
  const db = new Database(path);
  db.exec('CREATE TABLE theirs (word TEXT); INSERT INTO theirs VALUES (1)');
  db.close();
  const before = readFileSync(path);
  expect(refusal(path)).toContain('the file is not a Benchtop journal');
  expect(readFileSync(path)).toEqual(before);
});

test('a damaged journal is refused with the remedy and stays as it is', () => {
  const path = usedJournal();
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096 * 2, 4096 * 8);
  writeFileSync(path, bytes);
  expect(refusal(path)).toMatch(/^The sync record '.*' cannot be read \(.*\)\. No file was touched\./);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test('a journal that was cut off is refused and stays as it is', () => {
  const path = usedJournal();
  const bytes = readFileSync(path).subarray(0, 4096 * 3 + 100);
  writeFileSync(path, bytes);
  expect(refusal(path)).toContain('cannot be read');
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test('an empty file becomes a journal, as one that was never begun', () => {
  const path = journalPath();
  writeFileSync(path, '');
  expect(newJournal(path).mirrors.all()).toEqual([]);
});

test('what was not committed when the program died is not there, and what was is', () => {
  const path = journalPath();
  const journal = newJournal(path);
  addMirror(journal, 'kept');
  const seen = journalPath();
  try {
    journal.transaction(() => {
      addMirror(journal, 'lost');
      // What a program that dies now leaves on the disk.
      for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, seen + end);
      throw new Error('dead');
    });
  } catch {
    // That was the plan.
  }
  for (const left of [newJournal(seen), journal])
    expect(left.mirrors.all().map(({ remotePath }) => remotePath)).toEqual(['Knowledge Base/kept']);
});

test('a folder in the place of the journal is refused in a sentence', () => {
  expect(refusal(dirname(journalPath()))).toContain('cannot be read');
});
