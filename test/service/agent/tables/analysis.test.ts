import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runs, seedOr } from '../../../setup/run/effort.ts';
import { analyse, type Analysis } from './analysis.ts';
import type { AnalysisWish } from './grouping.ts';
import { tableOf } from './table.ts';

const SEED = seedOr(1);
const OPTIONS = { numRuns: runs(300), seed: SEED };
const NOTHING_SAID: AnalysisWish = { groupBy: [], mayGroupBy: [], control: null };

function analysisOf(lines: readonly string[], wish: AnalysisWish = NOTHING_SAID): Analysis {
  const table = tableOf(lines.map(line => line.split('|')));
  if (table === null) throw new Error('no table');
  return analyse({ id: 'f1', name: 'plate.csv' }, table, wish);
}

const folds = (analysis: Analysis): unknown[] =>
  analysis.comparisons.map(({ column, group, n, mean, lessBlank, fold }) => [column, group, n, mean, lessBlank, fold]);

test('blanks are subtracted and everything is divided by the control', () => {
  const analysis = analysisOf([
    'Sample|OD',
    'Blank|0.5',
    'Vehicle|2',
    'Vehicle|3',
    'KST-118|1',
    'KST-118|1',
    'Blank|0.5',
  ]);
  expect(analysis).toMatchObject({ groupedBy: ['Sample'], control: 'Vehicle', blankRows: 2, remarks: [] });
  expect(folds(analysis)).toEqual([
    ['OD', 'Vehicle', 2, 2.5, 2, 1],
    ['OD', 'KST-118', 2, 1, 0.5, 0.25],
  ]);
  expect(analysis.comparisons.map(each => each.log2Fold)).toEqual([0, -2]);
});

test('with two grouping columns, each group is compared with the control beside it', () => {
  const lines = ['Treatment|Gene|Signal', 'DMSO|TNF|2', 'DMSO|IL6|10', 'LPS|TNF|8', 'LPS|IL6|20'];
  const analysis = analysisOf([...lines, ...lines.slice(1)]);
  expect(analysis.groupedBy).toEqual(['Treatment', 'Gene']);
  expect(folds(analysis).map(row => (row as unknown[]).at(-1))).toEqual([1, 1, 4, 2]);
});

test('the user chooses grouping and control', () => {
  const lines = ['Dose|Donor|Signal', '0|a|2', '10|a|4', '0|b|3', '10|b|6'];
  const analysis = analysisOf(lines, { ...NOTHING_SAID, groupBy: ['dose'], control: '0' });
  expect(folds(analysis)).toEqual([
    ['Signal', '0', 2, 2.5, null, 1],
    ['Signal', '10', 2, 5, null, 2],
  ]);
});

test('what the user names and the table does not have is told', () => {
  const analysis = analysisOf(['Sample|OD', 'A|1', 'A|2', 'B|3', 'B|4'], {
    groupBy: ['Donor'],
    mayGroupBy: ['way'],
    control: 'C',
  });
  expect(analysis.remarks).toEqual(['There is no column “Donor” to group by.', 'No group is called “C”.']);
  expect(analysis).toMatchObject({ control: null, comparisons: [] });
});

test('cycle numbers are described but never divided', () => {
  const analysis = analysisOf(['Sample|Ct', 'Vehicle|20', 'Vehicle|21', 'LPS|18', 'LPS|18']);
  expect(analysis.groups.map(({ group, column, mean }) => [group, column, mean])).toEqual([
    ['Vehicle', 'Ct', 20.5],
    ['LPS', 'Ct', 18],
  ]);
  expect(analysis.comparisons).toEqual([]);
  expect(analysis.remarks).toEqual([
    'Cycle numbers, logarithms and pH are not divided by each other or corrected by a blank: they are not linear.',
  ]);
});

test('doses, wells and replicates are described but not compared', () => {
  const analysis = analysisOf(['Sample|Replicate|Dose|OD', 'DMSO|1|0|1', 'DMSO|2|0|1', 'X|1|5|2', 'X|2|5|2']);
  expect(analysis.columns.map(report => report.column)).toEqual(['Replicate', 'Dose', 'OD']);
  expect(new Set(analysis.comparisons.map(each => each.column))).toEqual(new Set(['OD']));
});

test('no fold change is told where the control is not above zero', () => {
  const analysis = analysisOf(['Sample|OD', 'Blank|1', 'Vehicle|1', 'Vehicle|1', 'X|3', 'X|3']);
  expect(analysis.comparisons.map(each => each.fold)).toEqual([null, null]);
  expect(analysis.remarks[0]).toContain('2 fold changes could not be computed');
});

test('cells that are missing or no numbers are counted, shown and left out', () => {
  const analysis = analysisOf(['OD', '1', 'OVER', '', '2', '3', '4', 'n/a', '5']);
  expect(analysis.columns).toEqual([
    { column: 'OD', n: 5, mean: 3, sd: Math.sqrt(2.5), median: 3, min: 1, max: 5, missing: 2, notNumbers: ['OVER'] },
  ]);
  expect(analysis.remarks).toContain('OD: left out 1 cell not holding a number (“OVER”).');
});

test('too many groups are not reported, and that is told', () => {
  const rows = Array.from({ length: 500 }, (_, index) => `s${index % 250}|${index}`);
  const analysis = analysisOf(['Sample|OD', ...rows]);
  expect(analysis.groups).toEqual([]);
  expect(analysis.remarks).toEqual(['250 groups are too many to report; at most 200 are.']);
});

const cells = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -99_999, max: 99_999 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const rows = fc.array(fc.record({ sample: fc.constantFrom('Blank', 'Vehicle', 'A', 'B'), value: cells }), {
  minLength: 2,
  maxLength: 40,
});

/** The mean as everybody computes it; 0 without values. */
function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

test(`groups, blanks and fold changes agree with a plain computation over the rows (seed ${SEED})`, () =>
  fc.assert(
    fc.property(rows, given => {
      const all = [
        ...given,
        ...['A', 'B', 'Blank', 'Vehicle'].flatMap(sample => [
          { sample, value: 7 },
          { sample, value: 9 },
        ]),
      ];
      const lines = all.map(({ sample, value }) => `${sample}|${value === null ? '' : value / 100}`);
      const analysis = analysisOf(['Sample|Signal', ...lines]);
      const valuesOf = (sample: string): number[] =>
        all.flatMap(row => (row.sample === sample && row.value !== null ? [row.value / 100] : []));
      const blank = meanOf(valuesOf('Blank'));
      const base = meanOf(valuesOf('Vehicle')) - blank;
      // At zero it is a matter of rounding whether the control lies above the blank.
      fc.pre(Math.abs(base) > 1e-6);
      expect(analysis.comparisons.map(each => each.group).sort()).toEqual(['A', 'B', 'Vehicle']);
      for (const { group, n, mean, lessBlank, fold } of analysis.comparisons) {
        const expected = meanOf(valuesOf(group));
        expect(n).toBe(valuesOf(group).length);
        expect(mean).toBeCloseTo(expected, 6);
        expect(lessBlank).toBeCloseTo(expected - blank, 6);
        expect(fold === null).toBe(base < 0);
        expect((fold ?? 0) * base).toBeCloseTo(base < 0 ? 0 : expected - blank, 6);
      }
    }),
    OPTIONS,
  ));
