import { MOST_COLUMNS } from '../table-text.ts';
import { scanXml } from './xml-scan.ts';
import { general, type NumberFormat } from './number-format.ts';

/** What the cells of a sheet refer to. */
export interface SheetWords {
  readonly shared: readonly string[];
  /** By the number of a cell's style. */
  readonly formats: readonly NumberFormat[];
}

/** A sheet as a table text with tabs, every cell as the workbook shows it. */
export interface SheetText {
  readonly text: string;
  /** Whether there is more of it than is shown. */
  readonly isCut: boolean;
  /** Cells whose formula was never worked out, and so is shown itself. */
  readonly unknown: number;
  readonly merged: readonly MergedCells[];
}

/** Cells that are one: what it holds stands in the first. Counted from 0. */
export interface MergedCells {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** More signs are not laid out. */
const MOST_SIGNS = 100_000_000;
const MOST_ROWS = 1_048_576;
/** More cells that are one are shown as many. */
const MOST_MERGED = 20_000;

/** Ends the reading of a sheet early. */
class Enough extends Error {}

/** Reads a sheet. Formulas are not worked out: what they came to last stands in the file. */
export function readSheet(xml: string, words: SheetWords): SheetText {
  const reader = new SheetReader(words);
  let isCut = false;
  try {
    scanXml(xml, reader);
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
    isCut = true;
  }
  return { text: reader.whole(), isCut: isCut || reader.isCut, unknown: reader.unknown, merged: reader.merged };
}

class SheetReader {
  isCut = false;
  unknown = 0;
  readonly merged: MergedCells[] = [];
  readonly #words: SheetWords;
  readonly #lines: string[] = [];
  #signs = 0;
  #row = 0;
  #fields: string[] = [];
  #column = -1;
  #kind = 'n';
  #style = 0;
  #value = '';
  #formula = '';
  #into: 'value' | 'formula' | null = null;
  #isPhonetic = false;

  constructor(words: SheetWords) {
    this.#words = words;
  }

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'row') {
      this.#row = Number(attribute('r') ?? this.#row + 1) || this.#row + 1;
      this.#fields = [];
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = columnOf(attribute('r')) ?? this.#column + 1;
      this.#kind = attribute('t') ?? 'n';
      this.#style = Number(attribute('s') ?? 0);
      this.#value = '';
      this.#formula = '';
    } else if (name === 'v' || name === 't') this.#into = 'value';
    else if (name === 'f') this.#into = 'formula';
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'mergeCell') this.#merge(attribute('ref') ?? '');
  }

  #merge(place: string): void {
    const [one = '', other = one] = place.split(':');
    const [column, last] = [columnOf(one), columnOf(other)];
    const [row, end] = [one, other].map(corner => Number(/\d+$/.exec(corner)?.[0] ?? 0));
    if (column === null || last === null || !row || !end || this.merged.length >= MOST_MERGED) return;
    if (last < column || end < row || end > MOST_ROWS) return;
    this.merged.push({ row: row - 1, column, rows: end - row + 1, columns: last - column + 1 });
  }

  close(name: string): void {
    if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'v' || name === 't' || name === 'f') this.#into = null;
  }

  /** Everything that was read. */
  whole(): string {
    return this.#lines.join('\n');
  }

  text(text: string): void {
    if (this.#isPhonetic) return;
    if (this.#into === 'value') this.#value += text;
    else if (this.#into === 'formula') this.#formula += text;
  }

  #endCell(): void {
    const shown = this.#shown();
    if (shown === '') return;
    if (this.#column >= MOST_COLUMNS) {
      this.isCut = true;
      return;
    }
    while (this.#fields.length < this.#column) this.#fields.push('');
    this.#fields[this.#column] = quoted(shown);
  }

  #endRow(): void {
    if (this.#row > MOST_ROWS) throw new Enough();
    // What stands in no row stands empty between those that do.
    while (this.#lines.length < this.#row - 1) this.#lines.push('');
    const line = this.#fields.join('\t');
    this.#signs += line.length + 1;
    if (this.#signs > MOST_SIGNS) throw new Enough();
    this.#lines[this.#row - 1] = line;
  }

  #shown(): string {
    const value = this.#value;
    if (value === '' && this.#formula !== '') {
      this.unknown += 1;
      return `=${this.#formula}`;
    }
    switch (this.#kind) {
      case 's':
        return this.#words.shared[Number(value)] ?? '';
      case 'inlineStr':
      case 'str':
        return withSigns(value);
      case 'b':
        return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
      case 'n':
        return this.#number(value);
      case 'd':
        return value
          .replace('T', ' ')
          .replace(/(\.0+)?Z?$/, '')
          .replace(/ 00:00:00$/, '');
      default:
        return value;
    }
  }

  #number(text: string): string {
    const value = Number(text);
    if (text === '' || Number.isNaN(value)) return text;
    return (this.#words.formats[this.#style] ?? general)(value);
  }
}

/** Signs that XML cannot hold are written as their number, such as `_x0009_`. */
export function withSigns(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `AB12` is column 27, counted from 0; null when it says none. */
function columnOf(place: string | null): number | null {
  let column = 0;
  for (const sign of place ?? '') {
    const code = sign.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column === 0 || column > 16_384 ? null : column - 1;
}

/** `A`, `B`, … `Z`, `AA`: a column as spreadsheets call it, from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetters(Math.floor(column / 26) - 1)}${last}`;
}

function quoted(field: string): string {
  return /[\t\n\r"]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
