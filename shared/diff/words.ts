import { diffWordsWithSpace } from 'diff';

/** A piece of a text: whether the other side has it, too. */
export interface Piece {
  readonly text: string;
  readonly isOther: boolean;
}

/** Both sides of a difference in pieces; joined they are the texts again. */
export interface Marked {
  readonly mine: readonly Piece[];
  readonly theirs: readonly Piece[];
}

/** Longer differences are read whole; marking words in them would not help. */
const LONGEST = 4000;
const QUICK_MS = 50;

/** Which words differ; null where that says nothing: one side is empty, nothing is alike, or it takes too long. */
export function markWords(mine: string, theirs: string): Marked | null {
  if (mine === '' || theirs === '' || mine.length + theirs.length > LONGEST) return null;
  const changes = diffWordsWithSpace(mine, theirs, { timeout: QUICK_MS });
  if (changes === undefined || !changes.some(({ added, removed, value }) => !added && !removed && /\w/.test(value)))
    return null;
  return {
    mine: changes.flatMap(({ added, removed, value }) => (added ? [] : [{ text: value, isOther: removed }])),
    theirs: changes.flatMap(({ added, removed, value }) => (removed ? [] : [{ text: value, isOther: added }])),
  };
}
