import { describe, expect, test } from 'vitest';

import { rampColour, shareOnRamp } from '../../../shared/preview/plate/colour-ramp.ts';
import { contrastOf, plateFigures } from '../../../shared/preview/plate/plate-figures.ts';
import { formatFor, PLATE_FORMATS, type Plate } from '../../../shared/preview/plate/plate-format.ts';
import { wellName, wellOf } from '../../../shared/preview/wells.ts';
import { picturesOf } from '../../../shared/preview/table-pictures.ts';
import { decideTable } from '../../../shared/preview/table-decision.ts';
import { TableText } from '../../../shared/preview/table-text.ts';
import { decode } from '../../../shared/preview/encoding.ts';
import { plateReaders } from '../csv/plate-readers.ts';

function plateIn(text: string): Plate | null {
  return picturesOf(new TableText(text, decideTable(text))).plate;
}

function lines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map(fields => fields.join(',')).join('\n');
}

/** A plate as a grid, counted up from 1. */
function grid(
  rows: number,
  columns: number,
  letterAt = (row: number) => wellName({ row, column: 0 }).slice(0, -1),
): string {
  return lines([
    ['', ...Array.from({ length: columns }, (_, at) => at + 1)],
    ...Array.from({ length: rows }, (_, row) => [
      letterAt(row),
      ...Array.from({ length: columns }, (__, column) => (row * columns + column + 1) / 10),
    ]),
  ]);
}

const wells = (count: number, columns = 12) =>
  Array.from({ length: count }, (_, at) => wellName({ row: Math.floor(at / columns), column: at % columns }));

describe('a table is a plate', () => {
  test.each(PLATE_FORMATS)(
    'of $wells wells when it is a grid with numbers and letters',
    ({ wells: count, rows, columns }) => {
      const plate = plateIn(grid(rows, columns));
      expect(plate?.format.wells).toBe(count);
      expect(plate?.layers[0]?.values[count - 1]).toBeCloseTo(count / 10, 10);
    },
  );

  test('when a reader wrote it below lines about the instrument, with decimal commas', () => {
    const file = plateReaders.find(({ name }) => name === 'absorbance-96-grid.csv');
    const plate = plateIn(decode(file?.bytes ?? new Uint8Array(), 'windows-1252', false));
    expect(plate?.format.wells).toBe(96);
    expect(plate?.layers[0]?.values.every(value => value > 0 && value < 3)).toBe(true);
  });

  test('when several grids stand below each other, each named by the line above it', () => {
    const plate = plateIn(`Plate 1,450 nm\n${grid(8, 12)}\n\nPlate 2,450 nm\n${grid(8, 12)}\n`);
    expect(plate?.layers.map(({ name }) => name)).toEqual(['Plate 1 450 nm', 'Plate 2 450 nm']);
  });

  test('when it lists wells, with each column of numbers as a layer and the count of the rows as none', () => {
    const rows = wells(96).map((well, at) => [at + 1, well, `S${at}`, at / 10, 5 - at / 50]);
    const plate = plateIn(lines([['No', 'Well', 'Sample', 'OD450', 'OD570'], ...rows]));
    expect(plate?.layers.map(({ name }) => name)).toEqual(['OD450', 'OD570']);
    expect(plate?.layers[0]?.values[13]).toBeCloseTo(1.3, 10);
  });

  test('when its wells come again for each target: then each target is a layer', () => {
    const rows = ['GAPDH', 'IL6'].flatMap(target => wells(24).map((well, at) => [well, target, 14 + at / 7]));
    const plate = plateIn(lines([['Well Position', 'Target Name', 'CT'], ...rows]));
    expect(plate?.layers.map(({ name }) => name)).toEqual(['CT, GAPDH', 'CT, IL6']);
  });

  test('when a well holds words in place of a number: it stays, without a number', () => {
    const rows = wells(12).map((well, at) => [well, at === 4 ? 'Undetermined' : 20 + at / 3]);
    const layer = plateIn(lines([['Well', 'CT'], ...rows]))?.layers[0];
    expect(layer?.texts[4]).toBe('Undetermined');
    expect(layer?.values[4]).toBeNaN();
  });
});

describe('a table is no plate', () => {
  test.each([
    ['samples S1 to S96', lines([['Sample', 'Value'], ...wells(96).map((_, at) => [`S${at + 1}`, at / 7])])],
    [
      'cells of a spreadsheet',
      lines([['Cell', 'Value'], ...['B2', 'C17', 'D44', 'A30', 'E12', 'B7', 'F3'].map((cell, at) => [cell, at * 1.5])]),
    ],
    [
      'sales of regions by month',
      lines([
        ['Region', ...Array.from({ length: 12 }, (_, at) => at + 1)],
        ...['North', 'South', 'East'].map(name => [name, ...Array.from({ length: 12 }, (_, at) => at * 3)]),
      ]),
    ],
    ['letters that leave one out', grid(8, 12, row => 'ABCDEFGI'[row] ?? '')],
    ['one row more than the plate has', grid(9, 12)],
    ['eleven columns', grid(8, 11)],
    [
      'a matrix without letters',
      lines(Array.from({ length: 8 }, (_, row) => Array.from({ length: 12 }, (__, column) => row * column + 0.5))),
    ],
    ['words in every well', grid(8, 12).replaceAll(/(?<=,)\d+(?:\.\d+)?(?=,|$)/gm, 'DMSO')],
    ['wells without numbers', lines([['Well', 'Sample'], ...wells(96).map(well => [well, 'DMSO'])])],
    [
      'wells that come again without a word for it',
      lines([['Well', 'CT'], ...[...wells(24), ...wells(24)].map((well, at) => [well, 20 + at / 9])]),
    ],
    ['five wells', lines([['Well', 'CT'], ...wells(5).map((well, at) => [well, 20 + at / 9])])],
  ])('when it holds %s', (_, text) => expect(plateIn(text)).toBeNull());
});

test('wells are read with and without a zero, and up to row AF', () => {
  expect(wellOf('h12')).toEqual({ row: 7, column: 11 });
  expect(wellOf('A01')).toEqual({ row: 0, column: 0 });
  expect(wellOf('AF48')).toEqual({ row: 31, column: 47 });
  expect(['A0', 'A49', 'AG1', '1A', 'A1B', ''].map(wellOf)).toEqual([null, null, null, null, null, null]);
  expect(formatFor([{ row: 7, column: 12 }])?.wells).toBe(384);
});

describe('of a plate is worked out', () => {
  const plate = plateIn(grid(8, 12));
  const values = plate?.layers[0]?.values ?? new Float64Array();

  test('the mean of each row and column, of the wells with a number', () => {
    const some = values.with(0, Number.NaN);
    const figures = plate === null ? null : plateFigures(plate, some);
    expect(figures?.rowMeans[0]).toBeCloseTo((0.2 + 1.2) / 2, 10);
    expect(figures?.columnMeans[11]).toBeCloseTo((1.2 + 9.6) / 2, 10);
  });

  test('which wells are more than three and a half scaled median deviations from the median', () => {
    const even = Float64Array.from({ length: 96 }, (_, at) => 1 + (at % 5) / 100).with(17, 1.9);
    const figures = plate === null ? null : plateFigures(plate, even);
    expect([...(figures?.outliers ?? [])]).toEqual([17]);
    expect(figures?.high).toBe(1.04);
    expect(
      plate === null ? null : plateFigures(plate, Float64Array.from({ length: 96 }, () => 1).with(3, 2)).outliers.size,
    ).toBe(0);
  });

  test('how far one layer is from another, and nothing where one has no number', () => {
    const [one, other] = [
      [1, 2, 0, 4],
      [2, 2, 3, Number.NaN],
    ].map(each => ({ name: '', texts: [], values: Float64Array.from(each) }));
    if (one === undefined || other === undefined) throw new Error('No layers');
    expect([...contrastOf(one, other, 'difference')]).toEqual([1, 0, 3, Number.NaN]);
    expect([...contrastOf(one, other, 'ratio')]).toEqual([2, 1, Number.NaN, Number.NaN]);
  });
});

test('what compares has its middle colour where both are alike', () => {
  expect(shareOnRamp(0, { low: -1, high: 4 }, 'difference')).toBe(0.5);
  expect(shareOnRamp(4, { low: -1, high: 4 }, 'difference')).toBe(1);
  expect(shareOnRamp(1, { low: 0.5, high: 2 }, 'ratio')).toBe(0.5);
  expect(shareOnRamp(0.5, { low: 0.5, high: 2 }, 'ratio')).toBe(0);
});

test('what is written on a well is read on every colour of both ramps', () => {
  const parts = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const luminance = (hex: string) =>
    parts(hex)
      .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
  for (const ramp of ['sequential', 'diverging'] as const)
    for (let share = 0; share <= 1; share += 0.01) {
      const { ground, ink } = rampColour(share, ramp);
      const [high = 0, low = 0] = [luminance(ground), luminance(ink)].toSorted((one, other) => other - one);
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
});

describe('a plate is looked for once, and only where one can be', () => {
  /** Counts how often a field of the table is read. */
  function counted(text: string): { readonly table: TableText; readonly read: () => number } {
    const table = new TableText(text, decideTable(text));
    let read = 0;
    for (const name of ['row', 'record'] as const) {
      const own = table[name].bind(table);
      table[name] = at => {
        read += 1;
        return own(at);
      };
    }
    return { table, read: () => read };
  }
  const log = lines([
    ['Time', 'T', 'Note'],
    ...Array.from({ length: 90_000 }, (_, at) => [at, at / 7, `step ${at % 5}`]),
  ]);
  const list = lines([
    ['Plate', 'Well', 'OD'],
    ...Array.from({ length: 960 }, (_, at) => [
      `P${Math.floor(at / 96)}`,
      wellName({ row: Math.floor((at % 96) / 12), column: at % 12 }),
      at / 10,
    ]),
  ]);

  test('of a long log only some rows are read, with each filter', () => {
    const { table, read } = counted(log);
    expect(picturesOf(table).plate).toBeNull();
    expect(read()).toBeLessThan(5000);
    table.order({ sortBy: null, isDescending: false, filter: 'step 3' });
    const before = read();
    expect(picturesOf(table).plate).toBeNull();
    expect(read() - before).toBeLessThan(5000);
  });

  test('rows in another order are the same plate, and are not read again', () => {
    const { table, read } = counted(list);
    const first = picturesOf(table).plate;
    expect(first?.layers).toHaveLength(10);
    const before = read();
    table.order({ sortBy: 2, isDescending: true, filter: '' });
    expect(picturesOf(table).plate).toBe(first);
    expect(read() - before).toBeLessThanOrEqual(960);
  });

  test('of the rows that a filter leaves the plate is their own', () => {
    const table = new TableText(list, decideTable(list));
    expect(picturesOf(table).plate?.layers).toHaveLength(10);
    table.order({ sortBy: null, isDescending: false, filter: 'p3' });
    expect(picturesOf(table).plate?.layers.map(({ name }) => name)).toEqual(['OD']);
  });
});
