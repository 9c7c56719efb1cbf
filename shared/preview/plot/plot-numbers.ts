/** Bars of a histogram: how many values lie from one edge up to the next. */
export interface Bins {
  /** The middle of each bar. */
  readonly middles: readonly number[];
  readonly width: number;
  readonly countsOf: (values: ArrayLike<number>) => readonly number[];
}

/** Bars for these values: as broad as Freedman and Diaconis (1981) say, at least 5 and at most 100 of them. */
export function binsFor(values: readonly number[]): Bins | null {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).toSorted();
  const [low, high] = [sorted[0] ?? Number.NaN, sorted.at(-1) ?? Number.NaN];
  if (sorted.length === 0) return null;
  const spread = quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25);
  const wanted = spread > 0 ? (high - low) / ((2 * spread) / Math.cbrt(sorted.length)) : Math.sqrt(sorted.length);
  const count = high === low ? 1 : Math.min(100, Math.max(5, Math.ceil(wanted)));
  const width = high === low ? Math.abs(low) * 0.1 || 1 : (high - low) / count;
  const from = high === low ? low - width / 2 : low;
  return {
    width,
    middles: Array.from({ length: count }, (_, at) => from + (at + 0.5) * width),
    countsOf: each => {
      const counts = Array.from({ length: count }, () => 0);
      for (let at = 0; at < each.length; at += 1) {
        const value = each[at] ?? Number.NaN;
        if (!Number.isFinite(value)) continue;
        const bin = Math.min(count - 1, Math.max(0, Math.floor((value - from) / width)));
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
      return counts;
    },
  };
}

/** A box of a box plot. */
export interface BoxFigures {
  readonly name: string;
  readonly count: number;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  /** The farthest values within one and a half boxes of the box (Tukey). */
  readonly lowerWhisker: number;
  readonly upperWhisker: number;
  /** Values beyond the whiskers; of very many, the first. */
  readonly outliers: readonly number[];
  readonly outlierCount: number;
}

/** Values beyond the whiskers that are drawn one by one. */
const MOST_OUTLIERS = 500;

/** What a box plot shows of some values; null: there are no numbers among them. */
export function boxOf(name: string, values: readonly number[]): BoxFigures | null {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).toSorted();
  if (sorted.length === 0) return null;
  const [lower, upper] = [quantileOf(sorted, 0.25), quantileOf(sorted, 0.75)];
  const reach = (upper - lower) * 1.5;
  const inside = sorted.filter(value => value >= lower - reach && value <= upper + reach);
  const outside = [...sorted.filter(value => value < lower - reach || value > upper + reach)];
  return {
    name,
    count: sorted.length,
    median: quantileOf(sorted, 0.5),
    lowerQuartile: lower,
    upperQuartile: upper,
    lowerWhisker: inside[0] ?? lower,
    upperWhisker: inside.at(-1) ?? upper,
    outliers: outside.slice(0, MOST_OUTLIERS),
    outlierCount: outside.length,
  };
}

/** Between the two values around it, in proportion (type 7, as R, NumPy and spreadsheets do). @param sorted ascending. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}

/** A straight line by least squares. */
export interface LineFit {
  readonly slope: number;
  readonly intercept: number;
  /** The share of the variance that it explains, 0 to 1. */
  readonly rSquared: number;
}

/** Null: fewer than three points, or all of one x. */
export function fitOf(points: readonly (readonly [x: number, y: number])[]): LineFit | null {
  const placed = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const count = placed.length;
  const [meanX, meanY] = [0, 1].map(part => placed.reduce((sum, point) => sum + (point[part] ?? 0), 0) / count) as [
    number,
    number,
  ];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of placed) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  if (count < 3 || xx === 0) return null;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, rSquared: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}
