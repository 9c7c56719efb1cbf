/** Somebody who can reach a folder: a person, a team, or everybody in the organization (spec 2.4). */
export interface Reader {
  /** Who it is; the same for the same one everywhere. */
  readonly key: string;
  /** What people call it. Untrusted text. */
  readonly name: string;
}

/** The key of the one reader that stands for everybody. */
export const EVERYBODY = 'organization';

/**
 * Who could read a thing after it moved from one folder into another, and could not before. Who is in a team is not
 * asked: a team counts as somebody of its own, and so does a person who may be in one.
 */
export function newReaders(from: readonly Reader[], to: readonly Reader[]): readonly Reader[] {
  const before = new Set(from.map(({ key }) => key));
  return before.has(EVERYBODY) ? [] : to.filter(({ key }) => !before.has(key));
}
