/** Milliseconds since the epoch with fractions, the same in all threads and processes of a computer. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
