import { expect, test } from 'vitest';

import { Ignoring, patternTrouble } from '../../../../main/core/policy/ignore.ts';
import { ignoredItems } from '../../../../main/core/policy/ignored-items.ts';
import { agreedFile, agreedFolder, itemId, treeOf } from '../../../builders/items.ts';

test.each([
  '.DS_Store',
  'Thumbs.db',
  'thumbs.db',
  'desktop.ini',
  '$RECYCLE.BIN',
  'System Volume Information',
  '.benchtop',
  '.Benchtop',
  '~$plan.docx',
  '.~lock.plan.odt#',
  '#plan.csv#',
  'plan.tmp',
  'PLAN.TMP',
  'film.crdownload',
  'film.part',
  '._resource',
])('%j is never synchronised', name => {
  expect(new Ignoring().ignores(name, 'file')).toBe(true);
  expect(new Ignoring().ignores(`runs/${name}`, 'folder')).toBe(true);
});

test.each([
  'a.csv',
  '.gitignore',
  '#plan.csv',
  'plan.csv#',
  'plan #7#.csv',
  'tmp',
  'a.tmp.csv',
  'part',
  'lock',
  '~plan.docx',
  '$a',
  'x.DS_Store',
  '.benchtop.txt',
  'desktop.ini.bak',
  'a.party',
  '.lock#',
  '_resource',
  ' a',
  'a ',
  '..a',
  'a\\b',
  'a\nb',
  '',
])('%j is', name => {
  expect(new Ignoring().ignores(name, 'file')).toBe(false);
});

test.each([
  ['*.log', 'a.log', 'file', true],
  ['*.log', 'runs/a.log', 'file', true],
  ['*.log', 'runs/A.LOG', 'file', true],
  ['raw/', 'raw', 'folder', true],
  ['raw/', 'raw', 'file', false],
  ['raw/', 'runs/raw/a.csv', 'file', true],
  ['/raw', 'raw/a.csv', 'file', true],
  ['/raw', 'runs/raw', 'folder', false],
  ['runs/*/scratch', 'runs/7/scratch', 'file', true],
  ['runs/**/scratch', 'runs/7/b/scratch', 'file', true],
  ['Messung ä*', 'Messung a\u0308 7.csv', 'file', true],
  ['a [12].csv', 'a 2.csv', 'file', true],
  ['\\#notes', '#notes', 'file', true],
] as const)('the rule %j of %j, a %s: %j', (pattern, path, kind, ignored) => {
  expect(new Ignoring([pattern]).ignores(path, kind)).toBe(ignored);
});

test('the last rule that matches decides, and says so', () => {
  const ignoring = new Ignoring(['*.csv', '!keep.csv', 'raw/']);
  const own = (pattern: string): object => ({ pattern, origin: 'mirror' });
  expect(ignoring.ruling('a.csv', 'file')).toEqual({ ignored: true, rule: own('*.csv') });
  expect(ignoring.ruling('keep.csv', 'file')).toEqual({ ignored: false, rule: own('!keep.csv') });
  expect(ignoring.ruling('raw/keep.csv', 'file')).toEqual({ ignored: true, rule: own('raw/') });
  expect(ignoring.ruling('a.txt', 'file')).toEqual({ ignored: false, rule: null });
});

test('a default can be overridden, the droppings of operating systems cannot', () => {
  const ignoring = new Ignoring(['!*.part', '!.DS_Store']);
  expect(ignoring.ruling('film.part', 'file')).toMatchObject({ ignored: false, rule: { pattern: '!*.part' } });
  expect(ignoring.ruling('.DS_Store', 'file')).toEqual({
    ignored: true,
    rule: { pattern: '.DS_Store', origin: 'always' },
  });
  expect(ignoring.ruling('a.tmp', 'file').rule).toEqual({ pattern: '*.tmp', origin: 'default' });
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['!', 'empty'],
  ['/', 'empty'],
  ['# notes', 'comment'],
  ['a\nb', 'several lines'],
  ['*', null],
  ['!*.part', null],
  ['\\#notes', null],
])('%j as a rule: %j', (pattern, trouble) => {
  expect(patternTrouble(pattern)).toBe(trouble);
});

test('what is hidden on one side is hidden on both, with everything in a hidden folder', () => {
  const moved = agreedFile(5, 'b.csv');
  const tree = treeOf(agreedFolder(2, 'raw'), agreedFile(3, 'a.csv', itemId(2)), agreedFile(4, 'a.csv'), {
    ...moved,
    remote: moved.remote && { ...moved.remote, parent: itemId(2) },
  });
  expect(ignoredItems(tree, new Ignoring(['/raw/']))).toEqual(new Set([2, 3, 5]));
});
