import { tableTexts } from '../features/preview/pane-text.ts';
import { decode, type Encoding } from './encoding.ts';
import { findEncoding } from './find-encoding.ts';
import { endingOf } from '../name-ending.ts';
import { kindOf, maybeTable } from './kind.ts';
import { withoutZeros } from './plain-form.ts';
import { type TableBlock, tableBlocks } from './table-blocks.ts';
import { decideTable, hasTable, type TableDecision, withSeparator } from './table-decision.ts';
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
      /** Where several tables stand one below the other: each of them; else none. */
      readonly parts: readonly TablePart[];
      /** The names of the columns and the rows, with tabs between their fields; of several tables each below its title. */
      readonly lines: readonly string[];
      readonly isCut: boolean;
    };

/** One of several tables in a file. */
export interface TablePart {
  /** What stands in the line above its header; empty when nothing does. */
  readonly title: string;
  readonly decision: TableDecision;
  /** Null where the file names none. */
  readonly columns: readonly (string | null)[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  readonly isCut: boolean;
}

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
  const whole = partOf({ title: '', text }, decision, most);
  const isMore = isCut || whole.isCut;
  if (decision.tables < 2) return { is: 'table', ...whole, parts: [], lines: linesOf(whole), isCut: isMore } as const;
  let left = most;
  const parts = tableBlocks(text, decision).map(block => {
    const part = partOf(block, withSeparator(block.text, decision.separator), left);
    left -= part.rows.length;
    return part;
  });
  const lines = parts.flatMap((part, at) => [
    ...(at === 0 ? [] : ['']),
    oneLine(tableTexts.part(at + 1, parts.length, part.title)),
    ...linesOf(part),
  ]);
  return { is: 'table', ...whole, parts, lines, isCut: isCut || parts.some(part => part.isCut) } as const;
}

function partOf({ title, text }: TableBlock, decision: TableDecision, most: number): TablePart {
  const table = new TableText(text, decision);
  const rows = Array.from({ length: Math.max(0, Math.min(most, table.count)) }, (_, at) => table.row(at));
  const columns = table.columns.map(column => column.name);
  return { title, decision, columns, rows, total: table.total, isCut: rows.length < table.count };
}

function linesOf({ decision, columns, rows }: TablePart): readonly string[] {
  // A column without a name is called by its number.
  const named = decision.hasHeader ? [columns.map((column, at) => column || String(at + 1))] : [];
  return [...named, ...rows].map(fields => fields.map(oneLine).join('\t'));
}

/** A row is a line: what would break it becomes a space. */
function oneLine(field: string): string {
  return field.replaceAll(/[\t\r\n]+/g, ' ');
}
