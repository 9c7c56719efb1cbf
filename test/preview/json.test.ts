import { expect, test } from 'vitest';

import { type DataLine, type DataTree, MOST_PLACES } from '../../shared/preview/data-tree.ts';
import { JsonTrouble, readJson } from '../../shared/preview/json.ts';

function linesOf(tree: DataTree): DataLine[] {
  return Array.from({ length: tree.count }, (_, at) => tree.line(at));
}

function shown(tree: DataTree): string[] {
  return linesOf(tree).map(({ depth, key, kind, text, entries }) =>
    [' '.repeat(depth) + (key ?? '·'), kind, text, entries > 0 ? String(entries) : '']
      .filter(part => part !== '')
      .join(' '),
  );
}

test('data is shown as it is written: digits, names that come twice, and the order', () => {
  const tree = readJson(
    '{"id": 12345678901234567890, "b": [1.50, NaN, {"x": null}], "id": "again", "µ": "a\\u00b5\\n", "e": {}}',
  );
  tree.openAll();
  expect(shown(tree)).toEqual([
    '· object 5',
    ' id number 12345678901234567890',
    ' b list 3',
    '  0 number 1.50',
    '  1 word NaN',
    '  2 object 1',
    '   x word null',
    ' id text again',
    ' µ text aµ\n',
    ' e object',
  ]);
});

test('what is closed hides what is in it, and is found all the same', () => {
  const tree = readJson('{"a": {"b": {"deep": 1}}, "c": 2}');
  tree.closeAll();
  expect(tree.count).toBe(1);
  const [place = -1] = tree.find('DEEP', 10);
  expect(tree.line(tree.reveal(place)).key).toBe('deep');
  expect(shown(tree).length).toBe(5);
  expect(tree.parentLine(3)).toBe(2);
  expect(tree.parentLine(0)).toBeNull();
});

test('a hundred thousand levels are read, and nothing calls itself [S22]', () => {
  const depth = 100_000;
  const tree = readJson('['.repeat(depth) + ']'.repeat(depth));
  tree.openAll();
  expect(tree.count).toBe(depth);
  expect(tree.line(depth - 1).depth).toBe(depth - 1);
});

test('more places than anybody reads are refused', () => {
  expect(() => readJson(`[${'1,'.repeat(MOST_PLACES)}1]`)).toThrow('');
});

test.each([
  ['', 1, 1],
  ['{"a": 1,\n "b": }', 2, 7],
  ['{"a" 1}', 1, 6],
  ['[1, 2', 1, 6],
  ['[1] 2', 1, 5],
  ['{"a": 1,}', 1, 9],
  ["{'a': 1}", 1, 2],
  ['[01]', 1, 2],
  ['"\u0001"', 1, 1],
  ['{"a": tru}', 1, 7],
] as const)('%j is no JSON, and where is said', (text, line, column) => {
  let trouble: unknown = null;
  try {
    readJson(text);
  } catch (thrown) {
    trouble = thrown;
  }
  expect(trouble).toBeInstanceOf(JsonTrouble);
  expect(trouble).toMatchObject({ line, column });
});

test.each(['1', '"a"', 'true', '[]', '{}', ' [ ] ', '-0.5e-3', '[[],{}]'])('%s alone is JSON', text =>
  expect(() => readJson(text)).not.toThrow(),
);

test('as much is opened as stays easy to see', () => {
  const tree = readJson(JSON.stringify({ small: [1, 2, 3], large: Array.from({ length: 500 }, (_, at) => ({ at })) }));
  tree.openFirst(200);
  expect(shown(tree)).toEqual(['· object 2', ' small list 3', ' large list 500']);
});
