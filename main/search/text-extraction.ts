import { endingOf } from '../../shared/name-ending.ts';
import { decode } from '../../shared/preview/encoding.ts';
import { findEncoding } from '../../shared/preview/find-encoding.ts';
import { hasPlainWords } from '../../shared/preview/kind.ts';
import { MIB } from '../../shared/units.ts';

/** The content of larger files is not indexed, in bytes. */
export const MOST_TEXT_BYTES = 5 * MIB;

/** Whether a file with this name may contain text: what is shown as one, and what has no ending to tell by. */
export function maybeText(name: string): boolean {
  return endingOf(name) === '' || hasPlainWords(name);
}

/**
 * The text in some bytes; null when they are not text. The encoding is found by `findEncoding`.
 */
export function textIn(bytes: Uint8Array): string | null {
  const { encoding } = findEncoding(bytes);
  return encoding === 'binary' ? null : decode(bytes, encoding);
}

/**
 * The words of an HTML, SVG, XML or Prism text without tags, scripts and styles; any other text unchanged. Reads the text once: a
 * regular expression would search to the end for every tag that is never closed, which takes minutes for some files.
 */
export function wordsOf(name: string, text: string): string {
  if (!/\.(?:html?|svg|xml|pzfx)$/i.test(name)) return text;
  const words: string[] = [];
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('<', at);
    if (open === -1) return [...words, text.slice(at)].join(' ');
    words.push(text.slice(at, open));
    at = endOfTag(text, open);
    // A single `<` that begins no tag.
    if (at === open + 1) words.push('<');
  }
  return words.join(' ');
}

/**
 * Where the markup that begins at `open` ends: a comment, a script or style with its content, or a tag; else after the
 * `<`.
 */
function endOfTag(text: string, open: number): number {
  if (text.startsWith('<!--', open)) return behind(text, /-->/g, open + 4);
  const [inside = ''] = from(/[^<>]*/y, open + 1).exec(text) ?? [];
  const close = open + 1 + inside.length;
  if (text[close] !== '>') return open + 1;
  const [, unread] = /^(script|style)\b/i.exec(inside.slice(0, 7)) ?? [];
  if (unread === undefined || inside.endsWith('/')) return close + 1;
  return behind(text, unread.length === 6 ? /<\/script\s*>/gi : /<\/style\s*>/gi, close + 1);
}

/** Where the next match ends; without one, the end of the text. */
function behind(text: string, pattern: RegExp, at: number): number {
  const searching = from(pattern, at);
  return searching.test(text) ? searching.lastIndex : text.length;
}

function from(pattern: RegExp, at: number): RegExp {
  pattern.lastIndex = at;
  return pattern;
}
