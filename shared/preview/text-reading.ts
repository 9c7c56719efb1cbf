import { decode, type Encoding, findEncoding } from './encoding.ts';
import { endingOf, kindOf } from './kind.ts';
import { decideTable, type TableDecision } from './table-decision.ts';
import { TableText } from './table-text.ts';
import { TextLines } from './text-lines.ts';

/** A file as text, for commands and agents. `none`: it is no text. */
export type TextReading =
  | { readonly is: 'none' }
  | {
      readonly is: 'text';
      readonly encoding: Encoding;
      readonly lines: readonly string[];
      /** Whether the file goes on. */
      readonly isCut: boolean;
    }
  | {
      readonly is: 'table';
      readonly encoding: Encoding;
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
}

/** Reads what a person would read: the lines of a text, the fields of a table as they are written. */
export function readAsText({ name, bytes, isCut, most }: ToRead): TextReading {
  const { encoding } = findEncoding(bytes, isCut);
  if (encoding === 'binary') return { is: 'none' };
  const text = decode(bytes, encoding, isCut);
  return kindOf(name) === 'table'
    ? tableOf(text, encoding, { name, isCut, most })
    : textOf(text, encoding, { isCut, most });
}

function textOf(text: string, encoding: Encoding, { isCut, most }: Pick<ToRead, 'isCut' | 'most'>): TextReading {
  const all = new TextLines(text, Infinity);
  const count = text === '' ? 0 : Math.min(most, all.count);
  const lines = Array.from({ length: count }, (_, at) => all.line(at));
  return { is: 'text', encoding, lines, isCut: isCut || count < all.count };
}

function tableOf(text: string, encoding: Encoding, { name, isCut, most }: Omit<ToRead, 'bytes'>): TextReading {
  const decision = decideTable(text, endingOf(name));
  const table = new TableText(text, decision);
  const columns = table.columns.map(column => column.name);
  const rows = Array.from({ length: Math.min(most, table.count) }, (_, at) => table.row(at));
  const named = decision.hasHeader ? [columns.map(column => column ?? '')] : [];
  const lines = [...named, ...rows].map(fields => fields.map(oneLine).join('\t'));
  return {
    is: 'table',
    encoding,
    decision,
    columns,
    rows,
    total: table.total,
    lines,
    isCut: isCut || rows.length < table.count,
  };
}

/** A row is a line: what would break it becomes a space. */
function oneLine(field: string): string {
  return field.replaceAll(/[\t\r\n]+/g, ' ');
}
