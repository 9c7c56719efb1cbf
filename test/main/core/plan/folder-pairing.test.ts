import { expect, test } from 'vitest';

import { outcomesOf } from '../../../../main/core/plan/item-outcomes.ts';
import type { Item } from '../../../../main/core/item.ts';
import { pairFolders } from '../../../../main/core/plan/folder-pairing.ts';
import { item, itemId, localFacts, remoteFacts, ROOT, treeOf } from '../../../builders/items.ts';
import { EXACT_NAMES } from '../../../../main/core/names/volume-names.ts';

/** Names with lengths, or with what is in them. */
type Inside = Readonly<Record<string, number | null>>;

/** A folder of one side with files in it, by numbers; null for a file of unknown length. */
function folder(side: 'here' | 'there', id: number, name: string, inside: Inside = {}): readonly Item[] {
  const files = Object.entries(inside).map(([file, sizeBytes], index) => {
    const facts = { name: file, parent: itemId(id) };
    const number = 1000 + 100 * id + index;
    return side === 'here'
      ? item(number, { local: { ...localFacts(facts), sizeBytes: sizeBytes ?? 0 } })
      : item(number, { remote: { ...remoteFacts({ ...facts, id: `file ${number}` }), sizeBytes } });
  });
  const own =
    side === 'here'
      ? item(id, { kind: 'folder', local: localFacts({ name }) })
      : item(id, { kind: 'folder', remote: remoteFacts({ name, id: `folder ${id}` }) });
  return [own, ...files];
}

/** Here and there, in the order of those there. */
function pairs(...folders: readonly (readonly Item[])[]): readonly (readonly [number, number])[] {
  const { hereOf, thereOf } = pairFolders(outcomesOf(treeOf(...folders.flat()), 'two-way'), EXACT_NAMES);
  expect([...thereOf].map(([ours, theirs]) => [theirs, ours])).toEqual([...hereOf]);
  return [...hereOf].map(([theirs, ours]) => [ours, theirs] as const).toSorted(([, a], [, b]) => a - b);
}

test('one of a name here and one there are the same, whatever they hold', () => {
  expect(pairs(folder('here', 10, 'run', { a: 1 }), folder('there', 20, 'run', { b: 2 }))).toEqual([[10, 20]]);
});

test.each([
  ['lengths', { a: 1, b: 5 }, { a: 2, b: 5 }],
  ['names', { a: 1 }, { b: 1 }],
  ['emptiness', {}, { a: 1 }],
] as const)('two folders of one name are told apart by %s, in any order', (_, first, second) => {
  const here = [folder('here', 10, 'run', first), folder('here', 11, 'run (2)', second)];
  expect(pairs(...here, folder('there', 20, 'run', first), folder('there', 21, 'run', second))).toEqual([
    [10, 20],
    [11, 21],
  ]);
  expect(pairs(...here, folder('there', 20, 'run', second), folder('there', 21, 'run', first))).toEqual([
    [11, 20],
    [10, 21],
  ]);
});

test.each([
  ['run', 'run (2)'],
  ['run (2)', 'run'],
  ['run (2)', 'run (3)'],
])('what differs in a number only tells folders of one name apart, in any order: %s and %s', (first, second) => {
  const here = [folder('here', 10, first, { 'a.csv': 1 }), folder('here', 11, second, { 'a (2).csv': 1 })];
  const there = (id: number, file: string): readonly Item[] => folder('there', id, 'run', { [file]: 1 });
  expect(pairs(...here, there(20, 'a.csv'), there(21, 'a (2).csv'))).toEqual([
    [10, 20],
    [11, 21],
  ]);
  expect(pairs(...here, there(20, 'a (2).csv'), there(21, 'a.csv'))).toEqual([
    [11, 20],
    [10, 21],
  ]);
});

test('folders that hold the same are paired in the order of their numbers', () => {
  const here = [folder('here', 10, 'run (10)', { a: 1 }), folder('here', 11, 'run (2)', { a: 1 })];
  const there = [20, 21, 22].map(id => folder('there', id, 'run', { a: 1 }));
  expect(pairs(...here, folder('here', 12, 'run', { a: 1 }), ...there)).toEqual([
    [12, 20],
    [11, 21],
    [10, 22],
  ]);
});

test('a numbered folder is joined only when half of the smaller one may be the same', () => {
  const there = folder('there', 20, 'run', { a: 1, b: 2, c: 3 });
  expect(pairs(folder('here', 10, 'run (2)', { a: 1, x: 2 }), there)).toEqual([[10, 20]]);
  expect(pairs(folder('here', 10, 'run (2)', { a: 1, x: 2, y: 3 }), there)).toEqual([]);
  expect(pairs(folder('here', 10, 'run (2)', { a: 9, b: 9, c: 9 }), there)).toEqual([]);
  expect(pairs(folder('here', 10, 'run (2)'), there)).toEqual([]);
  expect(pairs(folder('here', 10, 'run (2)'), folder('there', 20, 'run'))).toEqual([[10, 20]]);
});

test('where the service tells no lengths, names alone count', () => {
  const here = folder('here', 10, 'run (2)', { a: 1, b: 2 });
  expect(pairs(here, folder('there', 20, 'run', { a: null, b: null }))).toEqual([[10, 20]]);
  expect(pairs(here, folder('there', 20, 'run', { x: null, y: null }))).toEqual([]);
});

test('a folder of the very name gives way to a numbered one that is more alike', () => {
  const here = [folder('here', 10, 'run', { x: 1 }), folder('here', 11, 'run (2)', { a: 1, b: 2 })];
  expect(pairs(...here, folder('there', 20, 'run', { a: 1, b: 2 }))).toEqual([[11, 20]]);
});

test('a number that is the own name of another folder at the service is none, unless only the numberless one is alike', () => {
  const here = folder('here', 10, 'run (2)', { a: 1 });
  const run = folder('there', 20, 'run', { a: 1 });
  const other = folder('there', 21, 'run (2)', { b: 2 });
  const same = folder('there', 21, 'run (2)', { a: 1 });
  expect(pairs(here, run, same)).toEqual([[10, 21]]);
  expect(pairs(here, run, other)).toEqual([[10, 20]]);
  expect(pairs(here, other)).toEqual([[10, 21]]);
  expect(pairs(here, folder('there', 20, 'run', { c: 3 }), other)).toEqual([[10, 21]]);
});

test('of folders that have numbers of their own each finds its own', () => {
  const here = [folder('here', 10, 'run (2)', { a: 1 }), folder('here', 11, 'run (2) (2)', { b: 2 })];
  const there = [folder('there', 20, 'run', { a: 1 }), folder('there', 21, 'run (2)', { b: 2 })];
  const expected = [
    [10, 20],
    [11, 21],
  ];
  expect(pairs(...here, ...there)).toEqual(expected);
  expect(pairs(...here.toReversed(), ...there.toReversed())).toEqual(expected);
});

test.each([
  ['what they hold', { a: 1, b: 2 }],
  ['their numbers alone', { a: 1 }],
])(
  'a folder that has a number which is the own name of another one that got a further one is told by %s',
  (_, more) => {
    const here = [folder('here', 10, 'run (2)', more), folder('here', 11, 'run (2) (2)', { a: 1 })];
    const there = [folder('there', 20, 'run', more), folder('there', 21, 'run (2)', { a: 1 })];
    const expected = [
      [10, 20],
      [11, 21],
    ];
    expect(pairs(...here, ...there)).toEqual(expected);
    expect(pairs(...here.toReversed(), ...there.toReversed())).toEqual(expected);
  },
);

test('a folder of a name that another one is alike to keeps it where the one of the numberless name is here, too', () => {
  const here = [folder('here', 10, 'run', { a: 1 }), folder('here', 11, 'run (2)', { a: 1, b: 2 })];
  const there = [folder('there', 20, 'run', { a: 1, b: 2 }), folder('there', 21, 'run (2)', { a: 1 })];
  expect(pairs(...here, ...there)).toEqual([
    [10, 20],
    [11, 21],
  ]);
});

test('a folder of the very name gives way to no copy of itself', () => {
  const here = [folder('here', 10, 'run', { a: 1 }), folder('here', 11, 'run (2)', { a: 1 })];
  const there = [folder('there', 20, 'run', { a: 1 }), folder('there', 21, 'run', { z: 9 })];
  expect(pairs(...here, ...there)).toEqual([[10, 20]]);
});

test('what is in a folder is alike under a further number, too', () => {
  const inside = (id: number, side: 'here' | 'there', name: string): readonly Item[] => {
    const facts = { name, parent: itemId(id - 100) };
    const own =
      side === 'here'
        ? item(id, { kind: 'folder', local: localFacts(facts) })
        : item(id, { kind: 'folder', remote: remoteFacts({ ...facts, id: `folder ${id}` }) });
    return [own, ...folder(side, id, name, { a: 1 }).slice(1)];
  };
  const here = [folder('here', 10, 'run (2)'), inside(110, 'here', 'raw (2) (2)')];
  const there = [folder('there', 20, 'run'), inside(120, 'there', 'raw (2)')];
  expect(pairs(...here, ...there)).toEqual([[10, 20]]);
});

test('numbers need not be without gaps, and stand before what looks like an extension', () => {
  expect(pairs(folder('here', 10, 'run (7)', { a: 1 }), folder('there', 20, 'run', { a: 1 }))).toEqual([[10, 20]]);
  expect(pairs(folder('here', 10, 'v1 (2).5', { a: 1 }), folder('there', 20, 'v1.5', { a: 1 }))).toEqual([[10, 20]]);
  const [long, cut] = ['n'.repeat(255), `${'n'.repeat(251)} (2)`];
  expect(pairs(folder('here', 10, cut, { a: 1 }), folder('there', 20, long, { a: 1 }))).toEqual([[10, 20]]);
});

test('folders in different folders, of other names or that are known on both sides are not paired', () => {
  const elsewhere = item(11, { kind: 'folder', local: localFacts({ name: 'run', parent: itemId(10) }) });
  expect(pairs(folder('here', 10, 'other'), [elsewhere], folder('there', 20, 'run'))).toEqual([]);
  const known = item(10, {
    kind: 'folder',
    local: localFacts({ name: 'run', parent: ROOT }),
    remote: remoteFacts({ name: 'run', id: 'known' }),
  });
  expect(pairs([known], folder('there', 20, 'run'))).toEqual([]);
});

test('hundreds of folders of one name find each their own', () => {
  const names = Array.from({ length: 300 }, (_, index) => (index === 0 ? 'run' : `run (${index + 1})`));
  const contents = names.map((_, index) =>
    Object.fromEntries([0, 1, 2].map(file => [`${file}.csv`, index + file * 1000])),
  );
  const here = names.map((name, index) => folder('here', 2000 + index, name, contents[index]));
  const there = contents.toReversed().map((inside, index) => folder('there', 3000 + index, 'run', inside));
  const found = pairs(...here, ...there);
  expect(found).toEqual(names.map((_, index) => [2299 - index, 3000 + index]));
});
