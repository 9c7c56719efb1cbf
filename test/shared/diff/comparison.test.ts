import { expect, test } from 'vitest';

import { choosable, compareVersions, joinVersions } from '../../../shared/diff/comparison.ts';
import { compareJson } from '../../../shared/diff/json-tree.ts';
import { viewOf } from '../../../shared/diff/view.ts';

const BEST = { by: 'best', key: null } as const;
const bytes = (text: string) => new TextEncoder().encode(text);

function comparing(name: string, mine: string, theirs: string, base: string | null = null) {
  const versions = { name, base: base === null ? null : bytes(base), mine: bytes(mine), theirs: bytes(theirs) };
  return compareVersions(versions, BEST);
}

test('JSON is compared by its tree: numbers as they are written, lists by their elements', () => {
  const mine = '{"id":12345678901234567890,"wells":[{"w":"A1","ct":21.50},{"w":"A3"}],"__proto__":1}';
  const theirs = '{"wells":[{"w":"A1","ct":21.5},{"w":"A2"},{"w":"A3"}],"id":12345678901234567891,"__proto__":2}';
  expect(compareJson(mine, theirs)).toEqual([
    { path: 'wells[0].ct', mine: '21.50', theirs: '21.5' },
    { path: 'wells[1]', mine: null, theirs: '{"w": "A2"}' },
    { path: 'id', mine: '12345678901234567890', theirs: '12345678901234567891' },
    { path: '__proto__', mine: '1', theirs: '2' },
  ]);
});

test('what is written otherwise and means the same has no difference in its tree, but in its lines', () => {
  expect(comparing('run.json', '{ "a": 1 }', '{"a":1}')).toMatchObject({ kind: 'lines', tree: [] });
});

test('broken and bottomless JSON is compared by lines', () => {
  expect(comparing('a.json', '{', '{}')).toMatchObject({ kind: 'lines', tree: null });
  const deep = (word: string) => '['.repeat(5000) + word + ']'.repeat(5000);
  expect(comparing('a.json', deep('1'), deep('2'))).toMatchObject({ kind: 'lines', tree: null });
});

test('a merge of JSON that is none any more says so', () => {
  const comparison = comparing('a.json', '{\n"a":2,\n"b":1\n}', '{\n"a":3\n}', '{\n"a":1\n}');
  const [hunk] = choosable(comparison);
  expect(joinVersions(comparison, new Map([[hunk?.id ?? 0, 'both']]))).toMatchObject({ is: 'done', isBroken: true });
});

test.each([
  ['too much', 'a.txt', 'x'.repeat(4_000_001), { kind: 'facts', why: 'too-large' }],
  ['no text', 'a.bin', 'a\0b', { kind: 'facts', why: 'not-text' }],
  ['an image', 'Gel 3.PNG', 'a', { kind: 'image', type: 'image/png' }],
  ['the same bytes', 'a.csv', 'theirs', { kind: 'same' }],
])('of %s only facts are told', (_, name, mine, expected) => {
  expect(comparing(name, mine, 'theirs')).toEqual(expected);
});

test('versions in different encodings are compared, and never mixed', () => {
  const versions = { name: 'a.txt', base: null, mine: Uint8Array.of(0xb5, 10), theirs: bytes('µ\nL\n') };
  const comparison = compareVersions(versions, BEST);
  expect(joinVersions(comparison, new Map([[0, 'mine']]))).toEqual({ is: 'encodings' });
  expect(viewOf(comparison)).toMatchObject({ kind: 'lines', canJoin: false });
});

test('a table that nothing tells apart is compared by lines, and says why', () => {
  expect(comparing('a.csv', 'a,b\n1,1\n1,1\n', 'a,b\n1,2\n1,2\n')).toMatchObject({ kind: 'lines', noTable: 'no-key' });
});

test('a person may have a table compared by lines, or by other columns', () => {
  const versions = { name: 'a.csv', base: null, mine: bytes('id,n\n1,x\n2,y\n'), theirs: bytes('id,n\n1,x\n3,y\n') };
  expect(compareVersions(versions, { by: 'lines', key: null })).toMatchObject({ kind: 'lines', noTable: null });
  const byName = viewOf(compareVersions(versions, { by: 'best', key: ['n'] }));
  expect(byName).toMatchObject({
    kind: 'table',
    key: ['n'],
    rows: [{ key: 'y', change: null, cells: [{ mine: '2', theirs: '3', origin: 'differs' }, { mine: 'y' }] }],
  });
});

test('what is alike is cut to a few lines around each difference', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `${at}\n`);
  const view = viewOf(comparing('a.txt', lines.with(20, 'mine\n').join(''), lines.join('')));
  expect(view.kind === 'lines' ? view.parts.map(part => ('skipped' in part ? part.skipped : 'shown')) : view).toEqual([
    17,
    'shown',
    'shown',
    'shown',
    16,
  ]);
});

test('half a million cells are compared in a few seconds', () => {
  const table = (edit: number) =>
    `id,a,b,c,d\n${Array.from({ length: 60_000 }, (_, at) => `${at},${at === edit ? 'x' : at % 7},1.5,abc,${at * 3}`).join('\n')}\n`;
  const comparison = comparing('big.csv', table(10), table(59_000), table(-1));
  expect(choosable(comparison)).toHaveLength(2);
  expect(joinVersions(comparison, new Map())).toMatchObject({ is: 'done' });
});
