import { decode, type Encoding } from './encoding.ts';
import { findEncoding } from './find-encoding.ts';
import { endingOf, kindOf, maybeTable } from './kind.ts';
import { withoutZeros } from './plain-form.ts';
import { decideTable, hasTable, type TableDecision } from './table-decision.ts';
import { TableText } from './table-text.ts';
import { TextLines } from './text-lines.ts';

/** A file as text, for commands and agents. `none`: it is no text. */
export type TextReading =
  | { readonly is: 'none' }
  | {
      readonly is: 'text';
      readonly encoding: Encoding;
      /** Zeros at the end of the file, which are no text and are left out, in bytes. */
      readonly zeroBytes: number;
      readonly lines: readonly string[];
      /** Whether the file goes on. */
      readonly isCut: boolean;
    }
  | {
      readonly is: 'table';
      readonly encoding: Encoding;
      /** Zeros at the end of the file, which are no text and are left out, in bytes. */
      readonly zeroBytes: number;
      readonly decision: TableDecision;
      /** Null where the file names none. */
      readonly columns: readonly (string | null)[];
      readonly rows: readonly (readonly string[])[];
      /** Rows of what was read. */
      readonly total: number;
      /** The names of the columns and the rows, with tabs between their fields. */
      readonly lines: readonly string[];
      readonly isCut: boolean;
    };

/** Bytes from the beginning of a file. */
export interface ToRead {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether more bytes follow. */
  readonly isCut: boolean;
  /** Lines or rows at most. */
  readonly most: number;
  /** As a person chose it; not said: as it is found. */
  readonly encoding?: Encoding;
}

/** Reads what a person would read: the lines of a text, the fields of a table as they are written. */
export function readAsText(file: ToRead): TextReading {
  const { name, bytes, isCut } = file;
  const encoding = file.encoding ?? findEncoding(bytes, isCut).encoding;
  if (encoding === 'binary') return { is: 'none' };
  const text = decode(bytes, encoding, isCut);
  const zeroBytes = isCut ? 0 : bytes.length - withoutZeros(bytes).length;
  const isTable = kindOf(name) === 'table' || (maybeTable(name) && hasTable(text));
  return { ...(isTable ? tableOf(text, file) : textOf(text, file)), encoding, zeroBytes };
}

function textOf(text: string, { isCut, most }: ToRead) {
  const all = new TextLines(text, Infinity);
  const count = text === '' ? 0 : Math.min(most, all.count);
  const lines = Array.from({ length: count }, (_, at) => all.line(at));
  return { is: 'text', lines, isCut: isCut || count < all.count } as const;
}

function tableOf(text: string, { name, isCut, most }: ToRead) {
  const decision = decideTable(text, endingOf(name));
  const table = new TableText(text, decision);
  const columns = table.columns.map(column => column.name);
  const rows = Array.from({ length: Math.min(most, table.count) }, (_, at) => table.row(at));
  // A column without a name is called by its number.
  const named = decision.hasHeader ? [columns.map((column, at) => column || String(at + 1))] : [];
  const lines = [...named, ...rows].map(fields => fields.map(oneLine).join('\t'));
  return {
    is: 'table',
    decision,
    columns,
    rows,
    total: table.total,
    lines,
    isCut: isCut || rows.length < table.count,
  } as const;
}

/** A row is a line: what would break it becomes a space. */
function oneLine(field: string): string {
  return field.replaceAll(/[\t\r\n]+/g, ' ');
}
