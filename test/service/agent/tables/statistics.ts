/** What is known of some numbers. Every value but `n` is null when there are too few of them, or when it overflows. */
export interface Statistics {
  readonly n: number;
  readonly mean: number | null;
  /** The sample's standard deviation (n − 1); from two numbers on. */
  readonly sd: number | null;
  readonly median: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** Describes finite numbers. The mean comes first and the spread around it second, so that large offsets cost no digits. */
export function describe(values: readonly number[]): Statistics {
  if (values.length === 0) return { n: 0, mean: null, sd: null, median: null, min: null, max: null };
  const mean = sumOf(values) / values.length;
  const squares = sumOf(values.map(value => (value - mean) ** 2));
  const sorted = [...values].sort((one, other) => one - other);
  return {
    n: values.length,
    mean: finite(mean),
    sd: values.length < 2 ? null : finite(Math.sqrt(squares / (values.length - 1))),
    median: finite(middle(sorted)),
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
  };
}

/** Neumaier's sum: what each addition rounds away is added up beside it. */
function sumOf(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

function middle(sorted: readonly number[]): number {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  const lower = sorted[sorted.length / 2 - 1] ?? Number.NaN;
  return lower / 2 + upper / 2;
}

/** Numbers near the largest a computer can hold may overflow; then nothing is said. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
