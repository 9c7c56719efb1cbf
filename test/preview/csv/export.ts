import type { Separator } from '../../../shared/preview/delimited.ts';
import type { Encoding } from '../../../shared/preview/encoding.ts';
import type { Decimal } from '../../../shared/preview/numbers.ts';

/** A file as an instrument's software writes it, and the table that a person sees in it. */
export interface Export {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly expected: {
    readonly encoding: Encoding;
    readonly separator: Separator;
    readonly decimal: Decimal;
    readonly isTold: boolean;
    /** Records before the table. */
    readonly preamble: number;
    readonly header: readonly string[] | null;
    readonly rows: readonly (readonly string[])[];
  };
}

/** How a file is written. What is left out: UTF-8 without a mark, lines end with CR LF, nothing in quotes. */
export interface Written {
  readonly name: string;
  readonly separator: Separator;
  readonly decimal?: Decimal;
  readonly encoding?: 'utf-8' | 'utf-8 with mark' | 'windows-1252' | 'utf-16le' | 'utf-16be' | 'utf-16le without mark';
  readonly end?: '\r\n' | '\n' | '\r';
  /** Whether the first line says `sep=`. */
  readonly tells?: boolean;
  /** Lines before the table, verbatim. */
  readonly before?: readonly string[];
  readonly header: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** Which fields stand in quotes. */
  readonly quotes?: 'all' | 'words' | 'none';
  /** A separator after the last field of each row, of the header too or not. */
  readonly closes?: 'rows' | 'all';
  /** Lines after the table that are rows all the same: they are in the file. */
  readonly after?: readonly string[];
  readonly endsWithLine?: boolean;
  /** Where what a person sees is not what the lines say at once, such as empty lines at the end. */
  readonly tail?: string;
}

/** Writes a file, and the table that is in it. */
export function written(how: Written): Export {
  const { name, separator, decimal = '.', encoding = 'utf-8', end = '\r\n', tells = false, before = [], header } = how;
  const rows = how.rows.map(row => line(row, how, how.closes !== undefined));
  const head = header === null ? [] : [line(header, how, how.closes === 'all')];
  const lines = [...(tells ? [`sep=${separator}`] : []), ...before, ...head, ...rows, ...(how.after ?? [])];
  const text = lines.join(end) + ((how.endsWithLine ?? true) ? end : '') + (how.tail ?? '');
  const after = (how.after ?? []).map(each => each.split(separator));
  return {
    name,
    bytes: encoded(text, encoding),
    expected: {
      encoding: encoding.startsWith('utf-8')
        ? 'utf-8'
        : encoding.startsWith('utf-16le')
          ? 'utf-16le'
          : (encoding as Encoding),
      separator,
      decimal,
      isTold: tells,
      preamble: before.length,
      header,
      rows: [...how.rows, ...after],
    },
  };
}

function line(fields: readonly string[], { separator, quotes = 'none' }: Written, isClosed: boolean): string {
  const parts = fields.map(field => {
    const needs = field.includes(separator) || field.includes('"') || field.includes('\n');
    const isWord = quotes === 'words' && !/^[-+.,\d]*$/.test(field);
    return needs || isWord || quotes === 'all' ? `"${field.replaceAll('"', '""')}"` : field;
  });
  return parts.join(separator) + (isClosed ? separator : '');
}

/** What stands at 0x80 to 0x9F in Windows-1252; above, it is Latin-1. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function encoded(text: string, encoding: NonNullable<Written['encoding']>): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return new TextEncoder().encode(text);
    case 'utf-8 with mark':
      return new TextEncoder().encode(`\uFEFF${text}`);
    case 'windows-1252':
      return Uint8Array.from(text, sign =>
        WINDOWS.includes(sign) ? 0x80 + WINDOWS.indexOf(sign) : sign.charCodeAt(0),
      );
    case 'utf-16le':
      return wide(`\uFEFF${text}`, true);
    case 'utf-16be':
      return wide(`\uFEFF${text}`, false);
    case 'utf-16le without mark':
      return wide(text, true);
  }
}

function wide(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

/** Figures that look measured and are the same each time. */
export function figure(
  seed: number,
  [low, high]: readonly [number, number],
  digits: number,
  decimal: Decimal = '.',
): string {
  const share = Math.abs(Math.sin(seed * 12.9898 + 78.233) * 43758.5453) % 1;
  return (low + share * (high - low)).toFixed(digits).replace('.', decimal);
}

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export const TWELVE = Array.from({ length: 12 }, (_, at) => String(at + 1));

/** `A1` to `H12`, as many as are wanted. */
export function wells(count: number, pad = 0): readonly string[] {
  return Array.from(
    { length: count },
    (_, at) => `${LETTERS[Math.floor(at / 12) % 8] ?? 'A'}${String((at % 12) + 1).padStart(pad, '0')}`,
  );
}

/** A plate as a grid: a letter, then twelve figures. */
export function plate(
  seed: number,
  range: readonly [number, number],
  digits: number,
  decimal: Decimal = '.',
): string[][] {
  return LETTERS.map((letter, row) => [
    letter,
    ...TWELVE.map((_, column) => figure(seed + row * 12 + column, range, digits, decimal)),
  ]);
}
