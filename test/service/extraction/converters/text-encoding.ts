import { decode } from '../../../../shared/preview/encoding.ts';
import { findEncoding } from '../../../../shared/preview/find-encoding.ts';
import { withoutZeros } from '../../../../shared/preview/plain-form.ts';

/** The text of a file that is taken as it is. @throws Error when its bytes are no text. */
export function plainText(bytes: Uint8Array): string {
  return decodedOr(bytes, null);
}

/**
 * Text in its own encoding, found as the product's previews find it: by its mark, its zeros or its validity, else the
 * `declared` one (such as an XML file names in its first line), else the likeliest code page.
 * @throws Error when the bytes are no text in any of them.
 */
export function decodedOr(all: Uint8Array, declared: string | null): string {
  const text = textIn(withoutZeros(all), declared);
  if (text === null) throw new Error('the bytes are not text in any known encoding');
  return text;
}

/** The same; null when the bytes are no text. */
export function textIn(bytes: Uint8Array, declared: string | null): string | null {
  const { encoding } = findEncoding(bytes);
  if (encoding === 'binary') return unmarkedUtf16(bytes);
  if (['utf-8', 'utf-16le', 'utf-16be'].includes(encoding)) return inEncoding(bytes, encoding);
  return (declared === null ? null : inEncoding(bytes, declared)) ?? decode(bytes, encoding);
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

function inEncoding(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
