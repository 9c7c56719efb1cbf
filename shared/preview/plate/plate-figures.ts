import type { Plate, PlateLayer } from './plate-format.ts';

/** What is worked out for a plate that is on show. */
export interface PlateFigures {
  readonly rowMeans: readonly number[];
  readonly columnMeans: readonly number[];
  readonly mean: number;
  /** The ends of the colours: the least and the greatest value of those that are no outliers. */
  readonly low: number;
  readonly high: number;
  /** Wells, row by row, that stand far from the others. */
  readonly outliers: ReadonlySet<number>;
}

/** A well stands far off when it is more scaled median deviations from the median than this (Iglewicz and Hoaglin, 1993). */
export const OUTLIER_DEVIATIONS = 3.5;
/** Among fewer values none can be called far from the others. */
const LEAST_VALUES = 8;
/** Makes the median deviation of a normal distribution its standard deviation. */
const SCALE = 1.4826;

/** Means of rows and columns, the ends of the scale and the outliers; NaN where there is no number. */
export function plateFigures({ format }: Plate, values: Float64Array): PlateFigures {
  const { rows, columns } = format;
  const row = (at: number) => values.subarray(at * columns, (at + 1) * columns);
  const column = (at: number) =>
    Float64Array.from({ length: rows }, (_, each) => values[each * columns + at] ?? Number.NaN);
  const numbers = values.filter(value => Number.isFinite(value)).toSorted();
  const outliers = outliersOf(values, numbers);
  // One well far off would leave a single colour to all others.
  const usual = values.filter((value, at) => Number.isFinite(value) && !outliers.has(at)).toSorted();
  return {
    rowMeans: Array.from({ length: rows }, (_, at) => meanOf(row(at))),
    columnMeans: Array.from({ length: columns }, (_, at) => meanOf(column(at))),
    mean: meanOf(values),
    low: usual[0] ?? Number.NaN,
    high: usual.at(-1) ?? Number.NaN,
    outliers,
  };
}

function meanOf(values: Float64Array): number {
  const numbers = values.filter(value => Number.isFinite(value));
  return numbers.length === 0 ? Number.NaN : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

function outliersOf(values: Float64Array, sorted: Float64Array): ReadonlySet<number> {
  const median = medianOf(sorted);
  const spread = medianOf(sorted.map(value => Math.abs(value - median)).toSorted()) * SCALE;
  // Where more than half are equal, every other value would be an outlier.
  if (!(spread > 0) || sorted.length < LEAST_VALUES) return new Set();
  const far = (value: number) => Math.abs(value - median) > OUTLIER_DEVIATIONS * spread;
  return new Set([...values.keys()].filter(at => far(values[at] ?? Number.NaN)));
}

/** @param sorted ascending. */
function medianOf(sorted: Float64Array): number {
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** How far a second layer is from a first: what it has more, or how many times as much. */
export type PlateContrast = 'difference' | 'ratio';

/** Well by well; NaN where one of them has no number, or nothing can be divided by the first. */
export function contrastOf(first: PlateLayer, second: PlateLayer, by: PlateContrast): Float64Array {
  return second.values.map((value, at) => {
    const before = first.values[at] ?? Number.NaN;
    if (by === 'difference') return value - before;
    return before === 0 ? Number.NaN : value / before;
  });
}
