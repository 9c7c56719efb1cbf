import { findEncoding } from '../../../../shared/preview/find-encoding.ts';
import { withoutZeros } from '../../../../shared/preview/plain-form.ts';
import { decoded } from '../../rules/files/extraction.ts';

/** The text of a file that is taken as it is. @throws Error when its bytes are no text. */
export function plainText(bytes: Uint8Array): string {
  return decodedOr(bytes, null);
}

/**
 * Text in its own encoding: the one its mark or its zeros show, else UTF-8, else the `declared` one (such as an XML
 * file names in its first line), else the likeliest Windows code page.
 * @throws Error when the bytes are no text in any of them.
 */
export function decodedOr(all: Uint8Array, declared: string | null): string {
  const bytes = withoutZeros(all);
  const text = decoded(bytes) ?? unmarkedUtf16(bytes);
  if (text === null) throw new Error('the bytes are not text in any known encoding');
  if (bytes.includes(0) || isUtf8(bytes)) return text;
  return inEncoding(bytes, declared ?? likelyCodePage(bytes)) ?? text;
}

/** The encoding an XML or HTML file names for itself near its beginning, or null. */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const found =
    /^\s*<\?xml[^>]*?encoding=["']([\w.-]+)["']/.exec(head) ?? /<meta[^>]*?charset=["']?([\w.-]+)/i.exec(head);
  return found?.[1] ?? null;
}

/** UTF-16 without a mark, in any script: the order of bytes that gives blanks and line ends, and no control characters. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0) return null;
  const texts = ['utf-16le', 'utf-16be'].map(encoding => inEncoding(bytes, encoding));
  return texts.find(text => text !== null && looksWritten(text)) ?? null;
}

function looksWritten(text: string): boolean {
  if (/[^\P{Cc}\t\n\r]|\p{Cn}|\p{Co}/u.test(text)) return false;
  const blanks = text.match(/[ \n\t]/g)?.length ?? 0;
  return blanks >= Math.max(1, text.length / 50);
}

function isUtf8(bytes: Uint8Array): boolean {
  return inEncoding(bytes, 'utf-8') !== null;
}

function inEncoding(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function likelyCodePage(bytes: Uint8Array): string {
  const { encoding } = findEncoding(bytes);
  return encoding === 'binary' ? 'windows-1252' : encoding;
}
