import { expect, test } from 'vitest';

import { chartMarks, type Mark, plateCells } from '../../../renderer/features/preview/thumbnail/table-marks.ts';
import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { PLATE_FORMATS } from '../../../shared/preview/plate/plate-format.ts';
import { boxOf } from '../../../shared/preview/plot/plot-numbers.ts';

const SIZE = { width: 240, height: 160 };

function chart(more: Partial<Chart>): { is: 'chart'; chart: Chart } {
  const axis = { label: '', scale: 'linear' } as const;
  const plain = { draws: 'lines', x: axis, y: axis, xs: [0, 1, 2, 3], series: [], note: '' } as const;
  return { is: 'chart', chart: { ...plain, ...more } };
}

function plateOf(wells: number, valueAt: (well: number) => number) {
  const format = PLATE_FORMATS.find(each => each.wells === wells) ?? { wells, rows: 1, columns: wells };
  const values = Float64Array.from({ length: format.wells }, (_, well) => valueAt(well));
  return { format, layers: [{ name: 'OD', values, texts: [] }] };
}

/** All corners of the marks of series, in pixels. */
function pointsOf(marks: readonly Mark[]): readonly (readonly [number, number])[] {
  return marks.filter(({ series }) => series !== null).flatMap(mark => (mark.is === 'line' ? mark.points : [mark.at]));
}

test('a plate has a cell for each well, from the least to the greatest value, and none where a value is missing', () => {
  const drawn = plateCells(
    plateOf(96, well => (well === 5 ? Number.NaN : well)),
    240,
  );
  expect(drawn?.cells).toHaveLength(96);
  expect([drawn?.cells[0]?.share, drawn?.cells[95]?.share, drawn?.cells[5]?.share]).toEqual([0, 1, null]);
  expect(drawn?.size.width).toBeLessThanOrEqual(240);
});

test('a plate of 1536 wells has room, and one without a value is not drawn', () => {
  expect(
    plateCells(
      plateOf(1536, well => well),
      240,
    )?.cells.every(({ side }) => side >= 1),
  ).toBe(true);
  expect(
    plateCells(
      plateOf(96, () => Number.NaN),
      240,
    ),
  ).toBeNull();
});

test('lines break where a value is missing, and stay inside of the picture', () => {
  const marks = chartMarks(chart({ series: [{ name: 'a', ys: [1, 2, Number.NaN, 4] }] }), SIZE);
  const own = marks.filter(({ series }) => series === 0);
  expect(own).toHaveLength(1);
  for (const [x, y] of pointsOf(marks)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(SIZE.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(SIZE.height);
  }
});

test('a hundred thousand points are no more marks than the picture can show', () => {
  const xs = Float64Array.from({ length: 100_000 }, (_, at) => at);
  const ys = xs.map(x => Math.sin(x));
  expect(chartMarks(chart({ draws: 'points', xs, series: [{ name: 'a', ys }] }), SIZE).length).toBeLessThan(10_000);
  const [, line] = chartMarks(chart({ xs, series: [{ name: 'a', ys }] }), SIZE);
  expect(line?.is === 'line' ? line.points.length : 0).toBeLessThanOrEqual(4 * SIZE.width);
});

test('bars stand on zero, and a box is drawn for each group', () => {
  const bars = chartMarks(chart({ draws: 'bars', series: [{ name: 'a', ys: [1, 3, 2, 0] }] }), SIZE);
  const feet = bars.flatMap(mark => (mark.is === 'bar' ? [Math.round(mark.at[1] + mark.size[1])] : []));
  expect(new Set(feet.slice(0, 3)).size).toBe(1);
  const boxes = [boxOf('a', [1, 2, 3, 4]), boxOf('b', [2, 3, 9])].filter(box => box !== null);
  expect(chartMarks({ is: 'boxes', label: '', boxes, isLog: false, note: '' }, SIZE)).toHaveLength(1 + 2 * 4);
});

test('what has no numbers is not drawn', () => {
  expect(chartMarks(chart({ series: [{ name: 'a', ys: [Number.NaN] }] }), SIZE)).toEqual([]);
  expect(chartMarks({ is: 'boxes', label: '', boxes: [], isLog: false, note: '' }, SIZE)).toEqual([]);
});
