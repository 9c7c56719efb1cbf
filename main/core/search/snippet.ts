import { comparableText } from './search-query.ts';

/** A part of a text, and whether it is a match. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** How many characters to show before and after a match. */
const AROUND = 60;

/**
 * The text around the first match of any of the words, in one line; null when none occurs.
 * @param words as `plain` returns them.
 */
export function snippetOf(text: string, words: readonly string[]): readonly TextPart[] | null {
  const found = words
    .map(word => find(text, word))
    .filter(each => each !== null)
    .sort((one, other) => one.from - other.from)[0];
  if (found === undefined) return null;
  const before = text.slice(Math.max(0, found.from - AROUND), found.from);
  const after = text.slice(found.to, found.to + AROUND);
  return joined([
    { text: (found.from > AROUND ? '…' : '') + before, isMatch: false },
    { text: text.slice(found.from, found.to), isMatch: true },
    { text: after + (found.to + AROUND < text.length ? '…' : ''), isMatch: false },
  ]);
}

/**
 * The parts of a snippet from the service, in which only `<b>` is markup. All other markup is shown as text, so that a
 * file's content cannot act in the page.
 */
export function partsOfHtml(html: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let isMatch = false;
  // Limited, because a service may return any length and this runs for every result.
  for (const piece of html.slice(0, 4000).split(/(<\/?b>)/i)) {
    if (/^<\/?b>$/i.test(piece)) isMatch = !piece.startsWith('</');
    else parts.push({ text: withoutTags(piece), isMatch });
  }
  return joined(parts);
}

function joined(parts: readonly TextPart[]): readonly TextPart[] {
  return parts
    .map(({ text, isMatch }) => ({ text: text.replaceAll(/\s+/g, ' '), isMatch }))
    .filter(({ text }) => text !== '');
}

/**
 * The position of a word in a text. Removing accents may change the length of the text; then the search ignores case
 * only, because positions would not fit.
 */
function find(text: string, word: string): { from: number; to: number } | null {
  const compared = comparableText(text);
  const at = compared.length === text.length ? compared.indexOf(word) : text.toLowerCase().indexOf(word);
  return at === -1 ? null : { from: at, to: at + word.length };
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(
      /&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
        return code > 0 && code < 0x11_00_00 ? String.fromCodePoint(code) : whole;
      },
    );
}
