import type { Chart } from '../../../../shared/preview/formats/sections.ts';
import type { Plate } from '../../../../shared/preview/plate/plate-format.ts';
import type { Plot } from '../../../../shared/preview/plot/build-plot.ts';
import { type ChartRange, rangeOfChart, shareOf } from '../../../../shared/preview/plot/chart-scale.ts';
import type { BoxFigures } from '../../../../shared/preview/plot/plot-numbers.ts';
import { type Extent, extentOf, seenPoints, thinnedLine } from '../../../../shared/preview/plot/thinning.ts';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

type Point = readonly [x: number, y: number];

/** A part of a small plot, in its pixels; `series` null: an axis. */
export type Mark = { readonly series: number | null } & (
  | { readonly is: 'line'; readonly points: readonly Point[] }
  | { readonly is: 'dot'; readonly at: Point; readonly size: number }
  | { readonly is: 'bar'; readonly at: Point; readonly size: Point }
);

/** The well of a small plate; `share` of the way from the least to the greatest value, null: it has none. */
export interface PlateCell {
  readonly at: Point;
  readonly side: number;
  readonly share: number | null;
}

const MARGIN = 12;
/** More are drawn smaller. */
const MANY_DOTS = 200;

/** The first layer of a plate. Null: no well has a value. */
export function plateCells(
  { format, layers }: Plate,
  longest: number,
): { readonly size: Size; readonly cells: readonly PlateCell[] } | null {
  const values = layers[0]?.values ?? new Float64Array();
  const range = extentOf(values, Number.isFinite);
  if (range === null) return null;
  const pitch = Math.max(4, Math.floor((longest - 2 * MARGIN) / format.columns));
  const side = pitch - (pitch > 7 ? 2 : 1);
  const cells = Array.from({ length: format.wells }, (_, well): PlateCell => {
    const [column, row] = [well % format.columns, Math.floor(well / format.columns)];
    const value = values[well] ?? Number.NaN;
    const share = range.high > range.low ? (value - range.low) / (range.high - range.low) : 0.5;
    return {
      at: [MARGIN + column * pitch, MARGIN + row * pitch],
      side,
      share: Number.isFinite(value) ? share : null,
    };
  });
  return { size: { width: 2 * MARGIN + format.columns * pitch, height: 2 * MARGIN + format.rows * pitch }, cells };
}

/** A plot without its words. Empty: there is nothing to draw. */
export function chartMarks(plot: Plot, size: Size): readonly Mark[] {
  const marks = plot.is === 'chart' ? seriesMarks(plot.chart, size) : boxMarks(plot.boxes, size);
  return marks.length === 0 ? [] : [axesOf(size), ...marks];
}

/** The left and the lower edge. */
function axesOf({ width, height }: Size): Mark {
  const [left, bottom] = [MARGIN + 0.5, height - MARGIN + 0.5];
  const points: readonly Point[] = [
    [left, MARGIN],
    [left, bottom],
    [width - MARGIN, bottom],
  ];
  return { is: 'line', series: null, points };
}

/** Where numbers stand. */
interface Placing {
  readonly xAt: (value: number) => number;
  readonly yAt: (value: number) => number;
  readonly width: number;
  readonly height: number;
}

function seriesMarks(chart: Chart, size: Size): readonly Mark[] {
  const range = rangeOfChart(chart);
  if (range === null) return [];
  const placing = placingOf(chart, range, size);
  return chart.series.flatMap(({ ys, draws = chart.draws }, series): readonly Mark[] => {
    if (draws === 'bars' || draws === 'sticks') return barsOf(chart, placing, series);
    // A line among points is that of a fit, whose ends alone are given.
    return draws === 'lines' ? linesOf({ xs: chart.xs, ys }, placing, series) : dotsOf(chart.xs, ys, placing, series);
  });
}

function placingOf({ x, y }: Chart, range: ChartRange, size: Size): Placing {
  const [width, height] = [size.width - 2 * MARGIN, size.height - 2 * MARGIN];
  return {
    width,
    height,
    xAt: value => MARGIN + shareOf(value, range.x, x.scale) * width,
    yAt: value => MARGIN + (1 - shareOf(value, range.y, y.scale)) * height,
  };
}

/** A line is broken where a value is missing. */
function linesOf(
  points: { readonly xs: ArrayLike<number>; readonly ys: ArrayLike<number> },
  { xAt, yAt, width }: Placing,
  series: number,
): readonly Mark[] {
  const { xs, ys } = thinnedLine(points, width);
  const parts: Point[][] = [[]];
  for (let at = 0; at < xs.length; at += 1) {
    const [x, y] = [xAt(xs[at] ?? Number.NaN), yAt(ys[at] ?? Number.NaN)];
    if (Number.isFinite(x) && Number.isFinite(y)) parts.at(-1)?.push([x, y]);
    else if (parts.at(-1)?.length !== 0) parts.push([]);
  }
  return parts.filter(part => part.length > 1).map(part => ({ is: 'line', series, points: part }));
}

function dotsOf(xs: ArrayLike<number>, ys: ArrayLike<number>, placing: Placing, series: number): readonly Mark[] {
  const { xAt, yAt, width, height } = placing;
  const within = { width: width + 2 * MARGIN, height: height + 2 * MARGIN, xAt, yAt };
  const seen = seenPoints({ xs, ys }, within, { from: 0, to: xs.length - 1, apart: 2 });
  const dot = seen.length > MANY_DOTS ? 3 : 6;
  return seen.map(at => ({ is: 'dot', series, at: [xAt(xs[at] ?? 0), yAt(ys[at] ?? 0)], size: dot }));
}

function barsOf(
  { draws, xs, series: all }: Chart,
  { xAt, yAt, width, height }: Placing,
  series: number,
): readonly Mark[] {
  const { ys = [] } = all[series] ?? {};
  const breadth = draws === 'sticks' ? 1 : Math.max(1, (width / Math.max(1, xs.length) - 1) / all.length);
  const foot = Math.min(MARGIN + height, Math.max(MARGIN, yAt(0) || MARGIN + height));
  return Array.from({ length: xs.length }, (_, at) => at).flatMap((at): readonly Mark[] => {
    const top = yAt(ys[at] ?? Number.NaN);
    if (!Number.isFinite(top)) return [];
    const left = xAt(xs[at] ?? 0) - (breadth * all.length) / 2 + series * breadth;
    return [{ is: 'bar', series, at: [left, Math.min(top, foot)], size: [breadth, Math.max(1, Math.abs(foot - top))] }];
  });
}

function boxMarks(boxes: readonly BoxFigures[], size: Size): readonly Mark[] {
  const ends = boxes.flatMap(({ lowerWhisker, upperWhisker }) => [lowerWhisker, upperWhisker]);
  const range = extentOf(ends, Number.isFinite);
  if (range === null) return [];
  return boxes.flatMap((box, at) => oneBox(box, { at, count: boxes.length, range, size }));
}

function oneBox(
  { lowerWhisker, upperWhisker, lowerQuartile, upperQuartile, median }: BoxFigures,
  {
    at,
    count,
    range,
    size,
  }: { readonly at: number; readonly count: number; readonly range: Extent; readonly size: Size },
): readonly Mark[] {
  const room = size.height - 4 * MARGIN;
  const yAt = (value: number): number =>
    2 * MARGIN + (range.high > range.low ? 1 - (value - range.low) / (range.high - range.low) : 0.5) * room;
  const pitch = (size.width - 2 * MARGIN) / count;
  const middle = MARGIN + (at + 0.5) * pitch;
  const half = Math.max(1, Math.min(16, pitch * 0.3));
  const line = (...points: readonly Point[]): Mark => ({ is: 'line', series: 0, points });
  const [top, bottom] = [yAt(upperQuartile), yAt(lowerQuartile)];
  return [
    line([middle, yAt(upperWhisker)], [middle, top]),
    line([middle, bottom], [middle, yAt(lowerWhisker)]),
    line(
      [middle - half, top],
      [middle + half, top],
      [middle + half, bottom],
      [middle - half, bottom],
      [middle - half, top],
    ),
    line([middle - half, yAt(median)], [middle + half, yAt(median)]),
  ];
}
