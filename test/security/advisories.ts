/** A known weakness of a package that is used all the same, and why it does no harm here. */
export interface Explained {
  /** As the advisory is called, such as `GHSA-…`. */
  readonly advisory: string;
  readonly package: string;
  /** One sentence: which part is weak, and why nobody can reach it here. */
  readonly why: string;
}

/** Weaknesses that somebody has looked at. Those that are no longer told of go from here. */
export const EXPLAINED: readonly Explained[] = [];
