import { convert } from '@asciidoctor/core';
import { htmlToText } from 'html-to-text';
import type { HtmlToTextOptions } from 'html-to-text';

import { declaredEncoding, decodedOr } from './text-encoding.ts';

/** The text of an HTML file, its title first. */
export function htmlText(bytes: Uint8Array): string {
  return textOfHtml(decodedOr(bytes, declaredEncoding(bytes)));
}

/** The text of an AsciiDoc file. Only the file itself is read: its include lines are not followed. */
export async function asciidocText(bytes: Uint8Array): Promise<string> {
  const options = { safe: 'secure', attributes: { showtitle: true } };
  const html: unknown = await convert(decodedOr(bytes, null), options);
  if (typeof html !== 'string') throw new Error('it cannot be converted');
  return textOfHtml(html);
}

const AS_WRITTEN = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } }));

/** What is shown of a whole page. Parts of one, as instruments write them, are shown from their first word. */
const TITLE_AND_BODY: NonNullable<HtmlToTextOptions['baseElements']> = {
  selectors: ['title', 'body'],
  orderBy: 'selectors',
};

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 32 * 1024 * 1024 },
  selectors: [
    ...AS_WRITTEN,
    { selector: 'title', format: 'paragraph' },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
};

/** What a reader of the page would see, without links' addresses; tables with their columns below each other. */
export function textOfHtml(html: string): string {
  const isWhole = /<body[\s>]/i.test(html);
  const text = htmlToText(html, isWhole ? { ...OPTIONS, baseElements: TITLE_AND_BODY } : OPTIONS).trim();
  const [title = '', ...rest] = text.split('\n');
  // Most pages begin with their title.
  const body = rest.join('\n').trimStart();
  return title !== '' && (body === title || body.startsWith(`${title}\n`)) ? body : text;
}
