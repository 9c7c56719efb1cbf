import { expect, test } from 'vitest';

import { tableFile } from '../agent-lab.ts';
import { type CellValue, cellValue, decimalOf } from '../words/numbers.ts';
import { mappedPlate } from './plate.ts';
import { type Table, tableOf } from './table.ts';

function tableIn(lines: readonly string[]): Table {
  const table = tableOf(lines.map(line => line.split('|').map(cell => cell.trim())));
  if (table === null) throw new Error('no table');
  return table;
}

const shape = (table: Table): string[] => table.columns.map(column => `${column.name}: ${column.kind}`);

test.each<[string, string[], string[], number]>([
  ['a plain table', ['Sample|OD', 'A|1', 'A|2', 'B|3', 'B|4'], ['Sample: category', 'OD: number'], 4],
  ['a table below titles', ['Run 7', '', 'Sample|OD', 'A|1', 'B|2'], ['Sample: label', 'OD: number'], 2],
  [
    'a table with a title on top of it',
    ['Run 7||', 'Sample|OD|T', 'A|1|37', 'B|2|37'],
    ['Sample: label', 'OD: number', 'T: number'],
    2,
  ],
  ['a table below a comment', ['# MTT 48 h|KST-118', 'nM|W1', '0|99', '3|98'], ['nM: number', 'W1: number'], 2],
  ['a table with notes below', ['nM|OD', '1|2', '2|3', '3|4', '', 'R²|0.99'], ['nM: number', 'OD: number'], 3],
  ['a table without names', ['A1|0.5', 'A2|0.6'], ['Column 1: label', 'Column 2: number'], 2],
  ['a plate', ['<>|1|2', 'A|0.1|0.2', 'B|0.3|0.4'], ['<>: label', '1: number', '2: number'], 2],
  ['double names', ['OD|OD|', '1|2|3'], ['OD: number', 'OD (2): number', 'Column 3: number'], 1],
  [
    'a table with a blank line in it',
    ['Sample|OD|T', 'A|1|37', '', 'B|2|37', 'B|3|37', '', 'A|4|37'],
    ['Sample: category', 'OD: number', 'T: number'],
    4,
  ],
  ['one column with a missing cell', ['OD', '1', '', '2'], ['OD: number'], 3],
  ['an empty column with a name', ['A|Note', '1|', '2|'], ['A: number', 'Note: empty'], 2],
])('%s is found', (_, lines, columns, rowCount) => {
  const table = tableIn(lines);
  expect(shape(table)).toEqual(columns);
  expect(table.rowCount).toBe(rowCount);
});

test.each([[[]], [[[]]], [[['', ' '], ['']]]])('a grid without content (%j) has no table', grid =>
  expect(tableOf(grid)).toBeNull(),
);

test('rows set aside are counted', () =>
  expect(tableIn(['Run 7', '', 'Sample|OD', 'A|1', '', 'R²|0.99']).rowsAside).toBe(2));

const number = (value: number): CellValue => ({ kind: 'number', value });

test.each<[string, 'point' | 'comma', CellValue]>([
  ['1.5', 'point', number(1.5)],
  ['1,5', 'comma', number(1.5)],
  ['-0,052', 'comma', number(-0.052)],
  ['−3.2', 'point', number(-3.2)],
  ['1,234', 'point', number(1234)],
  ['1,234', 'comma', number(1.234)],
  ['1.234,5', 'comma', number(1234.5)],
  ['1 234 567', 'point', number(1_234_567)],
  ['2.5e-3', 'point', number(0.0025)],
  ['12 %', 'point', number(12)],
  ['1e999', 'point', { kind: 'text', text: '1e999' }],
  ['OVER', 'point', { kind: 'text', text: 'OVER' }],
  ['> 3.5', 'point', { kind: 'text', text: '> 3.5' }],
  ['2026-11-20', 'point', { kind: 'text', text: '2026-11-20' }],
  ['n/a', 'point', { kind: 'missing' }],
  ['', 'point', { kind: 'missing' }],
  ['–', 'point', { kind: 'missing' }],
])('the cell %j with a decimal %s is read as %o', (cell, decimal, value) =>
  expect(cellValue(cell, decimal)).toEqual(value),
);

test.each([
  [['0,12', '1,234'], 'comma'],
  [['1.5', '1,234'], 'point'],
  [['1,234', '5,678'], 'point'],
  [['12', 'A'], 'point'],
] as const)('the cells %j have a decimal %s', (cells, decimal) => expect(decimalOf(cells)).toBe(decimal));

const PLATE = tableFile('2026-10-08 plate 2 (AT).csv', ['<>|1|2', 'A|0,05|0,90', 'B|0,06|1,10']);
const MAP = tableFile('2026-10-08 plate 2 map.csv', [
  'Well|Content|nM',
  'A01|Blank|',
  'A02|KST-118|0.5',
  'B01|Blank|',
  'B02|KST-118|1.5',
]);

test('a plate and its map are read as one table, though they write numbers differently', () => {
  const mapped = mappedPlate(PLATE, [PLATE, MAP]);
  expect(mapped?.map.name).toBe(MAP.name);
  expect(mapped?.table.columns.map(column => [column.name, column.cells])).toEqual([
    ['Well', ['A01', 'A02', 'B01', 'B02'].map(text => ({ kind: 'text', text }))],
    ['Content', ['Blank', 'KST-118', 'Blank', 'KST-118'].map(text => ({ kind: 'text', text }))],
    ['nM', [{ kind: 'missing' }, number(0.5), { kind: 'missing' }, number(1.5)]],
    ['Value', [number(0.05), number(0.9), number(0.06), number(1.1)]],
  ]);
});

test('of several plates and maps, those of one name belong together, and no guess is made', () => {
  const otherPlate = tableFile('2026-10-14 plate 3 (AT).csv', ['<>|1|2', 'A|5|6', 'B|7|8']);
  const otherMap = tableFile('2026-10-14 plate 3 map.csv', ['Well|Content', 'A1|X', 'B2|Y']);
  const all = [PLATE, otherPlate, otherMap, MAP];
  expect(mappedPlate(otherPlate, all)?.map.name).toBe(otherMap.name);
  expect(mappedPlate(PLATE, all)?.map.name).toBe(MAP.name);
  expect(mappedPlate(PLATE, [PLATE, otherPlate, otherMap])).toBeNull();
});
