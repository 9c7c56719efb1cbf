import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Choices, Take } from '../../../shared/diff/choice.ts';
import { readTable, textOfTable } from '../../../shared/diff/delimited.ts';
import { joinTables } from '../../../shared/diff/table-join.ts';
import { mergeTables, type TableMerge } from '../../../shared/diff/table-merge.ts';
import { runs } from '../../setup/run/effort.ts';

function merged(base: string | null, mine: string, theirs: string): TableMerge {
  const tables = { base: base === null ? null : readTable(base), mine: readTable(mine), theirs: readTable(theirs) };
  const merge = mergeTables(tables, null);
  if (typeof merge === 'string') throw new Error(`${merge}: ${JSON.stringify([base, mine, theirs])}`);
  return merge;
}

function all({ changes }: TableMerge, take: Take): Choices {
  return new Map(changes.map(({ id }) => [id, take]));
}

const plate = ['Well;Dye;Ct', 'A1;FAM;21,52', 'A2;FAM;22,01', 'A3;"HEX ""b""";30', 'A4;FAM;', ''].join('\r\n');

test('a cell here and another there come together, and all other rows stay byte for byte', () => {
  const merge = merged(plate, plate.replace('21,52', '21,50'), plate.replace('A4;FAM;', 'A4;FAM;35,9'));
  expect(merge.key).toEqual(['Well']);
  expect(merge.changes.map(({ at, origin }) => [at, origin])).toEqual([
    ['cell', 'mine'],
    ['cell', 'theirs'],
  ]);
  expect(joinTables(merge, new Map())).toBe(plate.replace('21,52', '21,50').replace('A4;FAM;', 'A4;FAM;35,9'));
});

test('one cell that both changed waits for a person, and the choice changes that cell alone', () => {
  const merge = merged(plate, plate.replace('22,01', '22,10'), plate.replace('22,01', '22,99'));
  expect(merge.changes).toMatchObject([
    { at: 'cell', origin: 'conflict', values: { base: '22,01', mine: '22,10', theirs: '22,99' } },
  ]);
  expect(joinTables(merge, new Map())).toBeNull();
  expect(joinTables(merge, all(merge, 'mine'))).toBe(plate.replace('22,01', '22,10'));
});

test('rows that two people added are both there, each behind the row it followed', () => {
  const merge = merged('id,v\n1,a\n2,b', 'id,v\n1,a\n1b,mine\n2,b', 'id,v\r\n1,a\r\n2,b\r\n3,theirs');
  expect(joinTables(merge, new Map())).toBe('id,v\r\n1,a\r\n1b,mine\r\n2,b\r\n3,theirs');
});

test('a row that one removed and the other changed is a question', () => {
  const merge = merged('id,v\n1,a\n2,b\n', 'id,v\n1,a\n', 'id,v\n1,a\n2,B\n');
  expect(merge.changes).toMatchObject([{ at: 'row', origin: 'conflict', isIn: { mine: false, theirs: true } }]);
  expect(joinTables(merge, all(merge, 'theirs'))).toBe('id,v\n1,a\n2,B\n');
});

test('a new column here and an edited cell there come together', () => {
  const merge = merged('id,v\n1,a\n2,b\n', 'id,note,v\n1,ok,a\n2,"so, so",b\n', 'id,v\n1,A\n2,b\n');
  expect(joinTables(merge, new Map())).toBe('id,note,v\n1,ok,A\n2,"so, so",b\n');
  expect(joinTables(merge, new Map([[0, 'theirs']]))).toBe('id,v\n1,A\n2,b\n');
});

test('a column that one removed while the other wrote in it is a question', () => {
  const merge = merged('id,v,w\n1,a,x\n', 'id,w\n1,x\n', 'id,v,w\n1,A,x\n');
  expect(merge.changes).toMatchObject([{ at: 'column', origin: 'conflict' }]);
});

test('lines above the table, empty lines and a byte-order mark stay where they are', () => {
  const run = (ct: string) => `\uFEFFInstrument,QX\n\nWell,Ct,Note\nA1,${ct},ok\n\nA2,2,x\n,,\n`;
  const merge = merged(run('1'), run('7'), run('1'));
  expect(merge.theirs.head).toBe('\uFEFFInstrument,QX\n\n');
  expect(joinTables(merge, new Map())).toBe(run('7'));
});

test('without a known origin every difference is shown, and the current version stays where nobody chose', () => {
  const merge = merged(null, 'id,v\n1,a\n2,b\n', 'id,v\n1,a\n2,c\n3,d\n');
  expect(merge.changes.map(({ at, origin }) => [at, origin])).toEqual([
    ['cell', 'differs'],
    ['row', 'differs'],
  ]);
  expect(joinTables(merge, new Map([[0, 'mine']]))).toBe('id,v\n1,a\n2,b\n3,d\n');
});

test('two columns tell rows apart where one does not', () => {
  const text = 'Plate,Well,Ct\n1,A1,1\n1,A2,1\n2,A1,1\n';
  expect(merged(null, text, text).key).toEqual(['Plate', 'Well']);
});

test('a table without names of its columns is merged by their numbers', () => {
  const rows = '1;21,5\n2;22,0\n3;23,5\n';
  const merge = merged(rows, rows.replace('21,5', '21,4'), `${rows}4;24,0\n`);
  expect(merge.key).toEqual(['Column 1']);
  expect(joinTables(merge, new Map())).toBe('1;21,4\n2;22,0\n3;23,5\n4;24,0\n');
});

test('tables that nothing tells apart, or that are written differently, are not brought together', () => {
  const twice = readTable('a,b\n1,2\n1,2\n');
  expect(mergeTables({ base: null, mine: twice, theirs: twice }, null)).toBe('no-key');
  const other = readTable('a;b\n1;2\n');
  expect(mergeTables({ base: null, mine: twice, theirs: other }, null)).toBe('other-separator');
  expect(readTable('12,5\n13,75\n9,0\n')).toBeNull();
  expect(readTable('Ct\n12,5\n13,75\n')).toBeNull();
  expect(readTable('just a sentence.\n')).toBeNull();
});

test.each([
  ['a sep= line', 'sep=|\r\na|b\r\n1|2\r\n', '|'],
  ['tabs', 'a\tb\n1\t2,5\n', '\t'],
  ['semicolons with decimal commas', 'a;b\n1,5;2,5\n2,5;3,5\n', ';'],
  ['semicolons with decimal commas and no names', '1,5;2,5\n2,5;3,5\n', ';'],
  ['whole numbers', 'a,b\n1,2\n', ','],
  ['quoted line ends', 'a,b\n"x\ny",2\n', ','],
])('%s: the separator is found', (_, text, separator) => {
  const table = readTable(text);
  expect(table?.separator).toBe(separator);
  expect(table === null ? null : textOfTable(table)).toBe(text);
});

const word = fc.constantFrom('', 'x', '1,5', '2.5', '"q"', 'a""b', '"', 'µ', ' s ', 'a b');
const end = fc.constantFrom('\n', '\r\n');

test('whatever is read as a table is written as the same text', () => {
  const text = fc.array(fc.constantFrom('a', ',', ';', '"', '\n', '\r\n', '\r', '\uFEFF', 'sep=;', '\t'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, parts => {
      const table = readTable(parts.join(''));
      expect(table === null ? parts.join('') : textOfTable(table)).toBe(parts.join(''));
    }),
    { numRuns: runs(500) },
  );
});

/** A table as cells; the first column tells rows apart. */
interface Cells {
  readonly rows: readonly (readonly string[])[];
  readonly end: string;
  readonly isClosed: boolean;
}

const quoted = (value: string): string => (/[",;\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

function textOf({ rows, end: ending, isClosed }: Cells): string {
  const lines = [['id', 'b', 'c'], ...rows].map(row => row.map(quoted).join(','));
  return lines.join(ending) + (isClosed ? ending : '');
}

const cells: fc.Arbitrary<Cells> = fc.record({
  rows: fc
    .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 8 })
    .chain(ids => fc.tuple(...ids.map(id => fc.tuple(fc.constant(`k${id}`), word, word)))),
  end,
  isClosed: fc.boolean(),
});

test('taking everything from one side gives exactly the bytes of that side', () => {
  fc.assert(
    fc.property(cells, cells, fc.option(cells), (mine, theirs, base) => {
      const merge = merged(base === null ? null : textOf(base), textOf(mine), textOf(theirs));
      expect(joinTables(merge, all(merge, 'mine'))).toBe(
        merge.changes.some(({ origin }) => origin !== 'same') ? textOf(mine) : textOf(theirs),
      );
      expect(joinTables(merge, all(merge, 'theirs'))).toBe(textOf(theirs));
    }),
  );
});

test('edits of different cells are all in the merge, and rows that nobody touched stay byte for byte', () => {
  fc.assert(
    fc.property(cells, fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }), (base, who) => {
      const edit = (side: number) => ({
        ...base,
        rows: base.rows.map((row, at) => (who[at] === side ? [row[0] ?? '', `new ${at}`, row[2] ?? ''] : row)),
      });
      const merge = merged(textOf(base), textOf(edit(1)), textOf(edit(2)));
      const both = base.rows.map((row, at) => (who[at] === 0 ? row : [row[0] ?? '', `new ${at}`, row[2] ?? '']));
      expect(joinTables(merge, new Map())).toBe(textOf({ ...base, rows: both }));
    }),
  );
});
