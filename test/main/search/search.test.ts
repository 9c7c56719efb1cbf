import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';

import { readQuery } from '../../../main/core/search/search-query.ts';
import { openSearchDb } from '../../../main/search/search-db.ts';
import { SearchIndex } from '../../../main/search/search-index.ts';
import { requirePresent } from '../../../shared/assert.ts';
import { coveredLine } from '../../../shared/features/search/text.ts';
import type { SearchFind } from '../../../shared/features/search/model.ts';
import { journalPath } from '../../builders/open-journal.ts';
import type { Computer } from '../../sim/world/computer.ts';
import { FOLDER } from '../../sim/world/computer.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';

const TREE = {
  'Plates/plate7.csv': 'well,signal\nA1,0.71\n',
  'Plates/plate 70 Übersicht.txt': 'The EC50 of compound 12 was 40 nM.',
  'Protocols/qPCR v2.md': '# qPCR\nUse SYBR green.',
  'Protocols/Archive/old qpcr.md': 'taqman',
  'page.html': '<html><script>var secretword = 1</script><p>Visible words</p></html>',
  'image.tif': 'II*\u{0}not text EC50',
};

async function labWith(tree: Readonly<Record<string, string>>, path = ':memory:') {
  const lab = new QuietLab();
  lab.searchPath = path;
  const ada = await lab.computer('Ada');
  lab.save(ada, tree);
  await lab.sync(ada);
  const here = async (text: string) => await lab.call(ada, 'search.here', { text, limit: 200 });
  const names = async (text: string) => (await here(text)).finds.map(({ name }) => name);
  return { lab, ada, here, names };
}

test('how much is known is counted without reading names, also in an index that was built before', async () => {
  const path = journalPath();
  const old = new Database(path);
  openSearchDb(path).close();
  old.exec('DROP INDEX doc_counted');
  old.close();
  const db = openSearchDb(path);
  const asked: string[] = [];
  const all: typeof db.all = (sql, ...values) => {
    asked.push(sql);
    return db.all(sql, ...values);
  };
  expect(new SearchIndex({ ...db, all }).extent()).toEqual({ names: 0, texts: 0, tagged: 0 });
  const counting = requirePresent(
    asked.find(sql => sql.includes('count(')),
    'a question',
  );
  const [plan] = db.all(`EXPLAIN QUERY PLAN ${counting}`);
  expect(plan?.['detail']).toBe('SCAN doc USING COVERING INDEX doc_counted');
  db.close();
});

test('how much is known is counted again only when the index has changed', () => {
  const db = openSearchDb(':memory:');
  let counts = 0;
  const all: typeof db.all = (sql, ...values) => {
    if (sql.includes('count(*)')) counts += 1;
    return db.all(sql, ...values);
  };
  const index = new SearchIndex({ ...db, all });
  const doc = { source: 'item', ref: '1', kind: 'file', otherName: null, modifiedMs: null, tags: null } as const;
  expect([index.extent(), index.extent(), counts]).toEqual([
    expect.objectContaining({ names: 0 }),
    expect.anything(),
    1,
  ]);
  index.put({ ...doc, name: 'plate.csv' });
  expect([index.extent(), counts]).toEqual([expect.objectContaining({ names: 1 }), 2]);
  index.remove('item', '1');
  expect([index.extent(), counts]).toEqual([expect.objectContaining({ names: 0 }), 3]);
  index.close();
});

test('what is added is merged a few pages at a time, and never in the midst of a change', () => {
  const path = journalPath();
  const old = new Database(path);
  openSearchDb(path).close();
  // As an index that was built before has it.
  old.exec(`INSERT INTO name_part (name_part, rank) VALUES ('automerge', 4), ('crisismerge', 16)`);
  old.exec(`INSERT INTO name_start (name_start, rank) VALUES ('automerge', 4), ('crisismerge', 16)`);
  old.close();
  const db = openSearchDb(path);
  const index = new SearchIndex(db);
  const doc = { source: 'item', kind: 'file', otherName: null, modifiedMs: null, tags: null } as const;
  const parts = (): number => Number(db.all('SELECT count(DISTINCT segid) AS n FROM name_part_idx')[0]?.['n']);
  for (let at = 0; at < 60; at++) index.together(() => index.put({ ...doc, ref: `${at}`, name: `plate ${at}.csv` }));
  expect(parts()).toBe(60);
  let asked = 0;
  const isMore = index.mergeSome(() => (asked += 1) < 2);
  expect([isMore, asked]).toEqual([true, 2]);
  while (index.mergeSome(() => true));
  expect(parts()).toBeLessThan(8);
  expect(index.byName(readQuery('plate 17', () => null).query)).toMatchObject([{ ref: '17' }]);
  index.close();
});

test('an index that cannot be given what speeds up counting stays as it is, and counts all the same', () => {
  const path = journalPath();
  const before = openSearchDb(path);
  new SearchIndex(before).put({
    source: 'item',
    ref: '1',
    kind: 'file',
    name: 'plate.csv',
    otherName: null,
    modifiedMs: null,
    tags: null,
  });
  before.close();
  const old = new Database(path);
  // A name that is taken stands for a full disk, and for a lock that another program holds.
  old.exec('DROP INDEX doc_counted; CREATE TABLE doc_counted (it INTEGER)');
  old.close();
  const db = openSearchDb(path);
  expect(new SearchIndex(db).extent()).toEqual({ names: 1, texts: 0, tagged: 0 });
  db.close();
});

describe('on this computer', () => {
  test('a part of a name finds it, whatever its capitals and accents, the best first', async () => {
    const { names } = await labWith(TREE);
    expect(await names('plate7')).toEqual(['plate7.csv']);
    expect(await names('PCR')).toEqual(['old qpcr.md', 'qPCR v2.md']);
    expect(await names('ubersicht')).toEqual(['plate 70 Übersicht.txt']);
    expect(await names('pl')).toEqual(expect.arrayContaining(['Plates', 'plate7.csv', 'plate 70 Übersicht.txt']));
    expect(await names('xyzzy')).toEqual([]);
  });

  test('words inside files are found with where they stand; scripts of a page and pictures have none', async () => {
    const { here } = await labWith(TREE);
    const { finds } = await here('ec50');
    expect(finds).toMatchObject([{ name: 'plate 70 Übersicht.txt', by: 'text-here', place: { path: 'Lab / Plates' } }]);
    expect(finds[0]?.snippet).toContainEqual({ text: 'EC50', isMatch: true });
    expect((await here('secretword')).finds).toEqual([]);
    expect((await here('visible')).finds.map(({ name }) => name)).toEqual(['page.html']);
  });

  test('filters narrow, alone and with words', async () => {
    const { lab, names } = await labWith(TREE);
    expect(await names('type:csv')).toEqual(['plate7.csv']);
    expect((await names('type:folder')).sort()).toEqual(['Archive', 'Plates', 'Protocols']);
    expect((await names('qpcr in:archive')).sort()).toEqual(['old qpcr.md']);
    const today = new Date(lab.clock.now()).toISOString().slice(0, 10);
    expect(await names(`qpcr before:${today}`)).toEqual([]);
    expect((await names(`qpcr after:${today}`)).length).toBe(2);
  });

  test('a tag finds the files that are known to have it, alone and with words, and nothing else', async () => {
    const { lab, ada, here, names } = await labWith(TREE);
    const idOf = async (name: string) => (await here(`"${name}"`)).finds[0]?.item ?? '';
    expect(await here('tag:qpcr')).toMatchObject({ finds: [], hasMore: false, tagged: 0 });
    const [plate, protocol] = [await idOf('plate7.csv'), await idOf('qPCR v2.md')];
    const plain = { description: null, removeTags: [] };
    await lab.call(ada, 'files.describe', { ...plain, ids: [plate, protocol], addTags: ['qPCR', 'KST 118'] });
    expect((await names('tag:QPCR')).sort()).toEqual(['plate7.csv', 'qPCR v2.md']);
    expect((await names('tag:"kst 118" type:csv')).sort()).toEqual(['plate7.csv']);
    expect(await names('tag:qpcr plate')).toEqual(['plate7.csv']);
    expect((await here('tag:qpcr sybr')).finds).toMatchObject([{ name: 'qPCR v2.md', by: 'text-here' }]);
    expect(await names('tag:qpcr tag:other')).toEqual([]);
    expect(await names('tag:qpc')).toEqual([]);
    expect(await here('tag:qpcr')).toMatchObject({ tagged: 2 });
    expect(await here('plate')).toMatchObject({ tagged: null });
  });

  test('a tag that waits to be sent is found too, and one that was taken away is not', async () => {
    const { lab, ada, here, names } = await labWith(TREE);
    const id = (await here('plate7')).finds[0]?.item ?? '';
    await lab.call(ada, 'files.describe', { ids: [id], description: null, addTags: ['first'], removeTags: [] });
    lab.trouble = () => ({ kind: 'no-connection' });
    await lab.call(ada, 'files.describe', { ids: [id], description: null, addTags: ['new'], removeTags: ['first'] });
    expect(await names('tag:new')).toEqual(['plate7.csv']);
    expect(await names('tag:first')).toEqual([]);
  });

  test('tags are known again after a restart, and those that a colleague gave once the file was looked at', async () => {
    const path = journalPath();
    const { lab, ada, here, names } = await labWith(TREE, path);
    const find = (await here('plate7')).finds[0];
    lab.searchPath = null;
    const ben = await lab.computer('Ben');
    const theirs = { ids: [find?.serviceId ?? ''], description: null, addTags: ['theirs'], removeTags: [] };
    await lab.call(ben, 'files.describe', theirs);
    expect(await names('tag:theirs')).toEqual([]);
    await lab.call(ada, 'files.about', { id: find?.item ?? '' });
    expect(await names('tag:theirs')).toEqual(['plate7.csv']);
    await lab.drive(ada.start());
    expect(await names('tag:theirs')).toEqual(['plate7.csv']);
  });

  test('a filter that cannot be understood is named', async () => {
    const { here } = await labWith(TREE);
    expect((await here('plate7 before:someday')).troubles).toEqual([{ filter: 'before', value: 'someday' }]);
  });

  test('what was renamed, moved, changed or removed is found as it is now, and only so', async () => {
    const { lab, ada, here, names } = await labWith(TREE);
    expect(await names('plate7')).toHaveLength(1);
    ada.disk.tree.rename(`${FOLDER}/Plates/plate7.csv`, `${FOLDER}/Protocols/renamed dose.csv`);
    lab.save(ada, { 'Plates/plate 70 Übersicht.txt': 'Now about IC90.' });
    lab.remove(ada, 'Protocols/qPCR v2.md');
    await lab.syncTwice(ada);
    expect(await names('plate7')).toEqual([]);
    expect((await here('"renamed dose"')).finds).toMatchObject([{ place: { path: 'Lab / Protocols' } }]);
    expect(await names('ec50')).toEqual([]);
    expect(await names('ic90')).toEqual(['plate 70 Übersicht.txt']);
    expect(await names('sybr')).toEqual([]);
  });

  test('how much was looked through is told', async () => {
    const { here } = await labWith(TREE);
    expect(await here('x')).toMatchObject({ names: 9, texts: 5, looksInside: true, isBuilding: false });
  });

  test('of files that the service was not asked about it is said that it was not', async () => {
    const found = {
      names: 9,
      texts: 5,
      tagged: null,
      looksInside: true,
      isBuilding: false,
      hasMore: false,
      troubles: [],
    };
    expect(coveredLine({ ...found, unread: 0, notAsked: 3 })).toContain('The service was not asked yet about 3 files');
    expect(coveredLine({ ...found, unread: 2, notAsked: 0 })).not.toContain('not asked');
    const { ada, here } = await labWith(TREE);
    const known = ada.journal.items.pageAfter(0, 100).find(({ kind, remote }) => kind === 'file' && remote !== null);
    const before = await here('x');
    // As a listing leaves it.
    ada.journal.items.extractions.set(requirePresent(known, 'a file').id, null);
    expect((await here('x')).notAsked).toBe(before.notAsked + 1);
  });

  test('with the insides switched off only names are found, and nothing of the insides stays [S38]', async () => {
    const { lab, ada, here, names } = await labWith(TREE);
    expect(await names('ec50')).toHaveLength(1);
    await lab.call(ada, 'settings.set', { name: 'searchInside', value: 'no' });
    expect(await here('ec50')).toMatchObject({ finds: [], texts: 0, looksInside: false });
    await lab.call(ada, 'settings.set', { name: 'searchInside', value: 'yes' });
    expect(await names('ec50')).toHaveLength(1);
  });

  test('words of what was removed, changed or is searched no more are in the file no more, nor beside it [S38]', async () => {
    const path = journalPath();
    const stands = (word: string): boolean =>
      readdirSync(dirname(path))
        .filter(name => name.startsWith(basename(path)))
        .some(name => readFileSync(join(dirname(path), name)).includes(word));
    const { lab, ada, names } = await labWith(
      { 'a.txt': 'alphacanary', 'b.txt': 'brokencanary', 'c.txt': 'cobaltcanary', 'quietcanary.txt': 'd' },
      path,
    );
    expect(await names('alphacanary')).toEqual(['a.txt']);
    const words = ['alphacanary', 'brokencanary', 'cobaltcanary', 'quietcanary'];
    expect(words.filter(word => stands(word))).toEqual(words);
    lab.remove(ada, 'a.txt');
    lab.remove(ada, 'quietcanary.txt');
    lab.save(ada, { 'b.txt': 'something else' });
    await lab.syncTwice(ada);
    expect(await names('something')).toEqual(['b.txt']);
    expect(['alphacanary', 'brokencanary', 'quietcanary'].filter(word => stands(word))).toEqual([]);
    expect(await names('cobaltcanary')).toEqual(['c.txt']);
    // Once more, when everything is in one part of the file.
    lab.clock.advanceBy(3_600_000);
    lab.save(ada, { 'c.txt': 'cobaltcanary and dustycanary' });
    await lab.sync(ada);
    expect(await names('dustycanary')).toEqual(['c.txt']);
    lab.clock.advanceBy(3_600_000);
    lab.save(ada, { 'c.txt': 'cobaltcanary' });
    await lab.sync(ada);
    expect(await names('dustycanary')).toEqual([]);
    expect([stands('dustycanary'), stands('cobaltcanary')]).toEqual([false, true]);
    await lab.call(ada, 'settings.set', { name: 'searchInside', value: 'no' });
    expect(await names('c.txt')).toEqual(['c.txt']);
    expect(stands('cobaltcanary')).toBe(false);
  });

  test.each(['"', "'", '*', 'a"b', 'NEAR(', '-', '^', '\\', 'name:x', 'AND', '(OR)', '\u{0}', '%', '_', '🧪'])(
    '%j is only a text',
    async text => {
      const { here } = await labWith({ 'a.txt': 'b' });
      await expect(here(text)).resolves.toMatchObject({ troubles: [] });
    },
  );

  test('an index that is damaged is made anew', async () => {
    const path = journalPath();
    writeFileSync(path, 'this is no database at all, but long enough to be looked at'.repeat(100));
    const { names } = await labWith(TREE, path);
    expect(await names('plate7')).toEqual(['plate7.csv']);
  });
});

test('what an index holds of things that are no more goes out of it, however much that is', async () => {
  const path = journalPath();
  const index = new SearchIndex(openSearchDb(path));
  const gone = { source: 'item', kind: 'file', otherName: null, tags: null, modifiedMs: 0 } as const;
  for (let at = 0; at < 250; at += 1) index.put({ ...gone, ref: String(900_000 + at), name: `plate7 ${at}.csv` });
  index.close();
  const { names } = await labWith(TREE, path);
  expect(await names('plate7')).toEqual(['plate7.csv']);
});

test('an index that was closed in order is not looked through again, unless it was touched since', () => {
  const path = journalPath();
  const first = openSearchDb(path);
  first.run(`INSERT INTO shelf (key, mark) VALUES (1, 'kept')`);
  first.close();
  expect(existsSync(`${path}.closed`)).toBe(true);
  const marks = (): readonly unknown[] => {
    const db = openSearchDb(path);
    const found = db.all('SELECT mark FROM shelf');
    db.close();
    return found;
  };
  expect(marks()).toEqual([{ mark: 'kept' }]);
  // All pages behind the first one, which alone is read to open it.
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(7, 4096));
  expect(marks()).toEqual([]);
});

describe('at the service', () => {
  test('files are found by their latest text and name, conversations by what was said; ours with their place here', async () => {
    const { lab, ada } = await labWith(TREE);
    const there = (scopes: readonly ('names' | 'texts' | 'tasks')[], text: string): Promise<readonly SearchFind[]> =>
      lab.call(ada, 'search.there', { text, scopes: [...scopes] }).then(({ finds }) => finds);
    expect(await there(['names'], 'plate7')).toMatchObject([
      { name: 'plate7.csv', by: 'name-there', place: { path: 'Lab / Plates' } },
    ]);
    expect(await there(['names'], 'plate7 type:md')).toEqual([]);
  });

  test('without a connection it fails in words, and what is here is found', async () => {
    const { lab, ada, names } = await labWith(TREE);
    lab.trouble = () => ({ kind: 'no-connection' });
    expect(await names('plate7')).toEqual(['plate7.csv']);
    await expect(asked(lab, ada)).rejects.toMatchObject({ fault: { kind: 'offline' } });
  });

  test('it is not asked what it cannot judge', async () => {
    const { lab, ada } = await labWith(TREE);
    expect(await lab.call(ada, 'search.there', { text: 'plate tag:x', scopes: ['names'] })).toEqual({
      finds: [],
      ignored: ['tag'],
    });
  });
});

function asked(lab: QuietLab, computer: Computer): Promise<unknown> {
  return lab.call(computer, 'search.there', { text: 'plate', scopes: ['names'] });
}
