import { escapeFormula } from '../formula.ts';
import { findRecords, splitRecord } from './delimited.ts';
import { numberIn } from './numbers.ts';
import { type TableDecision, toldSeparator } from './table-decision.ts';

/** More columns are not laid out; the rest of a record stays in the file. */
export const MOST_COLUMNS = 2000;
/** Records that are looked at to tell how wide columns are and whether they hold numbers. */
const SAMPLED = 500;

/** What is known of a column. */
export interface TableColumn {
  /** As the header says; null without one. */
  readonly name: string | null;
  /** Whether nearly everything in it is a number. */
  readonly isNumeric: boolean;
  /** Signs of its longest field, of those that were looked at. */
  readonly signs: number;
}

/** Which rows are shown, and in which order. */
export interface TableOrder {
  /** Column to sort by; null: as in the file. */
  readonly sortBy: number | null;
  readonly isDescending: boolean;
  /** Only rows that have this text somewhere, in upper or lower case; empty: all. */
  readonly filter: string;
}

/** Some cells: from one corner to the other, both within. Rows as they are shown. */
export interface CellRange {
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

/** What the numbers among some cells come to. */
export interface RangeFigures {
  readonly numbers: number;
  readonly sum: number;
  readonly mean: number | null;
  /** Of a sample; null with fewer than two numbers. */
  readonly deviation: number | null;
}

/** A delimited text as a table. Only where records begin is kept; fields are cut out when they are asked for. */
export class TableText {
  readonly decision: TableDecision;
  readonly columns: readonly TableColumn[];
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #isWide: (row: number, column: number) => boolean;
  /** The record of the first row below the header. */
  readonly #first: number;
  /** Records in the order in which they are shown; null: as in the file. */
  #order: Uint32Array | null = null;

  /** @param isWide whether what stands in a row and column, both from 0, reaches over others and makes no column wider. */
  constructor(text: string, decision: TableDecision, isWide?: (row: number, column: number) => boolean) {
    this.#text = text;
    this.#isWide = isWide ?? (() => false);
    this.decision = decision;
    const from = decision.isTold ? (toldSeparator(text)?.length ?? 0) : 0;
    this.#starts = withoutBlankEnd(text, findRecords(text, decision.separator, from));
    this.#first = decision.preamble + (decision.hasHeader ? 1 : 0);
    this.columns = this.#findColumns();
  }

  /** Rows below the header, all of them. */
  get total(): number {
    return Math.max(0, this.#starts.length - 1 - this.#first);
  }

  /** Rows that are shown. */
  get count(): number {
    return this.#order === null ? this.total : this.#order.length;
  }

  /** What stands before the table, line by line. */
  get preamble(): readonly string[][] {
    return Array.from({ length: Math.min(this.decision.preamble, this.#starts.length - 1) }, (_, at) =>
      this.#record(at),
    );
  }

  /** Records of the file: what stands before the table, the header and all rows. */
  get recordCount(): number {
    return Math.max(0, this.#starts.length - 1);
  }

  /** The fields of a record, by its place in the file. */
  record(at: number): string[] {
    return this.#record(at);
  }

  /** The places in the file of the records in which something is written. */
  recordsWith(written: RegExp): readonly number[] {
    const places: number[] = [];
    let at = 0;
    for (const { index } of this.#text.matchAll(written)) {
      while (at + 1 < this.#starts.length && (this.#starts[at + 1] ?? 0) <= index) at += 1;
      if (at < this.recordCount && places.at(-1) !== at) places.push(at);
    }
    return places;
  }

  /** The fields of a shown row. */
  row(at: number): string[] {
    return this.#record(this.#recordOf(at));
  }

  /** The number of a shown row in the file, from 1. */
  rowNumber(at: number): number {
    return this.#recordOf(at) - this.#first + 1;
  }

  /** Sorts and narrows. Numbers go before words, and empty cells go last in both directions. */
  order({ sortBy, isDescending, filter }: TableOrder): void {
    if (sortBy === null && filter === '') {
      this.#order = null;
      return;
    }
    const records = this.#filtered(filter.toLowerCase());
    this.#order = sortBy === null ? records : this.#sorted(records, sortBy, isDescending);
  }

  /** What the numbers in some cells come to. */
  figures(range: CellRange): RangeFigures {
    let numbers = 0;
    let mean = 0;
    let squares = 0;
    for (let at = range.fromRow; at <= Math.min(range.toRow, this.count - 1); at++) {
      const fields = this.row(at);
      for (let column = range.fromColumn; column <= range.toColumn; column++) {
        const value = numberIn(fields[column] ?? '', this.decision.decimal);
        if (value === null) continue;
        // Welford's way: no figure is lost where many alike are added up.
        numbers += 1;
        const apart = value - mean;
        mean += apart / numbers;
        squares += apart * (value - mean);
      }
    }
    return {
      numbers,
      sum: mean * numbers,
      mean: numbers === 0 ? null : mean,
      deviation: numbers < 2 ? null : Math.sqrt(squares / (numbers - 1)),
    };
  }

  /** Some cells with tabs between them, as spreadsheets take them; none of them is a formula there. */
  copy({ fromRow, toRow, fromColumn, toColumn }: CellRange): string {
    const lines: string[] = [];
    for (let at = fromRow; at <= Math.min(toRow, this.count - 1); at++) {
      const fields = this.row(at);
      const part = Array.from({ length: toColumn - fromColumn + 1 }, (_, step) => fields[fromColumn + step] ?? '');
      lines.push(part.map(field => quoted(escapeFormula(field))).join('\t'));
    }
    return lines.join('\n');
  }

  #recordOf(at: number): number {
    return this.#order === null ? at + this.#first : (this.#order[at] ?? 0);
  }

  #record(at: number): string[] {
    return splitRecord(this.#text, this.#starts[at] ?? 0, this.#starts[at + 1] ?? 0, this.decision.separator);
  }

  #findColumns(): readonly TableColumn[] {
    const { decision } = this;
    const names = decision.hasHeader ? this.#record(decision.preamble) : [];
    const rows = this.#sampled();
    const width = Math.min(
      MOST_COLUMNS,
      rows.reduce((most, fields) => Math.max(most, fields.length), Math.max(names.length, 1)),
    );
    const last = isAllBlank([names, ...rows], width - 1) && width > 1 ? width - 1 : width;
    return Array.from({ length: last }, (_, at) => {
      const fields = rows
        .map((row, place) => (place < SAMPLED && this.#isWide(place, at) ? '' : (row[at] ?? '')))
        .filter(field => field.trim() !== '');
      const numbers = fields.filter(field => numberIn(field, decision.decimal) !== null).length;
      const name = decision.hasHeader ? (names[at] ?? '') : null;
      // Names are bold, and have an arrow beside them.
      const signs = fields.reduce((most, field) => Math.max(most, breadthOf(field)), breadthOf(name ?? '') * 1.1 + 2);
      return { name, isNumeric: fields.length > 0 && numbers >= fields.length * 0.8, signs };
    });
  }

  /** Records from the beginning, and some from all over. */
  #sampled(): string[][] {
    const { total } = this;
    const head = Math.min(total, SAMPLED);
    const step = Math.max(1, Math.floor((total - head) / 100));
    const rows = Array.from({ length: head }, (_, at) => this.#record(at + this.#first));
    for (let at = head; at < total; at += step) rows.push(this.#record(at + this.#first));
    return rows;
  }

  #filtered(sought: string): Uint32Array {
    const found: number[] = [];
    for (let at = this.#first; at < this.#starts.length - 1; at++) {
      if (
        sought === '' ||
        this.#text
          .slice(this.#starts[at], this.#starts[at + 1])
          .toLowerCase()
          .includes(sought)
      )
        found.push(at);
    }
    return Uint32Array.from(found);
  }

  #sorted(records: Uint32Array, column: number, isDescending: boolean): Uint32Array {
    const { decimal } = this.decision;
    const keys = new Map<number, { readonly number: number | null; readonly text: string }>();
    for (const at of records) {
      const text = (this.#record(at)[column] ?? '').trim();
      keys.set(at, { number: numberIn(text, decimal), text });
    }
    const way = isDescending ? -1 : 1;
    return records.toSorted((one, other) => {
      const [a, b] = [keys.get(one), keys.get(other)];
      if (a === undefined || b === undefined) return 0;
      if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '') || one - other;
      if (a.number !== null && b.number !== null) return (a.number - b.number) * way || one - other;
      if (a.number !== null || b.number !== null) return a.number === null ? 1 : -1;
      return NATURAL.compare(a.text, b.text) * way || one - other;
    });
  }
}

/** How broad a field is, in signs of the usual breadth: capitals are broader, and signs of East Asia twice as broad. */
function breadthOf(field: string): number {
  let breadth = 0;
  for (const sign of field.slice(0, 60)) breadth += /[A-ZMWmw@%]/.test(sign) ? 1.35 : sign > '\u2e7f' ? 2 : 1;
  return Math.ceil(breadth);
}

/** `A2` stands before `A10`. */
const NATURAL = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

/** Lines without anything at the end are no rows. */
function withoutBlankEnd(text: string, starts: Uint32Array): Uint32Array {
  let end = starts.length;
  while (end > 1 && text.slice(starts[end - 2], starts[end - 1]).trim() === '') end -= 1;
  return end === starts.length ? starts : starts.slice(0, end);
}

/** Rows that all end with a separator have no column after it. */
function isAllBlank(rows: readonly string[][], column: number): boolean {
  return rows.every(fields => (fields[column] ?? '').trim() === '');
}

function quoted(field: string): string {
  return /[\t\n\r"]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
