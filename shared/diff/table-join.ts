import { type Choices, type Side, takenOf } from './choice.ts';
import { type RawCell, type Row, type Table, textOfRow, textOfTable } from './delimited.ts';
import type { Change, MergedColumn, MergedRow, TableMerge } from './table-merge.ts';

/**
 * The text that comes of it, in the way the current version is written: unchanged parts stay byte for byte. Taking
 * everything from one side gives that side's text exactly. Null while a person still has to choose.
 */
export function joinTables(merge: TableMerge, choices: Choices): string | null {
  const taken = takenSides(merge, choices);
  if (taken === null) return null;
  const asked = merge.changes.filter(({ origin }) => origin !== 'same');
  for (const side of ['theirs', 'mine'] as const)
    if (asked.every(({ id }) => taken.get(id) === side)) return textOfTable(merge[side]);
  return new Joining(merge, taken).text();
}

/** Which side each change is taken from; null while one is open. */
function takenSides({ changes }: TableMerge, choices: Choices): ReadonlyMap<number, Side> | null {
  const taken = new Map<number, Side>();
  for (const { id, origin } of changes) {
    const take = takenOf(origin, choices.get(id));
    if (take === null) return null;
    taken.set(id, take === 'mine' ? 'mine' : 'theirs');
  }
  return taken;
}

/** A cell that is there, or the place of one in a row that is shorter. */
type MaybeCell = RawCell | null;

class Joining {
  readonly #merge: TableMerge;
  readonly #columns: readonly MergedColumn[];
  readonly #cells = new Map<string, Side>();
  readonly #left = new Set<number>();
  readonly #head: string;

  constructor(merge: TableMerge, taken: ReadonlyMap<number, Side>) {
    this.#merge = merge;
    const leftColumns = new Set<number>();
    let head = merge.theirs.head;
    for (const change of merge.changes) {
      const side = taken.get(change.id) ?? 'theirs';
      if (change.at === 'cell') this.#cells.set(placeOf(change), side);
      else if (change.at === 'head') head = merge[side].head;
      else if (!change.isIn[side]) (change.at === 'row' ? this.#left : leftColumns).add(indexOf(change));
    }
    this.#head = head;
    this.#columns = merge.columns.filter((_, at) => !leftColumns.has(at));
  }

  text(): string {
    const { theirs, mine, rows, columns } = this.#merge;
    const header = this.#row({ theirs: theirs.header, mine: mine.header }, () => 'theirs');
    const kept = rows.flatMap((row, at) => {
      if (this.#left.has(at)) return [];
      const sideOf = (column: MergedColumn): Side => this.#cells.get(`${at} ${columns.indexOf(column)}`) ?? 'theirs';
      return [this.#row(rowsOf(this.#merge, row), sideOf)];
    });
    const written = this.#ended(theirs.header.cells.length === 0 ? kept : [header, ...kept]);
    return this.#head + written.map(row => textOfRow(row, theirs.separator)).join('');
  }

  /** One row in the columns that stay, each cell as it stands where it comes from. */
  #row(found: { readonly theirs: Row | null; readonly mine: Row | null }, sideOf: (column: MergedColumn) => Side): Row {
    const cells = this.#columns.map(column => {
      const wanted = sideOf(column);
      const other = wanted === 'mine' ? 'theirs' : 'mine';
      const isThere = found[wanted] !== null && column[wanted] !== null;
      return cellIn(isThere ? found[wanted] : found[other], column[isThere ? wanted : other]);
    });
    const from = found.theirs ?? found.mine;
    const present = cells.slice(0, cells.findLastIndex(cell => cell !== null) + 1);
    return {
      cells: present.map(cell => cell ?? { raw: '', value: '' }),
      end: from?.end ?? this.#merge.theirs.end,
      after: from?.after ?? '',
    };
  }

  /** Line ends that the current version has; its last line stays without one if it is. */
  #ended(rows: readonly Row[]): readonly Row[] {
    const { theirs } = this.#merge;
    const known = new Set([theirs.header, ...theirs.rows].map(({ end }) => end).filter(end => end !== ''));
    const last = theirs.rows.at(-1) ?? theirs.header;
    return rows.map((row, at) => {
      if (at === rows.length - 1 && last.end === '') return { ...row, end: '' };
      return known.has(row.end) ? row : { ...row, end: theirs.end };
    });
  }
}

function rowsOf(
  { theirs, mine }: TableMerge,
  row: MergedRow,
): { readonly theirs: Row | null; readonly mine: Row | null } {
  return { theirs: rowIn(theirs, row.theirs), mine: rowIn(mine, row.mine) };
}

function rowIn(table: Table, at: number | null): Row | null {
  return at === null ? null : (table.rows[at] ?? null);
}

function cellIn(row: Row | null, column: number | null): MaybeCell {
  return row === null || column === null ? null : (row.cells[column] ?? null);
}

function placeOf({ row, column }: Extract<Change, { at: 'cell' }>): string {
  return `${row} ${column}`;
}

function indexOf(change: Extract<Change, { at: 'row' | 'column' }>): number {
  return change.at === 'row' ? change.row : change.column;
}
