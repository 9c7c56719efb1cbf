import { plain } from './search-query.ts';

/** A stretch of a text, and whether it is what was looked for. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/** How much stands before and after what was found, in characters. */
const AROUND = 60;

/** The surroundings of the first of some words in a text, in one line; null when none is there. `words` as `plain` makes them. */
export function snippetOf(text: string, words: readonly string[]): readonly Part[] | null {
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

/** The parts of the service's snippet, in which only `<b>` means something. Everything else is text, whatever it looks like. */
export function partsOfHtml(html: string): readonly Part[] {
  const parts: Part[] = [];
  let isMatch = false;
  for (const piece of html.slice(0, 4000).split(/(<\/?b>)/i)) {
    if (/^<\/?b>$/i.test(piece)) isMatch = !piece.startsWith('</');
    else parts.push({ text: withoutTags(piece), isMatch });
  }
  return joined(parts);
}

function joined(parts: readonly Part[]): readonly Part[] {
  return parts
    .map(({ text, isMatch }) => ({ text: text.replaceAll(/\s+/g, ' '), isMatch }))
    .filter(({ text }) => text !== '');
}

/** Where a word stands in a text. Comparing takes capitals and accents away, which may change lengths: then it is sought as it is. */
function find(text: string, word: string): { from: number; to: number } | null {
  const compared = plain(text);
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
