import { describe, expect, test } from 'vitest';

import { findRecords, splitRecord } from '../../shared/preview/delimited.ts';
import { decideTable, withSeparator } from '../../shared/preview/table-decision.ts';
import { TableText } from '../../shared/preview/table-text.ts';

function tableOf(text: string): TableText {
  return new TableText(text, decideTable(text));
}

const rowsOf = (table: TableText): string[][] => Array.from({ length: table.count }, (_, at) => table.row(at));

describe('records', () => {
  test.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,"b\nb",c\nd,e,f\n',
      [
        ['a', 'b\nb', 'c'],
        ['d', 'e', 'f'],
      ],
    ],
    ['"a ""b"" c",d\n', [['a "b" c', 'd']]],
    [
      '5" tube,x\ny,z\n',
      [
        ['5" tube', 'x'],
        ['y', 'z'],
      ],
    ],
    ['"a"b,c\n', [['ab', 'c']]],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"",""\n', [['', '']]],
    [
      'a,"never closed\nb,c\n',
      [
        ['a', '"never closed'],
        ['b', 'c'],
      ],
    ],
    ['a\r\nb\r\n', [['a'], ['b']]],
    ['', []],
  ] as const)('%j', (text, expected) => {
    const starts = findRecords(text, ',');
    const records = Array.from({ length: starts.length - 1 }, (_, at) =>
      splitRecord(text, starts[at] ?? 0, starts[at + 1] ?? 0, ','),
    );
    expect(records).toEqual(expected);
  });

  test('a stray quote swallows no more than one record of a large file', () => {
    const text = `a,b\n"x,1\n${'y,2\n'.repeat(400_000)}`;
    expect(findRecords(text, ',').length - 1).toBe(400_002);
  });
});

describe('a table', () => {
  const text = 'well,value,note\nA10,9,late\nA2,10,\nB1,,late\nA1,n.d.,ok\n';

  test('is sorted by numbers first, then words, and what is empty is last both ways', () => {
    const table = tableOf(text);
    table.order({ sortBy: 1, isDescending: false, filter: '' });
    expect(rowsOf(table).map(([well]) => well)).toEqual(['A10', 'A2', 'A1', 'B1']);
    table.order({ sortBy: 1, isDescending: true, filter: '' });
    expect(rowsOf(table).map(([well]) => well)).toEqual(['A2', 'A10', 'A1', 'B1']);
  });

  test('is sorted by names as people count', () => {
    const table = tableOf(text);
    table.order({ sortBy: 0, isDescending: false, filter: '' });
    expect(rowsOf(table).map(([well]) => well)).toEqual(['A1', 'A2', 'A10', 'B1']);
  });

  test('is narrowed, and each row keeps its number', () => {
    const table = tableOf(text);
    table.order({ sortBy: null, isDescending: false, filter: 'LATE' });
    expect([table.count, table.total, table.rowNumber(1)]).toEqual([2, 4, 3]);
  });

  test('says what the numbers of some cells come to, with decimal commas too', () => {
    const table = tableOf('a;b\n1,5;x\n2,5;y\n;z\n');
    expect(table.figures({ fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 1 })).toEqual({
      numbers: 2,
      sum: 4,
      mean: 2,
      deviation: Math.SQRT1_2,
    });
  });

  test('is copied as it is written, with tabs, but for what would be a formula elsewhere [S26]', () => {
    const table = tableOf('a;b\n1,5;"x\ty"\n2,5;"say ""no"""\n');
    expect(table.copy({ fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 1 })).toBe('1,5\t"x\ty"\n2,5\t"say ""no"""');
    const hostile = tableOf('a;b\n=HYPERLINK(1);-1,5\n@SUM(A1);-\n');
    expect(hostile.copy({ fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 1 })).toBe(
      "'=HYPERLINK(1)\t-1,5\n'@SUM(A1)\t-",
    );
  });

  test('is read anew with a separator that a person chose', () => {
    const chosen = withSeparator('a b;c\n1;2\n', '|');
    expect(chosen).toMatchObject({ separator: '|', preamble: 0 });
    expect(new TableText('a b;c\n1;2\n', chosen).columns.length).toBe(1);
  });

  test('of two hundred thousand rows is ready in a moment', () => {
    const large = `time,a,b,c\n${Array.from({ length: 200_000 }, (_, at) => `${at},${at * 2}.5,x${at % 7},"q ${at}"`).join('\n')}\n`;
    const begin = performance.now();
    const table = tableOf(large);
    expect(table.row(199_999)).toEqual(['199999', '399998.5', 'x2', 'q 199999']);
    expect(table.count).toBe(200_000);
    // A generous limit for a busy machine; it takes about a twentieth of it.
    expect(performance.now() - begin).toBeLessThan(4000);
  });
});

test.each([
  ['', 1, 0],
  ['\n\n\n', 1, 0],
  ['only words in one line', 1, 1],
  ['\0'.repeat(10), 1, 1],
  [`${','.repeat(50)}\n`, 1, 1],
] as const)('a text that is hardly a table is one all the same: %j', (text, columns, rows) => {
  const table = tableOf(text);
  expect(table.columns.length).toBeGreaterThanOrEqual(columns);
  expect(table.count).toBe(rows);
});
