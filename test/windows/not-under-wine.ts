/** A test of the suites that run under Wine which cannot pass there. */
export interface NotUnderWine {
  /** Below the root. */
  readonly file: string;
  /** How its sentence begins, that of its groups included. */
  readonly sentence: string;
  readonly why: string;
}

/** Whole files that are not run there at all. */
export const FILES_NOT_UNDER_WINE: readonly Omit<NotUnderWine, 'sentence'>[] = [];

/** Single tests that are run there, and must fail: one that passes has to go from here. */
export const NOT_UNDER_WINE: readonly NotUnderWine[] = [];
