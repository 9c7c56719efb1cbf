/** Points along x, both lists as long as each other. Points that have no value are NaN. */
export interface Points {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

/** The least and the greatest of some numbers; null where there is none among them. */
export function extentOf(
  values: ArrayLike<number>,
  counts: (value: number) => boolean = Number.isFinite,
): Extent | null {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (!counts(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : { low, high };
}

export interface Extent {
  readonly low: number;
  readonly high: number;
}

/**
 * A line with no more points than a picture can tell apart: of each column of the picture the first, the least, the greatest
 * and the last point, so that no peak is lost. What has few points stays as it is. @param xs ascending.
 */
export function thinnedLine({ xs, ys }: Points, columns: number): Points {
  const count = xs.length;
  if (count <= columns * 4) return { xs, ys };
  const [first, last] = [xs[0] ?? 0, xs[count - 1] ?? 0];
  const kept: number[] = [];
  let from = 0;
  for (let column = 1; column <= columns; column += 1) {
    const end = column === columns ? Infinity : first + ((last - first) * column) / columns;
    let to = from;
    while (to < count && (xs[to] ?? Infinity) <= end) to += 1;
    if (to > from) for (const corner of cornersOf(ys, from, to)) kept.push(corner);
    from = to;
  }
  return { xs: kept.map(at => xs[at] ?? 0), ys: kept.map(at => ys[at] ?? Number.NaN) };
}

/** Where the first, the least, the greatest and the last value of a part stand, in their order and each once. */
function cornersOf(ys: ArrayLike<number>, from: number, to: number): readonly number[] {
  let [least, greatest] = [from, from];
  for (let at = from + 1; at < to; at += 1) {
    const value = ys[at] ?? Number.NaN;
    if (value < (ys[least] ?? Number.NaN) || Number.isNaN(ys[least])) least = at;
    if (value > (ys[greatest] ?? Number.NaN) || Number.isNaN(ys[greatest])) greatest = at;
  }
  return [...new Set([from, least, greatest, to - 1])].toSorted((one, other) => one - other);
}

/** Where points stand in a picture, in its pixels; NaN: outside of it. */
export interface Placing {
  readonly xAt: (value: number) => number;
  readonly yAt: (value: number) => number;
  readonly width: number;
  readonly height: number;
}

/**
 * The points that are seen: of those that would be drawn on each other, nearer than `apart` pixels, one. @returns their
 * indexes, ascending.
 */
export function seenPoints(
  { xs, ys }: Points,
  { xAt, yAt, width, height }: Placing,
  { from, to, apart }: { readonly from: number; readonly to: number; readonly apart: number },
): readonly number[] {
  const across = Math.ceil(width / apart) + 1;
  const taken = new Uint8Array(across * (Math.ceil(height / apart) + 1));
  const seen: number[] = [];
  for (let at = from; at <= to; at += 1) {
    const x = xAt(xs[at] ?? Number.NaN);
    const y = yAt(ys[at] ?? Number.NaN);
    if (!(x >= 0 && x <= width && y >= 0 && y <= height)) continue;
    const place = Math.floor(y / apart) * across + Math.floor(x / apart);
    if (taken[place] === 1) continue;
    taken[place] = 1;
    seen.push(at);
  }
  return seen;
}
