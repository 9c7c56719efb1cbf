import type uPlot from 'uplot';

import type { Chart } from '../../../shared/preview/formats/sections.ts';

/** The numbers of a chart as the library takes them: x ascending, and null where a point has no value. */
export function plotData({ xs, y, series }: Chart): uPlot.AlignedData {
  const order = orderOf(xs);
  const isLog = y.scale === 'log';
  return [
    ordered(xs, order),
    ...series.map(({ ys }) => withGaps(ordered(ys, order), value => Number.isFinite(value) && (!isLog || value > 0))),
  ];
}

/** Where the values stand in ascending order; null: as they are. Those that are no numbers have no place. */
function orderOf(xs: ArrayLike<number>): Uint32Array | null {
  let isSorted = true;
  for (let at = 0; at < xs.length && isSorted; at += 1)
    isSorted = (xs[at] ?? Number.NaN) >= (at === 0 ? -Infinity : (xs[at - 1] ?? Number.NaN));
  if (isSorted) return null;
  const placed: number[] = [];
  for (let at = 0; at < xs.length; at += 1) if (Number.isFinite(xs[at])) placed.push(at);
  return Uint32Array.from(placed).sort((one, other) => (xs[one] ?? 0) - (xs[other] ?? 0));
}

function ordered(values: ArrayLike<number>, order: Uint32Array | null): Float64Array {
  if (order === null) return Float64Array.from(values);
  return Float64Array.from(order, at => values[at] ?? Number.NaN);
}

/** As they are where all count; a list with gaps takes more memory. */
function withGaps(values: Float64Array, counts: (value: number) => boolean): Float64Array | (number | null)[] {
  return values.every(counts) ? values : Array.from(values, value => (counts(value) ? value : null));
}
