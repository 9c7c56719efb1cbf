/**
 * What the index of names knows a name by. SQLite's index takes three characters at a time, which is too little for names
 * full of dates and numbers: a year's trigrams stand in most of them. So each name is written twice, the second time with
 * one character for each two neighbouring ones; three of those say what four of the name are.
 */

/** The organization of a name, as three characters for private use; the index finds it like any other three. */
export function organizationMark(organizationId: string): string {
  const digits = organizationId.replaceAll('-', '').slice(-9);
  const thirds = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return String.fromCodePoint(...thirds.map(third => 0xe000 + (Number.parseInt(third, 16) || 0)));
}

/** The text that the index is given for a folded name. */
export function soughtText(mark: string, name: string): string {
  return `${mark} ${name} ${pairsOf(Array.from(name)).join('')}`;
}

/** Of a longer text only the beginning is looked up; whether a name holds all of it is looked at in the name. */
const MOST_CHARACTERS = 60;

/** So many characters of a name are in one term, of texts that have as many. */
export const TERM_LENGTH = 4;

/** The terms of a folded text of at least three characters; a name that holds the text has all of them. */
export function termsOf(text: string): readonly string[] {
  const characters = Array.from(text).slice(0, MOST_CHARACTERS);
  return characters.length === 3 ? [text] : threes(pairsOf(characters));
}

function threes(characters: readonly string[]): readonly string[] {
  return [...new Set(characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`))];
}

/** Characters for private use, one for each two neighbours; few pairs share one. */
function pairsOf(characters: readonly string[]): readonly string[] {
  const pairs: string[] = [];
  let before = characters[0]?.codePointAt(0) ?? 0;
  for (let at = 1; at < characters.length; at += 1) {
    const code = characters[at]?.codePointAt(0) ?? 0;
    const mixed = Math.imul(Math.imul(before, 0x9e3779b1) ^ code, 0x85ebca6b);
    pairs.push(String.fromCodePoint(0xf0000 + (((mixed ^ (mixed >>> 15)) >>> 0) % 0xfffe)));
    before = code;
  }
  return pairs;
}
