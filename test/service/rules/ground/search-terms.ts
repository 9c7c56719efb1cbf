/** At most so many words of a query count. */
const TERMS = 32;

/** Characters of an excerpt around what was found. */
const BEFORE = 60;
const AFTER = 140;

/** The words of a query, and its phrases in quotes; a `*` at the end of a word is dropped. */
export function termsOf(query: string): readonly string[] {
  return [...query.matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').normalize('NFC').replace(/\*+$/, '').trim())
    .filter(term => /[\p{L}\p{N}]/u.test(term))
    .slice(0, TERMS);
}

/** Whether a text holds each of the terms somewhere, in any case. */
export function holdsAll(text: string, terms: readonly string[]): boolean {
  const folded = text.normalize('NFC').toLowerCase();
  return terms.every(term => folded.includes(term.toLowerCase()));
}

/** How often the terms stand in a text. */
export function countOf(text: string, terms: readonly string[]): number {
  return terms.length === 0 ? 0 : [...text.normalize('NFC').matchAll(signOf(terms))].length;
}

/** HTML: the words around the first of the terms that is found, all found ones in `<b>`, all else escaped. */
export function excerpt(text: string, terms: readonly string[]): string {
  const whole = text.normalize('NFC');
  const first = terms.length === 0 ? -1 : whole.search(signOf(terms));
  const start = first <= BEFORE ? 0 : wordStart(whole, first - BEFORE);
  const end = Math.min(whole.length, Math.max(first, 0) + AFTER);
  const part = `${start > 0 ? '…' : ''}${whole.slice(start, end)}${end < whole.length ? '…' : ''}`;
  return marked(part.replaceAll(/\s+/g, ' '), terms);
}

function marked(text: string, terms: readonly string[]): string {
  if (terms.length === 0) return escaped(text);
  let html = '';
  let after = 0;
  for (const match of text.matchAll(signOf(terms))) {
    html += `${escaped(text.slice(after, match.index))}<b>${escaped(match[0])}</b>`;
    after = match.index + match[0].length;
  }
  return html + escaped(text.slice(after));
}

/** Finds any of the terms, the longest first; a blank in a phrase stands for any blanks. */
function signOf(terms: readonly string[]): RegExp {
  const longestFirst = terms.map(term => term.normalize('NFC')).toSorted((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(plainSign).join('|'), 'giu');
}

function plainSign(term: string): string {
  return term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
}

/** The beginning of the first word at or behind a place. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + 30).search(/\s/);
  return space < 0 ? at : at + space + 1;
}

const ESCAPES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => ESCAPES[sign] ?? '');
}
