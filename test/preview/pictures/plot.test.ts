import { describe, expect, test } from 'vitest';

import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { buildPlot } from '../../../shared/preview/plot/build-plot.ts';
import { momentForm, momentIn } from '../../../shared/preview/plot/moments.ts';
import { binsFor, boxOf, fitOf, quantileOf } from '../../../shared/preview/plot/plot-numbers.ts';
import type { PlotChoice } from '../../../shared/preview/plot/plot-choice.ts';
import { picturesOf, plotOf } from '../../../shared/preview/table-pictures.ts';
import { decideTable } from '../../../shared/preview/table-decision.ts';
import { TableText } from '../../../shared/preview/table-text.ts';

function table(rows: readonly (readonly (string | number)[])[]): TableText {
  const text = rows.map(fields => fields.join(',')).join('\n');
  return new TableText(text, decideTable(text));
}

const counted = (count: number) => Array.from({ length: count }, (_, at) => at);
const first = (of: TableText) => picturesOf(of).plots[0];
const PLAIN: PlotChoice = {
  kind: 'scatter',
  x: 0,
  ys: [1],
  colourBy: null,
  isXLog: false,
  isYLog: false,
  hasFit: false,
};

function chartOf(of: TableText, choice: PlotChoice) {
  const plot = plotOf(of, choice);
  if (plot?.is !== 'chart') throw new Error('This is no chart');
  return plot.chart;
}

describe('what a table is, tells what is plotted first', () => {
  test('cycles with a column for each well are amplification curves', () => {
    const rows = counted(40).map(at => [at + 1, ...[1, 2, 3].map(well => 1 / (1 + Math.exp(20 + well - at)))]);
    const plate = table([['Cycle', 'A1', 'A2', 'A3'], ...rows]);
    const offer = first(plate);
    expect(offer).toMatchObject({ why: 'amplification', choice: { kind: 'line', x: 0, ys: [1, 2, 3] } });
    expect(chartOf(plate, offer?.choice ?? PLAIN).y.label).toBe('Fluorescence');
    const battery = table([
      ['Cycle', 'Charge', 'Discharge'],
      ...rows.map(([cycle = 0, one = 0, other = 0]) => [cycle, one, other]),
    ]);
    expect(chartOf(battery, { ...PLAIN, kind: 'line', ys: [1, 2] }).y.label).toBe('');
  });

  test('a row for each well and cycle are amplification curves, coloured by the well', () => {
    const rows = ['A1', 'A2'].flatMap(well => counted(40).map(at => [well, at + 1, at / 7, at / 9]));
    const plate = table([['Well', 'Cycle', 'Rn', 'ΔRn'], ...rows]);
    const offer = first(plate);
    expect(offer).toMatchObject({ why: 'amplification', choice: { x: 1, ys: [3], colourBy: 0 } });
    const chart = chartOf(plate, offer?.choice ?? PLAIN);
    expect(chart.series.map(({ name, ys }) => [name, ys.length])).toEqual([
      ['A1', 40],
      ['A2', 40],
    ]);
  });

  test('threshold cycles over quantities are a standard curve with its slope and efficiency', () => {
    const rows = counted(5).flatMap(at =>
      [0, 0.02].map(by => [`Std ${at}`, 10 ** (at + 1), 38 - 3.3219 * (at + 1) + by]),
    );
    const standards = table([['Sample', 'Quantity', 'CT'], ...rows]);
    const offer = first(standards);
    expect(offer).toMatchObject({ why: 'standard-curve', choice: { kind: 'scatter', x: 1, ys: [2], isXLog: true } });
    const { note, series } = chartOf(standards, offer?.choice ?? PLAIN);
    expect(note).toContain('Slope −3.322, R² 1.');
    expect(note).toContain('Efficiency 100 %');
    expect(series[1]).toMatchObject({ draws: 'lines' });
  });

  test('moments with numbers are lines along time', () => {
    const rows = counted(30).map(at => [`2026-11-18 10:${String(at + 10)}:00`, 37 + at / 100]);
    const log = table([['Time', 'Temperature'], ...rows]);
    const chart = chartOf(log, first(log)?.choice ?? PLAIN);
    expect(chart).toMatchObject({ draws: 'lines', x: { label: 'Time', scale: 'time' } });
    expect(chart.xs[0]).toBe(Date.UTC(2026, 10, 18, 10, 10));
  });

  test('a table of words has no plot', () => {
    expect(
      picturesOf(
        table([
          ['Name', 'Place'],
          ['Ada', 'Freezer'],
          ['Ben', 'Bench'],
          ['Cy', 'Hood'],
        ]),
      ).plots,
    ).toEqual([]);
  });

  test('a few groups with numbers are boxes', () => {
    const rows = counted(40).map(at => [at % 2 === 0 ? 'control' : 'treated', (at * 37) % 11]);
    expect(first(table([['Group', 'Count'], ...rows]))?.choice).toMatchObject({ kind: 'box', x: 0, ys: [1] });
  });
});

describe('a plot says what it leaves out', () => {
  test('rows without a number for x', () => {
    const chart = chartOf(
      table([
        ['x', 'y'],
        [1, 2],
        ['n/a', 3],
        [2, 4],
        [3, 5],
        [4, 1],
      ]),
      { ...PLAIN, kind: 'line' },
    );
    expect([...Array.from(chart.xs)]).toEqual([1, 2, 3, 4]);
    expect(chart.note).toBe('1 row without a number is left out.');
  });

  test('replicates that become one point', () => {
    const rows = counted(20).flatMap(at => [
      [at, 'a', 1],
      [at, 'a', 3],
    ]);
    const chart = chartOf(table([['x', 'by', 'y'], ...rows]), { ...PLAIN, kind: 'line', ys: [2], colourBy: 1 });
    expect(chart.series[0]?.ys[0]).toBe(2);
    expect(chart.note).toContain('mean');
  });

  test('columns that are not there are no plot', () =>
    expect(plotOf(table([['x'], [1], [2]]), { ...PLAIN, ys: [7] })).toBeNull());
});

test('of 1,200,000 rows every second is drawn, and it says so', () => {
  const { columns } = picturesOf(
    table([
      ['x', 'y'],
      [1, 5],
      [2, 6],
      [3, 4],
    ]),
  );
  const rows = { count: 1_200_000, row: (at: number) => [String(at), '1'], columns, decimal: '.' } as const;
  const plot = buildPlot(rows, PLAIN);
  expect(plot?.is === 'chart' ? [plot.chart.xs.length, plot.chart.xs[1], plot.chart.note] : null).toEqual([
    600_000,
    2,
    'Every 2nd of 1,200,000 rows.',
  ]);
}, 60_000);

describe('a plot of a long table', () => {
  const { columns } = picturesOf(
    table([
      ['x', 'by', 'y'],
      [1, 'a', 5],
      [2, 'b', 6],
      [3, 'a', 4],
    ]),
  );
  const rowsOf = (count: number, row: (at: number) => readonly string[]) => ({
    ...{ count, row, columns, decimal: '.' as const },
  });
  const chartFor = (rows: Parameters<typeof buildPlot>[0], choice: PlotChoice): Chart | null => {
    const plot = buildPlot(rows, choice);
    return plot?.is === 'chart' ? plot.chart : null;
  };

  test.each(['scatter', 'line'] as const)(
    'that is coloured by many words has no more values than are drawn: %s',
    kind => {
      const rows = rowsOf(400_000, at => [String(at), `word ${at % 40}`, '1']);
      const chart = chartFor(rows, { ...PLAIN, kind, ys: [2], colourBy: 1 });
      const values = (chart?.xs.length ?? 0) * (chart?.series.length ?? 0);
      expect(chart?.series.length).toBe(40);
      expect(values).toBeGreaterThan(1_000_000);
      expect(values).toBeLessThanOrEqual(4_000_000);
      expect(chart?.note).toContain('One of every 4 of 400,000 rows.');
    },
  );

  test('keeps the words of all rows where only a part of them is read', () => {
    const rows = rowsOf(4_000_000, at => ['1', `word ${at % 4}`, '1']);
    const plot = buildPlot(rows, { ...PLAIN, kind: 'box', x: 1, ys: [2] });
    expect(plot?.is === 'boxes' ? plot.boxes.map(({ name }) => name).toSorted() : null).toEqual([
      'word 0',
      'word 1',
      'word 2',
      'word 3',
    ]);
    expect(plot?.is === 'boxes' ? plot.note : '').toContain('One of every 4 of 4,000,000 rows.');
  });

  test('has its points in ascending order, each with its own value and word', () => {
    const rows = rowsOf(5, at => [String([3, 1, 2, 0, 5][at] ?? ''), 'abcab'[at] ?? '', String(at)]);
    const chart = chartFor(rows, { ...PLAIN, kind: 'scatter', ys: [2] });
    expect([Array.from(chart?.xs ?? []), Array.from(chart?.series[0]?.ys ?? [])]).toEqual([
      [0, 1, 2, 3, 5],
      [3, 1, 2, 0, 4],
    ]);
    const coloured = chartFor(rows, { ...PLAIN, kind: 'scatter', ys: [2], colourBy: 1 });
    expect(coloured?.series.map(({ name, ys }) => [name, Array.from(ys)])).toEqual([
      ['a', [3, Number.NaN, Number.NaN, 0, Number.NaN]],
      ['b', [Number.NaN, 1, Number.NaN, Number.NaN, 4]],
      ['c', [Number.NaN, Number.NaN, 2, Number.NaN, Number.NaN]],
    ]);
  });
});

describe('moments', () => {
  test.each([
    ['year-first', ['2026-11-18T10:02:03.5Z', '2026-11-19']],
    ['day-first', ['18.11.2026 10:02', '01.02.2026']],
    ['day-first', ['03/04/2026', '13/04/2026']],
    ['month-first', ['03/04/2026 1:05 PM', '03/13/2026 12:05 AM']],
    ['duration', ['0:00:05', '12:34:56']],
    [null, ['03/04/2026', '05/04/2026']],
    [null, ['2026-11-18', 'tomorrow']],
  ] as const)('are read %s', (form, fields) => expect(momentForm(fields)).toBe(form));

  test('are those that are written', () => {
    expect(momentIn('03/13/2026 12:05 AM', 'month-first')).toBe(Date.UTC(2026, 2, 13, 0, 5));
    expect(momentIn('18.11.2026 10:02', 'day-first')).toBe(Date.UTC(2026, 10, 18, 10, 2));
    expect(momentIn('1:02:03', 'duration')).toBe(3723);
    expect(momentIn('2026-02-31', 'year-first')).toBeNaN();
  });
});

describe('figures are those of R', () => {
  const values = [2, 4, 4, 5, 7, 9, 30];

  test('quantiles of type 7', () =>
    expect([0, 0.25, 0.5, 0.75, 1].map(share => quantileOf(values, share))).toEqual([2, 4, 5, 8, 30]));

  test('a box whose whiskers end at values, with what lies beyond them', () =>
    expect(boxOf('a', values)).toMatchObject({
      median: 5,
      lowerWhisker: 2,
      upperWhisker: 9,
      outliers: [30],
      count: 7,
    }));

  test('bins that hold every value once', () => {
    const bins = binsFor(values);
    expect(bins?.countsOf(values).reduce((sum, count) => sum + count, 0)).toBe(7);
    expect(binsFor([3, 3, 3])?.countsOf([3, 3, 3])).toEqual([3]);
    expect(binsFor([Number.NaN])).toBeNull();
  });

  test('a line by least squares', () => {
    expect(
      fitOf([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toEqual({ slope: 2, intercept: 1, rSquared: 1 });
    expect(
      fitOf([
        [1, 1],
        [1, 2],
        [1, 3],
      ]),
    ).toBeNull();
  });
});
