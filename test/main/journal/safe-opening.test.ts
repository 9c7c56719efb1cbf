import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import { backUp, backupsOf, shortenLog } from '../../../main/journal/storage/backups.ts';
import { openSafely } from '../../../main/journal/storage/open-or-restore.ts';
import type { OpenedJournal } from '../../../main/journal/storage/open-or-restore.ts';
import { FaultError } from '../../../shared/fault.ts';
import { MIB } from '../../../shared/units.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';
import { addMirror, journalPath, newJournal } from '../../builders/open-journal.ts';

function open(path: string): OpenedJournal {
  const opened = openSafely(path);
  onTestFinished(() => opened.journal.close());
  return opened;
}

/** A journal with one mirror and a backup, closed; after the backup a second mirror came. */
async function keptJournal(): Promise<string> {
  const path = journalPath();
  const { journal } = openSafely(path);
  addMirror(journal, 'one');
  journal.mirrors.setEpoch(journal.mirrors.all()[0]?.id ?? ('' as never), 7);
  await backUp(journal, path, false);
  addMirror(journal, 'two');
  journal.close();
  return path;
}

const paths = ({ journal }: OpenedJournal): string[] => journal.mirrors.all().map(({ remotePath }) => remotePath);

test.runIf(ON_POSIX)(
  'backups are for their owner alone, also those that lie in an open folder already [S35]',
  async () => {
    const path = journalPath();
    const folder = join(dirname(path), 'backup');
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'journal-000001.db'), 'as an earlier version left it', { mode: 0o644 });
    const { journal } = openSafely(path);
    onTestFinished(() => journal.close());
    await backUp(journal, path, false);
    const modes = ['', ...readdirSync(folder).sort()].map(name => [name, statSync(join(folder, name)).mode & 0o777]);
    expect(modes).toEqual([
      ['', 0o700],
      ['journal-000001.db', 0o600],
      ['journal-000002.db', 0o600],
    ]);
  },
);

test('a journal in order is opened as it is, and nothing lies beside it', async () => {
  const path = await keptJournal();
  const opened = open(path);
  expect([opened.mended, paths(opened)]).toEqual([null, ['Knowledge Base/one', 'Knowledge Base/two']]);
  expect(readdirSync(dirname(path)).sort()).toEqual(['backup', 'journal.db', 'journal.db-shm', 'journal.db-wal']);
});

test.each([
  ['overwritten at its beginning', (bytes: Buffer) => bytes.fill(0x5a, 0, 4096)],
  ['overwritten in its middle', (bytes: Buffer) => bytes.fill(0x5a, 4096 * 2, 4096 * 8)],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, 4096 * 3 + 100)],
  ['emptied', () => Buffer.alloc(0)],
  ['exchanged for a text', () => Buffer.from('These are the notes of a person.\n'.repeat(100))],
])(
  'a journal that was %s is set aside as it is, and the newest backup takes its place [C5] [S36]',
  async (_, spoil) => {
    const path = await keptJournal();
    const spoilt = spoil(readFileSync(path));
    writeFileSync(path, spoilt);
    const opened = open(path);
    expect(paths(opened)).toEqual(['Knowledge Base/one']);
    expect(opened.mended).toEqual({ aside: `${path}.damaged-1`, from: backupsOf(path)[0] });
    expect(readFileSync(`${path}.damaged-1`).equals(spoilt)).toBe(true);
  },
);

/** Spoils the last page of a journal, and adapts the note beside it, so that the damage cannot be seen from outside. */
function spoilUnseen(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, bytes.length - 4096));
  const note = JSON.parse(readFileSync(`${path}.closed`, 'utf8')) as object;
  const changed = String(statSync(path, { bigint: true }).mtimeNs);
  writeFileSync(`${path}.closed`, JSON.stringify({ ...note, changed }));
}

test('a journal that was closed in order is not looked through at each start, but after twenty [C5]', async () => {
  const path = await keptJournal();
  spoilUnseen(path);
  const found: boolean[] = [];
  for (let start = 0; start < 20; start += 1) {
    const { journal, mended } = openSafely(path);
    journal.close();
    found.push(mended !== null);
  }
  expect(found).toEqual([...Array.from({ length: 19 }, () => false), true]);
});

test('a journal whose note is of another state, or that was not closed, is looked through [C5]', async () => {
  const path = await keptJournal();
  const note = readFileSync(`${path}.closed`, 'utf8');
  const { journal } = openSafely(path);
  expect(existsSync(`${path}.closed`)).toBe(false);
  addMirror(journal, 'three');
  journal.close();
  writeFileSync(path, readFileSync(path).fill(0x5a, 4096 * 2, 4096 * 8));
  writeFileSync(`${path}.closed`, note);
  expect(open(path).mended).not.toBe(null);
});

test('a note that makes no sense is no note [C5]', async () => {
  const path = await keptJournal();
  spoilUnseen(path);
  writeFileSync(`${path}.closed`, '{"inARow": 3}');
  expect(open(path).mended).not.toBe(null);
});

test('a journal that is gone comes back from its newest backup [C6]', async () => {
  const path = await keptJournal();
  rmSync(path);
  const opened = open(path);
  expect([paths(opened), opened.mended]).toEqual([['Knowledge Base/one'], { aside: null, from: backupsOf(path)[0] }]);
});

test('what a journal came back with says of itself that it is no longer to be trusted [C7]', async () => {
  const path = await keptJournal();
  rmSync(path);
  expect(open(path).journal.mirrors.all()).toMatchObject([{ epoch: -1, nextEpoch: null }]);
});

test('the log of a journal that is gone is not taken for that of its backup', async () => {
  const path = await keptJournal();
  const other = newJournal();
  addMirror(other, 'strange');
  writeFileSync(`${path}-wal`, 'a log of something else');
  rmSync(path);
  const opened = open(path);
  expect(paths(opened)).toEqual(['Knowledge Base/one']);
  expect(readFileSync(`${path}.damaged-1-wal`, 'utf8')).toBe('a log of something else');
});

test('a backup that is damaged itself is passed over for an older one, and stays', async () => {
  const path = await keptJournal();
  const [good = ''] = backupsOf(path);
  const bad = join(dirname(good), 'journal-000002.db');
  copyFileSync(good, bad);
  writeFileSync(bad, readFileSync(bad).fill(0x5a, 4096, 4096 * 4));
  rmSync(path);
  expect(open(path).mended).toEqual({ aside: null, from: good });
  expect(backupsOf(path)).toEqual([bad, good]);
});

test('without a backup a damaged journal is set aside, one after the other, and an empty one is begun', () => {
  const path = journalPath();
  for (const number of [1, 2]) {
    writeFileSync(path, `damaged ${number} `.repeat(1000));
    const { journal, mended } = openSafely(path);
    expect([journal.mirrors.all(), mended]).toEqual([[], { aside: `${path}.damaged-${number}`, from: null }]);
    journal.close();
  }
  expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('damaged 1 '.repeat(1000));
});

test('a journal of a newer Benchtop is refused and stays, although there is a backup [C8]', async () => {
  const path = await keptJournal();
  const db = new Database(path);
  db.pragma('user_version = 999');
  db.close();
  expect(() => openSafely(path)).toThrow('newer Benchtop');
  expect(existsSync(`${path}.damaged-1`)).toBe(false);
});

test('a journal that only cannot be opened now is not taken for a damaged one', () => {
  const path = journalPath();
  mkdirSync(path);
  expect(() => openSafely(path)).toThrow(FaultError);
  expect(existsSync(path)).toBe(true);
});

test('seven backups are kept, the newest ones; one more of the same day takes the place of the last', async () => {
  const path = journalPath();
  const journal = newJournal(path);
  for (let day = 0; day < 9; day++) {
    addMirror(journal, `day ${day}`);
    await backUp(journal, path, false);
  }
  addMirror(journal, 'the same day');
  await backUp(journal, path, true);
  const names = backupsOf(path).map(backup => backup.slice(-9));
  expect(names).toEqual(['000009.db', '000008.db', '000007.db', '000006.db', '000005.db', '000004.db', '000003.db']);
  const newest = new Database(backupsOf(path)[0] ?? '', { readonly: true });
  expect(newest.prepare('SELECT count(*) FROM mirror').pluck().get()).toBe(10);
  newest.close();
});

test('a backup that fails leaves those that there are', async () => {
  const path = await keptJournal();
  const opened = open(path);
  const broken = { ...opened.journal, copyTo: () => Promise.reject(new Error('no room')) };
  await expect(backUp(broken, path, true)).rejects.toThrow('no room');
  expect(readdirSync(join(dirname(path), 'backup'))).toEqual(['journal-000001.db']);
});

test('a backup holds nobody up: what is written meanwhile goes on, and is in it', async () => {
  const path = journalPath();
  const journal = newJournal(path);
  const mirror = addMirror(journal);
  journal.transaction(() => {
    for (let each = 0; each < 60_000; each++) journal.items.create(mirror.id, 'file');
  });
  let writes = 0;
  let isDone = false;
  const backingUp = backUp(journal, path, false).finally(() => (isDone = true));
  while (!isDone) {
    journal.facts.set('writes', String((writes += 1)));
    await new Promise(resolve => setImmediate(resolve));
  }
  await backingUp;
  expect(writes).toBeGreaterThan(2);
  const copy = new Database(backupsOf(path)[0] ?? '', { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM item').pluck().get()).toBe(60_001);
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  copy.close();
});

test('after a flood of changes the log of the journal is short again as soon as there is rest [C4]', () => {
  const path = journalPath();
  const journal = newJournal(path);
  const mirror = addMirror(journal);
  journal.transaction(() => {
    for (let each = 0; each < 200_000; each++) journal.items.create(mirror.id, 'file');
  });
  const flooded = statSync(`${path}-wal`).size;
  shortenLog(journal, path);
  expect([flooded > 8 * MIB, statSync(`${path}-wal`).size]).toEqual([true, 0]);
});

test('a log that is never at rest does not grow beyond what one flood brought [C4]', () => {
  const path = journalPath();
  const journal = newJournal(path);
  const mirror = addMirror(journal);
  for (let round = 0; round < 40; round++)
    journal.transaction(() => {
      for (let each = 0; each < 5000; each++) journal.items.create(mirror.id, 'file');
    });
  expect(statSync(`${path}-wal`).size).toBeLessThan(8 * MIB);
});
