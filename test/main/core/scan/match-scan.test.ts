import { expect, test } from 'vitest';

import { Ignoring } from '../../../../main/core/policy/ignore.ts';
import type { Item } from '../../../../main/core/item.ts';
import { matchScan } from '../../../../main/core/scan/match-scan.ts';
import type { ScanResult } from '../../../../main/core/scan/scan-result.ts';
import { agreedFile, agreedFolder, itemId, localFacts, ROOT, treeOf } from '../../../builders/items.ts';
import { file, folder, listing, look, meaning } from '../../../builders/scans.ts';

test('a look that finds everything as it was says nothing', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2))];
  const seen = look([listing('', folder('plates', 2)), listing('plates', file('a.csv', 3))]);
  expect(meaning(items, seen)).toEqual({ found: [], gone: [], unknown: [] });
});

test('new things get handles of their own, folders before what is in them', () => {
  const seen = look([listing('', folder('new', 8)), listing('new', file('a.csv', 9))]);
  expect(meaning([], seen)).toEqual({ found: ['-1 1/new', '-2 -1/a.csv'], gone: [], unknown: [] });
});

test('a file that is in no folder any more is gone', () => {
  expect(meaning([agreedFile(3, 'a.csv')], look([listing('')]))).toEqual({ found: [], gone: [3], unknown: [] });
});

test('what a restless look does not find is out of sight, and gone when the next one does not find it either', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv'), agreedFile(4, 'b.csv', itemId(2))];
  const digests = new Map([['', 'digest of ']]);
  const restless = { ...look([listing('')]), digests, isRestless: true };
  expect(meaning(items, restless)).toEqual({ found: [], gone: [], unknown: [2, 4, 3] });
  expect(matchScan(treeOf(...items), restless).digests).toContainEqual({ scanId: 1, digest: '' });
  const unseen = items.map(item => ({ ...item, localPresence: 'unknown' as const }));
  expect(meaning(unseen, restless)).toEqual({ found: [], gone: [2, 4, 3], unknown: [] });
  const again = look([listing('', folder('plates', 2), file('gel.csv', 3))]);
  expect(meaning(unseen, again)).toMatchObject({ found: ['2 1/plates', '3 1/gel.csv'], gone: [] });
});

const PLATES = listing('plates', file('a.csv', 3));
const RAW = listing('raw', file('b.csv', 3));

test.each([
  { what: 'known where it was', first: PLATES, second: RAW, found: [], unsure: 4 },
  { what: 'known where it came to', first: RAW, second: PLATES, found: ['3 4/b.csv'], unsure: 2 },
])('what a restless look finds in two places, $what, is nothing new', ({ first, second, found, unsure }) => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2)), agreedFolder(4, 'raw')];
  const seen = look([listing('', folder('plates', 2), folder('raw', 4)), first, second]);
  const restless = { ...seen, isRestless: true };
  expect(meaning(items, restless)).toMatchObject({ found, gone: [] });
  expect(matchScan(treeOf(...items), restless).digests).toContainEqual({ scanId: unsure, digest: '' });
  // Where nothing moves, two names have one key only on a disk that does not count them.
  expect(meaning(items, seen)).toMatchObject({ found: [...found, expect.stringContaining('-1 ')] });
});

test('a removed folder takes everything with it that was in it', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2)), agreedFolder(4, 'raw', itemId(2))];
  expect(meaning([...items, agreedFile(5, 'b.csv', itemId(4))], look([listing('')]))).toEqual({
    found: [],
    gone: [2, 3, 4, 5],
    unknown: [],
  });
});

test('a rename is a rename, and so is a move into another folder', () => {
  const items = [agreedFile(3, 'a.csv'), agreedFolder(2, 'plates'), agreedFile(4, 'b.csv')];
  const seen = look([listing('', file('c.csv', 3), folder('plates', 2)), listing('plates', file('b.csv', 4))]);
  expect(meaning(items, seen)).toEqual({ found: ['3 1/c.csv', '4 2/b.csv'], gone: [], unknown: [] });
});

test('a file that moved and was edited meanwhile is still the same file', () => {
  const seen = look([listing('', file('c.csv', 3, { fingerprint: 'other' }))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({ found: ['3 1/c.csv'], gone: [], unknown: [] });
});

test('an edit in place is found', () => {
  const seen = look([listing('', file('a.csv', 3, { fingerprint: 'other' }))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({ found: ['3 1/a.csv'], gone: [], unknown: [] });
});

test('a file whose bytes nobody has read yet is found again, though nothing changed', () => {
  const unread = agreedFile(3, 'a.csv');
  const items = [{ ...unread, local: unread.local && { ...unread.local, sha256: null } }];
  expect(meaning(items, look([listing('', file('a.csv', 3))]))).toEqual({
    found: ['3 1/a.csv'],
    gone: [],
    unknown: [],
  });
});

test('two files that swapped their names are told apart', () => {
  const items = [agreedFile(3, 'a.csv'), agreedFile(4, 'b.csv')];
  const seen = look([listing('', file('a.csv', 4), file('b.csv', 3))]);
  expect(meaning(items, seen)).toEqual({ found: ['4 1/a.csv', '3 1/b.csv'], gone: [], unknown: [] });
});

test('a second name of the same bytes is a new file, and the first one stays who it is', () => {
  const seen = look([listing('', file('b.csv', 3, { links: 2 }), file('a.csv', 3, { links: 2 }))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({ found: ['-1 1/b.csv'], gone: [], unknown: [] });
});

test('a folder renamed with everything in it is one rename', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2)), agreedFolder(4, 'raw', itemId(2))];
  const seen = look([
    listing('', folder('dishes', 2)),
    listing('dishes', file('a.csv', 3), folder('raw', 4)),
    listing('dishes/raw'),
  ]);
  expect(meaning(items, seen)).toEqual({ found: ['2 1/dishes'], gone: [], unknown: [] });
});

test('two folders that swapped their names keep their contents', () => {
  const items = [
    agreedFolder(2, 'left'),
    agreedFolder(3, 'right'),
    agreedFile(4, 'l.csv', itemId(2)),
    agreedFile(5, 'r.csv', itemId(3)),
  ];
  const seen = look([
    listing('', folder('left', 3), folder('right', 2)),
    listing('left', file('r.csv', 5)),
    listing('right', file('l.csv', 4)),
  ]);
  expect(meaning(items, seen)).toEqual({ found: ['3 1/left', '2 1/right'], gone: [], unknown: [] });
});

test('a folder that was replaced by another one of its name is the same folder', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2))];
  const seen = look([listing('', folder('plates', 9)), listing('plates', file('a.csv', 8))]);
  expect(meaning(items, seen)).toEqual({ found: ['2 1/plates', '3 2/a.csv'], gone: [], unknown: [] });
});

test('a file replaced by a folder of its name is gone, and the folder is new', () => {
  const seen = look([listing('', folder('a.csv', 9)), listing('a.csv')]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({ found: ['-1 1/a.csv'], gone: [3], unknown: [] });
});

test('a file with the key of a folder that is gone is not taken for it', () => {
  const seen = look([listing('', file('b.csv', 2))]);
  expect(meaning([agreedFolder(2, 'plates')], seen)).toEqual({ found: ['-1 1/b.csv'], gone: [2], unknown: [] });
});

test('a file that got the key of a removed one and was edited since is itself at its place [W5]', () => {
  const placed: Item = {
    ...agreedFile(3, 'a.csv'),
    local: localFacts({ name: 'a.csv', content: 'placed', key: 'key 4' }),
  };
  const seen = look([listing('', file('a.csv', 4, { fingerprint: 'key 4 edited' }))]);
  for (const items of [
    [placed, agreedFile(4, 'b.csv')],
    [agreedFile(4, 'b.csv'), placed],
  ])
    expect(meaning(items, seen)).toEqual({ found: ['3 1/a.csv'], gone: [4], unknown: [] });
});
test('a removed file that comes back at its place is the same file', () => {
  const removed: Item = { ...agreedFile(3, 'a.csv'), local: null, localPresence: 'absent' };
  expect(meaning([removed], look([listing('', file('a.csv', 9))]))).toEqual({
    found: ['3 1/a.csv'],
    gone: [],
    unknown: [],
  });
});

test('what is in a folder that cannot be read is unknown, not gone', () => {
  const items = [agreedFolder(2, 'plates'), agreedFolder(3, 'raw', itemId(2)), agreedFile(4, 'a.csv', itemId(3))];
  const seen = look([listing('', folder('plates', 2))], [{ path: 'plates', code: 'EACCES' }]);
  expect(meaning(items, seen)).toEqual({ found: [], gone: [], unknown: [3, 4] });
  expect(matchScan(treeOf(...items), seen).odd).toEqual([{ path: 'plates', code: 'EACCES' }]);
});

test('a folder that could not be read is listed again as soon as it can be, though its entries are the same', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2))];
  const { digests } = matchScan(treeOf(...items), look([], [{ path: 'plates', code: 'EACCES' }]));
  expect(digests).toEqual([{ scanId: 2, digest: '' }]);
});

test('what was taken out of a folder that cannot be read is found where it is now', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2)), agreedFile(4, 'b.csv', itemId(2))];
  const seen = look([listing('', folder('plates', 2), file('a.csv', 3))], [{ path: 'plates', code: 'EACCES' }]);
  expect(meaning(items, seen)).toEqual({ found: ['3 1/a.csv'], gone: [], unknown: [4] });
});

test('a file renamed to an ignored name is unknown, not gone, and found when it is renamed back', () => {
  const known = agreedFile(3, 'a.csv');
  const away = look([listing('', file('a.csv.part', 3))]);
  expect(meaning([known], away)).toEqual({ found: [], gone: [], unknown: [3] });
  expect(meaning([{ ...known, localPresence: 'unknown' }], look([listing('', file('a.csv', 3))]))).toEqual({
    found: ['3 1/a.csv'],
    gone: [],
    unknown: [],
  });
});

test('a folder renamed to an ignored name is unknown with everything in it', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2))];
  expect(meaning(items, look([listing('', folder('plates.tmp', 2))]))).toEqual({
    found: [],
    gone: [],
    unknown: [2, 3],
  });
});

test('ignored things that were never items are passed over', () => {
  expect(meaning([], look([listing('', file('.DS_Store', 8), file('~$a.docx', 9))]))).toEqual({
    found: [],
    gone: [],
    unknown: [],
  });
});

const hidingRaw = new Ignoring(['raw/', '*.log']);

test('what a rule hides is unknown, and stays so when it is no longer there', () => {
  const items = [agreedFolder(2, 'raw'), agreedFile(3, 'a.csv', itemId(2)), agreedFile(4, 'a.log')];
  const nothing = { found: [], gone: [], unknown: [2, 3, 4] };
  const here = look([listing('', folder('raw', 2), file('a.log', 4)), listing('raw', file('a.csv', 3))]);
  expect(meaning(items, here, hidingRaw)).toEqual(nothing);
  expect(meaning(items, look([listing('')]), hidingRaw)).toEqual(nothing);
});

test('what was moved into a hidden folder is unknown, not gone', () => {
  const seen = look([
    listing('', folder('raw', 9)),
    listing('raw', folder('deep', 8)),
    listing('raw/deep', file('a.csv', 3)),
  ]);
  expect(meaning([agreedFile(3, 'a.csv')], seen, hidingRaw)).toEqual({ found: [], gone: [], unknown: [3] });
});

test('a file that was set aside under a hidden name and written anew is edited, and stays who it is', () => {
  const seen = look([listing('', file('a.csv', 9), file('a.csv.log', 3))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen, hidingRaw)).toEqual({ found: ['3 1/a.csv'], gone: [], unknown: [] });
});

test('what was hidden goes with a folder that was not', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.log', itemId(2))];
  expect(meaning(items, look([listing('')]), hidingRaw)).toEqual({ found: [], gone: [2, 3], unknown: [] });
});

test('what only this computer had, under a name that is hidden now, leaves nothing behind when it goes', () => {
  const new3 = { ...agreedFile(3, 'a.log'), base: null, remote: null, remotePresence: 'absent' as const };
  expect(meaning([new3], look([listing('')]), hidingRaw)).toEqual({ found: [], gone: [3], unknown: [] });
});

test('what lost its place while it was hidden is found by who it is, and gone only when all was listed', () => {
  const stray = { ...agreedFile(3, 'a.csv'), local: null, localPresence: 'unknown' as const };
  const tree = treeOf(stray, agreedFile(4, 'b.csv'));
  const strays = new Map([[itemId(3), 'key 3']]);
  const told = (seen: ScanResult): object => {
    const { observations, gone, unknown } = matchScan(tree, seen, { strays });
    return { found: observations.map(({ scanId, entry }) => `${scanId} ${entry.name}`), gone, unknown };
  };
  const b = file('b.csv', 4);
  expect(told(look([listing('', b, file('c.csv', 3))]))).toEqual({ found: ['3 c.csv'], gone: [], unknown: [] });
  expect(told(look([listing('', b, file('c.tmp', 3))]))).toEqual({ found: [], gone: [], unknown: [3] });
  expect(told(look([listing('', b)]))).toEqual({ found: [], gone: [3], unknown: [] });
  const digests = new Map([['raw', 'y']]);
  expect(told({ ...look([listing('', b)]), digests })).toEqual({ found: [], gone: [], unknown: [] });
});

test('what lost its place, and its key to something new, is gone when all was listed', () => {
  const tree = treeOf({ ...agreedFile(3, 'a.csv'), local: null, localPresence: 'unknown' }, agreedFolder(4, 'runs'));
  const all = look([listing('', folder('runs', 4)), listing('runs')]);
  for (const digests of [all.digests, new Map([['raw', 'y']])]) {
    const matched = matchScan(tree, { ...all, digests }, { strays: new Map([[itemId(3), 'key 4']]) });
    expect(matched.gone).toEqual(digests.size === 0 ? [3] : []);
  }
  // Under a name that a rule hides it may be either of them: neither counts as gone.
  const hidden = look([listing('', file('c.tmp', 4))]);
  expect(matchScan(tree, hidden, { strays: new Map([[itemId(3), 'key 4']]) }).gone).toEqual([]);
});

test('what an interrupted operation gave another key is that, wherever it is, unless several names share it', () => {
  const tree = treeOf(agreedFile(3, 'a.csv'));
  const found = (links: number): string[] => {
    const seen = look([listing('', file('a.csv', 9, { links }), file('b.csv', 3))]);
    const { observations } = matchScan(tree, seen, { strays: new Map([[itemId(3), 'key 9']]) });
    return observations.map(({ scanId, entry }) => `${scanId > 0 ? scanId : 'new'} ${entry.name}`);
  };
  expect(found(1)).toEqual(['3 a.csv', 'new b.csv']);
  expect(found(2)).toEqual(['new a.csv', '3 b.csv']);
});

test('what a rule hides is told by folder, once for a folder and all in it', () => {
  const seen = look([
    listing('', folder('runs', 2), file('.DS_Store', 7)),
    listing('runs', folder('raw', 8), file('a.log', 9)),
    listing('runs/raw', file('b.log', 10)),
  ]);
  expect(matchScan(treeOf(agreedFolder(2, 'runs')), seen, { ignoring: hidingRaw }).hidden).toEqual([
    { folder: '', name: '.DS_Store', kind: 'file' },
    { folder: 'runs', name: 'raw', kind: 'folder' },
    { folder: 'runs', name: 'a.log', kind: 'file' },
  ]);
});

test('a link in the place of a file freezes the file and is said', () => {
  const seen = look([listing('', file('a.csv', 9, { kind: 'other' }))]);
  expect(meaning([agreedFile(3, 'a.csv')], seen)).toEqual({ found: [], gone: [], unknown: [3] });
  expect(matchScan(treeOf(), seen).odd).toEqual([{ path: 'a.csv', code: 'NOT_A_FILE' }]);
});

test('a thing whose name is not UTF-8 is told as that', () => {
  const seen = look([listing('', file('pl\uFFFDte.csv', 9, { kind: 'other' }))]);
  expect(matchScan(treeOf(), seen).odd).toEqual([{ path: 'pl\uFFFDte.csv', code: 'NAME_NOT_TEXT' }]);
});

test('a file that moved and left a link behind is found where it is now', () => {
  const items = [agreedFolder(2, 'store'), agreedFile(3, 'a.csv')];
  const seen = look([
    listing('', file('a.csv', 9, { kind: 'other' }), folder('store', 2)),
    listing('store', file('a.csv', 3)),
  ]);
  expect(meaning(items, seen)).toEqual({ found: ['3 2/a.csv'], gone: [], unknown: [] });
});

test('a folder that moved and left a link behind is found with everything in it', () => {
  const items = [agreedFolder(2, 'store'), agreedFolder(3, 'raw'), agreedFile(4, 'a.csv', itemId(3))];
  const seen = look([
    listing('', file('raw', 9, { kind: 'other' }), folder('store', 2)),
    listing('store', folder('raw', 3)),
    listing('store/raw', file('a.csv', 4)),
  ]);
  expect(meaning(items, seen)).toEqual({ found: ['3 2/raw'], gone: [], unknown: [] });
});

test('folders without news are left alone: nothing in them is gone', () => {
  const items = [agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2)), agreedFile(4, 'b.csv')];
  expect(meaning(items, look([listing('', folder('plates', 2))]))).toEqual({ found: [], gone: [4], unknown: [] });
});

test('folders that were moved into a new folder in the place of theirs wait for the next look, and are not gone', () => {
  // mv data old; mkdir data; mv old/raw data: the entries of `data` are as they were, so it is not listed.
  const items = [agreedFolder(2, 'data'), agreedFolder(3, 'raw', itemId(2)), agreedFile(4, 'a.csv', itemId(3))];
  const digests = new Map(['', 'data', 'data/raw', 'old'].map(path => [path, `digest of ${path}`]));
  const seen = { ...look([listing('', folder('data', 9), folder('old', 2)), listing('old')]), digests };
  expect(meaning(items, seen)).toEqual({ found: ['-1 1/data', '2 1/old'], gone: [], unknown: [3, 4] });
  expect(matchScan(treeOf(...items), seen).digests).toContainEqual({ scanId: -1, digest: '' });
});

test('the digest of a folder belongs to the folder that is there now', () => {
  const items = [agreedFolder(2, 'plates')];
  const { digests } = matchScan(
    treeOf(...items),
    look([listing('', folder('dishes', 2), folder('plates', 9)), listing('dishes'), listing('plates')]),
  );
  expect(digests).toEqual([
    { scanId: ROOT, digest: 'digest of ' },
    { scanId: 2, digest: 'digest of dishes' },
    { scanId: -1, digest: 'digest of plates' },
  ]);
});

test('a file that got the key of a removed one is itself, whichever of the two is known longer', () => {
  const former = localFacts({ name: 'removed.csv', key: 'key 9', content: 'former' });
  const removed = { ...agreedFile(3, 'removed.csv'), local: former };
  const placed = agreedFile(9, 'placed.csv');
  const seen = look([listing('', file('placed.csv', 9))]);
  for (const items of [
    [removed, placed],
    [placed, removed],
  ])
    expect(meaning(items, seen)).toEqual({ found: [], gone: [3], unknown: [] });
});
