import fc from 'fast-check';
import { expect, test } from 'vitest';

import { choosableParts, compareVersions, joinVersions } from '../../../shared/diff/comparison.ts';
import { compareJson } from '../../../shared/diff/json-tree.ts';
import { pageOf } from '../../../shared/diff/pages.ts';
import { viewOf } from '../../../shared/diff/view.ts';
import { writeText } from '../../../shared/diff/written.ts';
import { markWords } from '../../../shared/diff/words.ts';
import { runs } from '../../setup/run/effort.ts';

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
  const [hunk] = choosableParts(comparison);
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

test('a table in Shift-JIS is compared by its words, and merged byte for byte', () => {
  const shiftJis = (text: string): Uint8Array => writeText(text, 'shift_jis') ?? new Uint8Array();
  const table = (first: string, second: string): Uint8Array =>
    shiftJis(`試料,濃度,温度\nサンプル一,${first},25\nサンプル二,${second},26\n`);
  const versions = { name: 'a.csv', base: table('0.5', '0.7'), mine: table('0.6', '0.7'), theirs: table('0.5', '0.8') };
  const comparison = compareVersions(versions, BEST);
  expect(viewOf(comparison)).toMatchObject({ kind: 'table', key: ['試料'], canJoin: true, counts: { all: 2 } });
  expect(joinVersions(comparison, new Map())).toEqual({ is: 'done', bytes: table('0.6', '0.8'), isBroken: false });
});

test('a table with tabs is compared as one whatever its name says', () => {
  const rows = 'A2\t0.6\nA3\t0.7\n';
  expect(comparing('plate.txt', `Well\tOD\nA1\t0.4\n${rows}`, `Well\tOD\nA1\t0.5\n${rows}`)).toMatchObject({
    kind: 'table',
    merge: { key: ['Well'], changes: [{ at: 'cell', values: { mine: '0.4', theirs: '0.5' } }] },
  });
});

test('of several tables in a file each is compared for itself, and all of them by their lines', () => {
  const file = (one: string, two: string): string =>
    `Median\nWell,OD\nA1,${one}\nA2,0.6\n\nCount\nWell,Beads\nA1,51\nA2,${two}\n`;
  const versions = { name: 'a.csv', base: null, mine: bytes(file('0.5', '60')), theirs: bytes(file('0.5', '62')) };
  const comparison = compareVersions(versions, BEST);
  expect(comparison).toMatchObject({
    kind: 'parts',
    of: 'tables',
    shown: 1,
    parts: [
      { name: 'Median', comparison: { kind: 'same' } },
      {
        name: 'Count',
        comparison: {
          kind: 'table',
          encoding: null,
          merge: { key: ['Well'], changes: [{ at: 'cell', values: { mine: '60', theirs: '62' } }] },
        },
      },
    ],
  });
  expect(compareVersions(versions, { by: 'lines', key: null })).toMatchObject({ kind: 'lines', encoding: 'ascii' });
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
  expect(choosableParts(comparison)).toHaveLength(2);
  expect(joinVersions(comparison, new Map())).toMatchObject({ is: 'done' });
});

test('of very many differences few are shown at once, and each has its page', () => {
  const table = (value: string) =>
    `id,${Array.from({ length: 60 }, (_, at) => `c${at}`).join(',')}\n${Array.from({ length: 100 }, (_, at) => [at, ...Array.from({ length: 60 }, () => value)].join(',')).join('\n')}\n`;
  const comparison = comparing('wide.csv', table('x'), table('y'));
  const view = viewOf(comparison);
  expect(view).toMatchObject({ kind: 'table', counts: { all: 6000, differs: 6000 }, pages: { shown: 0 } });
  if (view.kind !== 'table') throw new Error('It is a table');
  expect([view.rows.length, view.columns.length, view.pages.starts.length]).toEqual([5, 61, 20]);
  const last = viewOf(comparison, 19);
  expect(last).toMatchObject({ rows: { length: 5 }, pages: { shown: 19 } });
  expect([0, 299, 300, 5999].map(id => pageOf(view.pages, id))).toEqual([0, 0, 1, 19]);
});

test('of very many lines that differ few are shown at once, and each has its page', () => {
  const text = (word: string) => Array.from({ length: 700 }, (_, at) => `same ${at}\n${word} ${at}\n`).join('');
  const comparison = comparing('log.txt', text('mine'), text('theirs'));
  const shown = (page: number) => {
    const view = viewOf(comparison, page);
    const parts = view.kind === 'lines' ? view.parts : [];
    return parts.flatMap(part => ('origin' in part ? [part.id] : []));
  };
  expect([shown(0).length, shown(1).length, shown(2)[0], shown(2).length]).toEqual([300, 300, 600, 100]);
});

test('whatever bytes meet, comparing them ends, and everything from one side is that side to the byte', () => {
  const bit = fc.constantFrom(
    'id,n\n',
    '1,a\r\n',
    '2;"b',
    '"',
    ',',
    ';',
    '\n',
    '\uFEFF',
    'sep=;\n',
    'µ',
    '\0',
    '{"a":[1',
    '\t',
  );
  const someBytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(bit, { maxLength: 14 }).map(parts => bytes(parts.join(''))),
  );
  const name = fc.constantFrom('a.csv', 'a.tsv', 'a.json', 'a.md', 'a');
  fc.assert(
    fc.property(name, fc.option(someBytes), someBytes, someBytes, (file, base, mine, theirs) => {
      const comparison = compareVersions({ name: file, base, mine, theirs }, BEST);
      viewOf(comparison);
      const all = choosableParts(comparison);
      for (const side of all.length === 0 ? [] : (['mine', 'theirs'] as const)) {
        const joined = joinVersions(comparison, new Map(all.map(({ id }) => [id, side])));
        expect(joined.is === 'done' ? joined.bytes : joined.is).toEqual(
          joined.is === 'done' ? (side === 'mine' ? mine : theirs) : 'encodings',
        );
      }
    }),
    { numRuns: runs(1000) },
  );
});

test('one enormous quoted cell is a cell', () => {
  const cell = `"${'x'.repeat(1_500_000)}""y"`;
  const comparison = comparing('a.csv', `id,n\n1,${cell}\n2,b\n`, `id,n\n1,${cell}\n2,c\n`);
  expect(choosableParts(comparison)).toHaveLength(1);
});

test('the words in which two lines differ are marked, and the pieces are the lines again', () => {
  expect(markWords('Buffer: PBS, pH 7.4\n', 'Buffer: HBSS, pH 7.4\n')).toEqual({
    mine: [
      { text: 'Buffer: ', isOther: false },
      { text: 'PBS', isOther: true },
      { text: ', pH 7.4\n', isOther: false },
    ],
    theirs: [
      { text: 'Buffer: ', isOther: false },
      { text: 'HBSS', isOther: true },
      { text: ', pH 7.4\n', isOther: false },
    ],
  });
  expect(markWords('one\n', 'two\n')).toBeNull();
  expect(markWords('', 'two\n')).toBeNull();
  const text = fc.string({ maxLength: 60 });
  fc.assert(
    fc.property(text, text, (mine, theirs) => {
      const marked = markWords(mine, theirs);
      const joined = (pieces: readonly { readonly text: string }[]) => pieces.map(each => each.text).join('');
      expect(marked === null ? [mine, theirs] : [joined(marked.mine), joined(marked.theirs)]).toEqual([mine, theirs]);
    }),
  );
});
