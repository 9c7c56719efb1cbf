/** A test that proves a cure: the file it is written in, and its name there or a part of it. */
export interface Proof {
  readonly file: string;
  readonly name: string;
}

/** What stands between one hazard and the people's bytes. */
export type Answer =
  | { readonly kind: 'proven'; readonly proofs: readonly Proof[] }
  /** Cannot occur here, or belongs to another part of the product; the reason says which. */
  | { readonly kind: 'elsewhere'; readonly reason: string }
  /** No test yet that would fail without the cure. */
  | { readonly kind: 'open' };

/** One way in which sync programs have lost, spoilt or doubled what people made. */
export interface Hazard {
  readonly id: string;
  /** What goes wrong, in one sentence. */
  readonly danger: string;
  readonly answer: Answer;
}

/** A hazard that named tests prove harmless. */
export function proven(id: string, danger: string, ...proofs: readonly (readonly [string, string])[]): Hazard {
  return { id, danger, answer: { kind: 'proven', proofs: proofs.map(([file, name]) => ({ file, name })) } };
}

/** A hazard that cannot occur on Linux, or that another part of the product answers. */
export function elsewhere(id: string, danger: string, reason: string): Hazard {
  return { id, danger, answer: { kind: 'elsewhere', reason } };
}

/** A hazard that no test proves harmless yet; it must be pinned in `OPEN` too. */
export function open(id: string, danger: string): Hazard {
  return { id, danger, answer: { kind: 'open' } };
}
