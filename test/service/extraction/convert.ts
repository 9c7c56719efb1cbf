import type { Extracted } from '../rules/files/extraction.ts';
import { extensionOf } from '../rules/ground/refused-extensions.ts';
import { familyOf } from './formats.ts';
import type { Family } from './formats.ts';
import { plainText } from './converters/text-encoding.ts';

/** Makes text of a file's bytes. @throws Error that says what is wrong with the file. */
export type Converter = (bytes: Uint8Array, name: string) => string | Promise<string>;

/** A rendition is cut after this many characters; a search does not need the text beyond them. */
const KEPT_CHARACTERS = 4_000_000;

/**
 * Extracts the text of a file in this process, without a time limit. Any error of a parser becomes a failure of the
 * file; use a `TextExtractor` for files from an untrusted source.
 */
export async function convert(name: string, bytes: Uint8Array): Promise<Extracted> {
  const family = familyOf(name);
  if (family === null) return { status: 'deferred' };
  try {
    const converter = await CONVERTERS[family]();
    const text = await converter(bytes, name);
    return { status: 'done', text: (family === 'plain' ? text : tidied(text)).slice(0, KEPT_CHARACTERS) };
  } catch (thrown) {
    return { status: 'failed', why: reason(name, thrown) };
  }
}

/** Each parser is loaded when its first file comes. */
const CONVERTERS: { readonly [family in Family]: () => Promise<Converter> } = {
  plain: () => Promise.resolve(plainText),
  delimited: async () => (await import('./converters/delimited.ts')).delimitedText,
  html: async () => (await import('./converters/hypertext.ts')).htmlText,
  xml: async () => (await import('./converters/xml-text.ts')).xmlText,
  asciidoc: async () => (await import('./converters/hypertext.ts')).asciidocText,
  latex: async () => (await import('./converters/latex.ts')).latexText,
  subtitles: async () => (await import('./converters/subtitles.ts')).subtitlesText,
  mail: async () => (await import('./converters/mail.ts')).mailText,
  epub: async () => (await import('./converters/epub.ts')).epubText,
  word: async () => (await import('./converters/office-open.ts')).wordText,
  slides: async () => (await import('./converters/office-open.ts')).slidesText,
  'open-document': async () => (await import('./converters/open-document.ts')).openDocumentText,
  workbook: async () => (await import('./converters/workbook.ts')).workbookText,
  pdf: async () => (await import('./converters/portable-document.ts')).portableDocumentText,
  picture: async () => (await import('./converters/picture.ts')).pictureText,
};

/** One kind of line end, no control characters, no blanks at line ends and never more than one empty line. */
function tidied(text: string): string {
  return text
    .replaceAll(/\r\n?|\u2028|\u2029|\f|\v/g, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(/[ \t\u00a0]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The control characters but tab and line feed, and the soft hyphen. */
const CONTROLS = /[^\P{Cc}\t\n]|\u00ad/gu;

function reason(name: string, thrown: unknown): string {
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const kind = extensionOf(name).slice(1).toUpperCase();
  return `This ${kind} file cannot be read: ${what.split('\n', 1)[0] ?? ''}`.slice(0, 300);
}
