import { expect, test } from 'vitest';

import {
  BELOW_PLACE,
  FILES_BY_FOLDER,
  FOLDERS_OF_MIRROR,
  FolderTotals,
} from '../../../main/journal/records/folder-totals.ts';
import { toEnd } from '../../../main/core/in-parts.ts';
import { openDatabase } from '../../../main/journal/storage/database.ts';
import type { ShelfEntry } from '../../../main/journal/records/catalogue.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import { makeItems } from '../../bench/made-journal.ts';
import { journalPath, newJournal, uuid } from '../../builders/open-journal.ts';

/** How SQLite goes about a statement. */
function planOf(sql: string): string {
  const db = openDatabase(':memory:');
  const parameters = Array.from({ length: sql.split('?').length - 1 }, () => null);
  const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map(({ detail }) => String(detail));
  db.close();
  return plan.join('; ');
}

test('totals read items through indexes, and never the whole table', () => {
  expect(planOf(FOLDERS_OF_MIRROR)).toMatch(/SEARCH i USING INDEX item_folder/);
  const files = planOf(FILES_BY_FOLDER);
  expect(files).toMatch(/SEARCH item USING INDEX item_local_place/);
  expect(files).toMatch(/SEARCH item USING INDEX item_remote_parent/);
  expect(files).not.toMatch(/SCAN item/);
  const below = planOf(BELOW_PLACE);
  expect(below).toMatch(/SEARCH s USING INDEX shelf_place/);
  expect(below).not.toMatch(/SCAN (?:s|e|shelf_entry)\b/);
});

test('all files of a mirror are counted once, whichever folders are asked about', () => {
  const path = journalPath();
  const { id, rootItem } = makeItems(path, { files: 600, folders: 40 });
  const journal = newJournal(path);
  const whole = journal.totals.inMirror(id, [rootItem]).get(rootItem);
  expect(whole).toMatchObject({ files: 600, sized: 600, modifiedMs: null });
  const tops = journal.shelves.folders(rootItem).map(folder => folder.id);
  const each = [...journal.totals.inMirror(id, tops).values()];
  expect(each.reduce((sum, { files }) => sum + files, 0)).toBe(600);
  expect(each.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(whole?.sizeBytes);
});

test('totals of many folders are read in parts, and are the same', () => {
  const path = journalPath();
  const { id, rootItem } = makeItems(path, { files: 900, folders: 450 });
  const journal = newJournal(path);
  const parts = journal.totals.inMirrorInParts(id, [rootItem]);
  const pauses = [parts.next(), parts.next()].map(({ done }) => done);
  expect(pauses).toEqual([false, false]);
  expect(toEnd(parts)).toEqual(journal.totals.inMirror(id, [rootItem]));
  expect(journal.totals.inMirror(id, [rootItem]).get(rootItem)).toMatchObject({ files: 900 });
});

test('a ring of folders is counted once, and nothing goes round in it', () => {
  const path = journalPath();
  const { id, rootItem } = makeItems(path, { files: 30, folders: 3 });
  const db = openDatabase(path);
  const [folder] = db.all(`SELECT id FROM item WHERE kind = 'folder' AND l_parent = ?`, rootItem);
  const own = Number(folder?.['id']) as ItemId;
  db.run('UPDATE item SET l_parent = ?, r_parent = ? WHERE id = ?', own, own, own);
  expect(new FolderTotals(db).inMirror(id, [own]).get(own)).toMatchObject({ files: 10 });
  db.close();
});

function entry(name: string, kind: ShelfEntry['kind'], sizeBytes: number | null = null): ShelfEntry {
  return {
    id: uuid(name) as ServiceId,
    kind,
    name,
    sizeBytes,
    updatedAt: `2026-11-0${name.length}T08:00:00Z`,
    extraction: null,
  };
}

/** Lists a place with these entries. */
function list(journal: Journal, place: string, entries: readonly ShelfEntry[]): number {
  const { key } = journal.catalogue.use('o1', place, 1);
  const run = journal.catalogue.begin(key);
  journal.catalogue.put(key, run, entries);
  journal.catalogue.finish(key, run, 1);
  return key;
}

test('listings of the service add up, and a size that the service does not tell is not counted as none', () => {
  const journal = newJournal();
  const key = list(journal, 'roots', [entry('runs', 'folder'), entry('closed', 'folder')]);
  list(journal, uuid('runs'), [entry('a', 'file', 10), entry('bb', 'file'), entry('deep', 'folder')]);
  list(journal, uuid('deep'), [entry('ccc', 'file', 5)]);
  const totals = journal.totals.inPlace('o1', key);
  expect(totals.get(uuid('runs') as ServiceId)).toEqual({
    files: 3,
    sizeBytes: 15,
    sized: 2,
    modifiedMs: null,
    updatedAt: '2026-11-03T08:00:00Z',
    unlisted: 0,
  });
  expect(totals.get(uuid('closed') as ServiceId)).toMatchObject({ files: 0, unlisted: 1 });
});

test('listings that contain a ring of folders end, and of another organization say nothing', () => {
  const journal = newJournal();
  const key = list(journal, 'roots', [entry('one', 'folder')]);
  list(journal, uuid('one'), [entry('two', 'folder'), entry('a', 'file', 1)]);
  list(journal, uuid('two'), [entry('one', 'folder'), entry('bb', 'file', 2)]);
  expect(journal.totals.inPlace('o1', key).get(uuid('one') as ServiceId)).toMatchObject({
    files: 2,
    sizeBytes: 3,
    unlisted: 0,
  });
  expect(journal.totals.inPlace('o2', key).get(uuid('one') as ServiceId)).toMatchObject({ files: 0, unlisted: 1 });
});
