/** Two versions that are merged: `theirs` is the one that the service has as current. */
export type Side = 'mine' | 'theirs';

/**
 * Who made a difference. `mine`, `theirs`: only that side changed what both were made from. `same`: both made the same
 * change. `conflict`: both changed it, differently. `differs`: it is not known what both were made from.
 */
export type Origin = Side | 'same' | 'conflict' | 'differs';

/** What is taken of a difference. `both`: of lines, mine and then theirs. */
export type Take = Side | 'both';

/** What a person chose, by the number of the difference. */
export type Choices = ReadonlyMap<number, Take>;

/**
 * What is taken of a difference: what a person chose, else the only change there is; of two versions without a common
 * origin the current one stays. Null: a person has to choose.
 */
export function takenOf(origin: Origin, chosen: Take | undefined): Take | null {
  if (origin === 'same') return 'theirs';
  if (chosen !== undefined) return chosen;
  if (origin === 'conflict') return null;
  return origin === 'differs' ? 'theirs' : origin;
}

/** Who made a difference between three values; null when there is none. `null` as a value: it is not there. */
export function originOf<T>(base: T | undefined, mine: T, theirs: T): Origin | null {
  if (base === undefined) return mine === theirs ? null : 'differs';
  if (mine === theirs) return mine === base ? null : 'same';
  if (mine === base) return 'theirs';
  return theirs === base ? 'mine' : 'conflict';
}
