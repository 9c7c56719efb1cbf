/** A known weakness of a package that is used all the same, and why it does no harm here. */
export interface Explained {
  /** As the advisory is called, such as `GHSA-…`. */
  readonly advisory: string;
  readonly package: string;
  /** One sentence: which part is weak, and why an attacker cannot reach it here. */
  readonly why: string;
}

/** Advisories that have been examined. Remove an entry once the registry no longer reports it. */
export const EXPLAINED: readonly Explained[] = [];
