/**
 * A computation in parts: it yields where it may be left for other work, and goes on from there. Its result depends on
 * what it was given alone, never on where or how long it was left.
 */
export type InParts<T> = Generator<void, T, void>;

/** Computes all parts at once. */
export function toEnd<T>(parts: InParts<T>): T {
  for (;;) {
    const next = parts.next();
    if (next.done === true) return next.value;
  }
}

/** Items of one part of a loop over many: about a millisecond. */
const ITEMS_OF_A_PART = 1000;

/** Runs `work` for all of them, so many in each part. */
export function* eachInParts<T>(all: Iterable<T>, work: (one: T) => void, together = ITEMS_OF_A_PART): InParts<void> {
  let count = 0;
  for (const one of all) {
    work(one);
    count += 1;
    if (count % together === 0) yield;
  }
}
