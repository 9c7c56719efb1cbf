import { type Separator, splitRecord } from '../delimited.ts';
import type { Decimal } from '../numbers.ts';
import { isBlank, isBlock } from './table-header.ts';

/** Where one of the tables of a text stands, counted in records: `to` is the record behind its last. */
export interface BlockPlace {
  readonly from: number;
  readonly to: number;
}

/** How the fields of a text are written. `first`: the record to begin at. */
export interface WrittenFields {
  readonly separator: Separator;
  readonly decimal: Decimal;
  readonly first?: number;
}

/** Rows of a block that are looked at; all others belong to it, too. */
const LOOKED_AT = 60;

/**
 * The blocks of records with a header of their own: some instruments write one table below the other.
 * @param starts where each record begins, and at the end where the last one ends.
 */
export function findBlocks(
  text: string,
  starts: Uint32Array,
  { separator, decimal, first = 0 }: WrittenFields,
): readonly BlockPlace[] {
  const found: BlockPlace[] = [];
  const isGap = gapsOf(text, separator);
  let rows: string[][] = [];
  let from = first;
  for (let at = first; at < starts.length; at++) {
    const [start, end] = [starts[at] ?? text.length, starts[at + 1] ?? text.length];
    if (at + 1 === starts.length || isGap(start, end)) {
      if (isBlock(rows, decimal)) found.push({ from, to: at });
      rows = [];
      continue;
    }
    if (rows.length === 0) from = at;
    // Millions of rows are passed over without being cut into fields.
    if (rows.length < LOOKED_AT) rows.push(splitRecord(text, start, end, separator));
  }
  return found;
}

/**
 * Tells of one record after the other whether it parts two tables. A row of a table may have one field that is filled; what
 * parts two tables has none, or no second one.
 */
function gapsOf(text: string, separator: Separator): (start: number, end: number) => boolean {
  let next = -1;
  return (start, end) => {
    // Looked for once each: in a text without separators every search would go to its end.
    if (next < start) next = indexOrEnd(text, separator, start);
    if (next >= end) return true;
    const sign = text[start];
    const isPlain = sign !== '"' && sign !== separator && sign?.trim() !== '';
    if (isPlain) return false;
    const fields = splitRecord(text, start, end, separator);
    return fields.length < 2 || isBlank(fields);
  };
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const found = text.indexOf(sought, from);
  return found === -1 ? text.length : found;
}
