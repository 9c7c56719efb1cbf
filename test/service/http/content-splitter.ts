import { badRequest } from '../rules/ground/api-error.ts';

/** The field that carried the content, and how. */
export type ContentField = 'content' | 'contentbase64';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MOST_OTHER_BYTES = 1024 * 1024;

/** Where in the JSON text we are. `value` and `key` are strings at the top level; `skipping` is a string anywhere else. */
type Place = 'between' | 'key' | 'skipping' | 'content';

/**
 * Reads a JSON object piece by piece and takes the long string `content` or `contentBase64` out of it, so that a body of
 * any size passes through without being held. The rest, with null in the string's place, is kept as text.
 */
export class ContentSplitter {
  #place: Place = 'between';
  #depth = 0;
  /** At the top level: whether the next string is a key. */
  #keyNext = false;
  #key = '';
  #keyBytes: number[] = [];
  #escaped = false;
  readonly #other: Uint8Array[] = [];
  #otherBytes = 0;
  readonly #unescape = new Unescape();
  #field: ContentField | null = null;

  /** Takes the next piece of the body and gives the content found in it, unescaped but not decoded. */
  push(piece: Uint8Array): Uint8Array[] {
    const content: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#place === 'content') {
        const taken = this.#unescape.take(piece, at);
        content.push(...taken.bytes);
        at = taken.next;
        from = at + 1;
        if (!taken.ended) break;
        this.#place = 'between';
        continue;
      }
      if (this.#step(piece[at] ?? 0)) {
        this.#keep(piece.subarray(from, at));
        this.#keep(Buffer.from('null'));
        from = at + 1;
      }
    }
    if (this.#place !== 'content') this.#keep(piece.subarray(from));
    return content;
  }

  /** Which field carried the content; null when there was none. */
  field(): ContentField | null {
    return this.#field;
  }

  /** The body without its content. @throws ApiError 400 when it is not JSON. */
  rest(): unknown {
    const text = Buffer.concat(this.#other).toString('utf8').trim();
    if (text === '') return {};
    try {
      return JSON.parse(text);
    } catch {
      throw badRequest('The request body is not valid JSON.');
    }
  }

  /** Moves over one byte outside the content; true when the content's opening quote was just read. */
  #step(byte: number): boolean {
    if (this.#place === 'key' || this.#place === 'skipping') {
      this.#insideString(byte);
      return false;
    }
    if (byte === QUOTE) return this.#openString();
    this.#outsideString(byte);
    return false;
  }

  #insideString(byte: number): void {
    if (this.#place === 'key') this.#keyBytes.push(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      if (this.#place === 'key') this.#key = keyText(this.#keyBytes);
      this.#place = 'between';
    }
  }

  #outsideString(byte: number): void {
    const sign = String.fromCharCode(byte);
    if (sign === '{' || sign === '[') this.#depth += 1;
    if (sign === '}' || sign === ']') this.#depth -= 1;
    if (this.#depth === 1 && (sign === '{' || sign === ',')) this.#keyNext = true;
    if (this.#depth === 1 && sign === ':') this.#keyNext = false;
  }

  #openString(): boolean {
    if (this.#depth === 1 && this.#keyNext) {
      this.#keyBytes = [QUOTE];
      this.#place = 'key';
      return false;
    }
    const isContent = this.#depth === 1 && (this.#key === 'content' || this.#key === 'contentbase64');
    this.#place = isContent ? 'content' : 'skipping';
    if (!isContent) return false;
    if (this.#field !== null) throw badRequest('Content and ContentBase64 exclude each other.');
    this.#field = this.#key === 'content' ? 'content' : 'contentbase64';
    return true;
  }

  #keep(bytes: Uint8Array): void {
    this.#otherBytes += bytes.length;
    if (this.#otherBytes > MOST_OTHER_BYTES) throw badRequest('The fields beside the content are too long.');
    if (bytes.length > 0) this.#other.push(Uint8Array.from(bytes));
  }
}

/** Names match without regard to case, as everywhere in the service. */
function keyText(bytes: readonly number[]): string {
  try {
    return String(JSON.parse(Buffer.from(bytes).toString('utf8'))).toLowerCase();
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
}

const SHORT_ESCAPES: { readonly [sign: string]: string } = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Undoes JSON's escapes in a string that arrives in pieces. */
class Unescape {
  /** What was read of an escape, without its backslash; null outside of one. */
  #escape: string | null = null;
  /** The first half of a character beyond the basic plane. */
  #high: number | null = null;

  /** Takes bytes of `piece` from `start` to the string's end, or to the piece's. `next` is the last byte taken. */
  take(piece: Uint8Array, start: number): { bytes: Uint8Array[]; next: number; ended: boolean } {
    const bytes: Uint8Array[] = [];
    let from = start;
    for (let at = start; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (this.#escape !== null) {
        bytes.push(...this.#insideEscape(byte));
        from = at + 1;
      } else if (byte === QUOTE || byte === BACKSLASH) {
        bytes.push(...this.#plain(piece.subarray(from, at), byte === QUOTE));
        from = at + 1;
        if (byte === QUOTE) return { bytes, next: at, ended: true };
        this.#escape = '';
      }
    }
    bytes.push(...this.#plain(piece.subarray(from), false));
    return { bytes, next: piece.length, ended: false };
  }

  #plain(bytes: Uint8Array, atEnd: boolean): Uint8Array[] {
    const lone = this.#high !== null && (bytes.length > 0 || atEnd) ? [this.#loneHalf()] : [];
    return bytes.length > 0 ? [...lone, bytes] : lone;
  }

  #insideEscape(byte: number): Uint8Array[] {
    const escape = `${this.#escape ?? ''}${String.fromCharCode(byte)}`;
    const isUnicode = escape.startsWith('u');
    this.#escape = isUnicode && escape.length < 5 ? escape : null;
    if (this.#escape !== null) return [];
    return isUnicode ? this.#unicode(escape.slice(1)) : this.#short(escape);
  }

  #short(sign: string): Uint8Array[] {
    const text = SHORT_ESCAPES[sign];
    if (text === undefined) throw badRequest('The request body is not valid JSON.');
    return this.#plain(Buffer.from(text), false);
  }

  #unicode(digits: string): Uint8Array[] {
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw badRequest('The request body is not valid JSON.');
    const unit = Number.parseInt(digits, 16);
    const high = this.#high;
    if (high !== null && unit >= 0xdc00 && unit <= 0xdfff) {
      this.#high = null;
      return [Buffer.from(String.fromCharCode(high, unit))];
    }
    const lone = high === null ? [] : [this.#loneHalf()];
    if (unit >= 0xd800 && unit <= 0xdbff) {
      this.#high = unit;
      return lone;
    }
    return [...lone, Buffer.from(String.fromCharCode(unit))];
  }

  #loneHalf(): Uint8Array {
    this.#high = null;
    return Buffer.from('\uFFFD');
  }
}
