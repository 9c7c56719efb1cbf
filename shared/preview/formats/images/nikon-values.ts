import { archiveTexts } from '../../../features/preview/files-text.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';

/** A value of Nikon's own form: a number, a text, or values by their names. */
export type NikonValue = number | string | { readonly [name: string]: NikonValue };

/** Deeper values are none that a microscope wrote. */
const DEEPEST = 50;
const MOST_VALUES = 100_000;

/** Reads named values in Nikon's form: a type, a name in two bytes a sign, the value. @throws UnreadableError */
export function nikonValues(bytes: Uint8Array): NikonValue {
  return new ValueReader(bytes).level(bytes.length, null, 0);
}

class ValueReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Values up to `end`, at most so many. */
  level(end: number, most: number | null, depth: number): NikonValue {
    const values: [name: string, value: NikonValue][] = [];
    for (let count = 0; this.#at + 2 <= end && (most === null || count < most); count += 1) {
      if (depth > DEEPEST || ++this.#count > MOST_VALUES) throw new UnreadableError(archiveTexts.damaged);
      const begin = this.#at;
      const type = this.#view.getUint8(this.#at);
      const signs = this.#view.getUint8(this.#at + 1);
      this.#at += 2;
      const name = decode(this.#take(signs * 2), 'utf-16le').replaceAll('\0', '');
      values.push([name, this.#value(type, begin, depth)]);
    }
    return Object.fromEntries(values);
  }

  #value(type: number, begin: number, depth: number): NikonValue {
    switch (type) {
      case 1:
        return this.#number(1, at => this.#view.getUint8(at));
      case 2:
        return this.#number(4, at => this.#view.getInt32(at, true));
      case 3:
        return this.#number(4, at => this.#view.getUint32(at, true));
      case 4:
        return this.#number(8, at => Number(this.#view.getBigInt64(at, true)));
      case 5:
      case 7:
        return this.#number(8, at => Number(this.#view.getBigUint64(at, true)));
      case 6:
        return this.#number(8, at => this.#view.getFloat64(at, true));
      case 8:
        return this.#text();
      case 9:
        return this.#skipped();
      case 11:
        return this.#inner(begin, depth);
      default:
        throw new UnreadableError(archiveTexts.damaged);
    }
  }

  #number(size: number, read: (at: number) => number): number {
    const at = this.#at;
    this.#take(size);
    return read(at);
  }

  #text(): string {
    let end = this.#at;
    while (end + 1 < this.#bytes.length && this.#view.getUint16(end, true) !== 0) end += 2;
    const text = decode(this.#bytes.subarray(this.#at, end), 'utf-16le');
    this.#at = end + 2;
    return text;
  }

  /** Bytes that mean something to the microscope alone. */
  #skipped(): string {
    const size = this.#number(8, at => Number(this.#view.getBigUint64(at, true)));
    this.#take(size);
    return '';
  }

  /** A level says how many values it has and where it ends; behind it stands a place for each of them. */
  #inner(begin: number, depth: number): NikonValue {
    const count = this.#number(4, at => this.#view.getUint32(at, true));
    const length = this.#number(8, at => Number(this.#view.getBigUint64(at, true)));
    const end = Math.min(this.#bytes.length, begin + length);
    const values = this.level(end, count, depth + 1);
    this.#at = end + count * 8;
    return values;
  }

  #take(size: number): Uint8Array {
    if (size < 0 || this.#at + size > this.#bytes.length) throw new UnreadableError(archiveTexts.damaged);
    const bytes = this.#bytes.subarray(this.#at, this.#at + size);
    this.#at += size;
    return bytes;
  }
}
