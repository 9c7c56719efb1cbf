/**
 * Checks an invariant of our own. Never for what a person, a file or the service gave us: those are faults.
 * @throws Error naming the broken invariant.
 */
export function assert(holds: boolean, invariant: string): asserts holds {
  if (!holds) throw new Error(`Broken invariant: ${invariant}`);
}

/** The value, which an invariant of ours says is there. @throws Error naming what is missing. */
export function requirePresent<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Broken invariant: ${what} is missing`);
  return value;
}
