/** Numbers that look measured and are the same at every start. */
export interface Seeded {
  /** In [0, 1). */
  next(): number;
  /** Normally distributed around `mean`. */
  around(mean: number, deviation: number): number;
}

/** A source of numbers from a seed (mulberry32). */
export function seeded(seed: number): Seeded {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const around = (mean: number, deviation: number): number => {
    const spread = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return mean + deviation * spread;
  };
  return { next, around };
}

/** A number with a decimal comma, as European instruments write it. */
export function comma(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', ',');
}

/** The wells of a 96-well plate, row by row: A1 to H12. */
export const WELLS: readonly string[] = [...'ABCDEFGH'].flatMap(row =>
  Array.from({ length: 12 }, (_, column) => `${row}${column + 1}`),
);
