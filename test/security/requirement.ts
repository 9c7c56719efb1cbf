import type { Proof } from '../hazards/hazard.ts';

/** Something that must hold so that neither files nor strangers can do harm. */
export interface Requirement {
  readonly id: string;
  /** What holds, as it was decided last. */
  readonly demand: string;
  readonly proofs: readonly Proof[];
  /** What of it no test here can show, and what stands in for that; null when nothing is left. */
  readonly elsewhere: string | null;
}

/** A requirement with the tests that would fail without it. */
export function row(
  id: string,
  demand: string,
  proofs: readonly (readonly [file: string, name: string])[],
  elsewhere: string | null = null,
): Requirement {
  return { id, demand, proofs: proofs.map(([file, name]) => ({ file, name })), elsewhere };
}
