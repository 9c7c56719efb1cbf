import { endingOf } from '../../shared/name-ending.ts';
import { decode } from '../../shared/preview/encoding.ts';
import { findEncoding } from '../../shared/preview/find-encoding.ts';
import { formatOf } from '../../shared/preview/formats/formats.ts';
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

/** Packed data, such as the values of a spectrum or a picture in a notebook. Hashes and paths are shorter. */
const PACKED = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/=]{200,}/g;
/** A line of an attachment in a mail. */
const PACKED_LINE = /^[A-Za-z0-9+/]{60,76}={0,2}\r?$/gm;

/**
 * The words of a text that a person may search: without packed data, of sequences only the names, and of HTML, SVG, XML or
 * Prism without tags, scripts and styles. What is left out would make the index as large as the files, and finds nothing.
 */
export function wordsOf(name: string, text: string): string {
  const ending = endingOf(name);
  const format = formatOf(ending);
  if (format === 'fasta') return text.match(/^[>;].*/gm)?.join('\n') ?? text;
  if (format === 'fastq') return withoutReads(text);
  if (ending === 'eml') return text.replace(PACKED_LINE, '');
  const unpacked = text.replace(PACKED, '');
  return /^(?:html?|svg|xml|pzfx)$/.test(ending) ? withoutTags(unpacked) : unpacked;
}

/** The names of reads, without their letters and qualities. What is no read stays. */
function withoutReads(text: string): string {
  const lines = text.split('\n');
  const words: string[] = [];
  for (let at = 0; at < lines.length;) {
    const [first = '', , third = ''] = lines.slice(at, at + 3);
    words.push(first);
    at += first.startsWith('@') && third.startsWith('+') ? 4 : 1;
  }
  return words.join('\n');
}

/**
 * Reads the text once: a regular expression would search to the end for every tag that is never closed, which takes minutes
 * for some files.
 */
function withoutTags(text: string): string {
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
