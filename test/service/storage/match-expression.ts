/** At most so many words of a query count. */
const WORDS = 32;

/**
 * What a person typed, as a query of SQLite's FTS5 that asks for all its words; null when it holds none. Each word is
 * quoted, so that AND, NEAR( and the like are words too. The signs of a phrase and of a beginning are understood:
 * `"cell line"` and `kin*`.
 */
export function matchExpression(query: string): string | null {
  const terms = [...query.slice(0, 2000).matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase === undefined ? wordTerm(word ?? '') : phraseTerm(phrase)))
    .filter(term => term !== null)
    .slice(0, WORDS);
  return terms.length === 0 ? null : terms.join(' ');
}

function phraseTerm(phrase: string): string | null {
  const words = wordsOf(phrase);
  return words.length === 0 ? null : `"${words.join(' ')}"`;
}

/** Signs inside of a word part it as they part it in the texts, so that `KST-118` finds the two next to each other. */
function wordTerm(word: string): string | null {
  const words = wordsOf(word);
  if (words.length === 0) return null;
  return word.endsWith('*') ? `"${words.join(' ')}"*` : `"${words.join(' ')}"`;
}

/** As the index parts texts: runs of letters, digits and marks. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, 500)
      .match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)
      ?.slice(0, WORDS) ?? []
  );
}
