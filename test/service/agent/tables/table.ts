import { type CellValue, type Decimal, cellValue, decimalOf } from '../words/numbers.ts';
import type { Grid } from '../words/conversation.ts';

export interface Column {
  /** Unique in its table. */
  readonly name: string;
  /**
   * `number`: at least four in five of the cells that are not missing are numbers. `category`: text that repeats.
   * `label`: text that hardly repeats. `empty`: nothing in it.
   */
  readonly kind: 'number' | 'category' | 'label' | 'empty';
  /** As many as the table has rows. */
  readonly cells: readonly CellValue[];
  /** The same cells as they stand in the file. */
  readonly texts: readonly string[];
}

/** The largest block of a grid that looks like a table. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly decimal: Decimal;
  /** Whether the first row gave the names; else columns are called `Column 1` and so on. */
  readonly hasHeader: boolean;
  /** Whether it is the view of a plate: rows A, B, C … below the numbers 1, 2, 3 … */
  readonly isPlate: boolean;
  /** Rows of the grid that are not part of the table: titles, comments, notes below. */
  readonly rowsAside: number;
}

/** At most so many rows are computed with; a longer table is refused rather than cut in silence. */
export const MOST_ROWS = 200_000;

/** Finds the table in a grid. Null when there is none: no rows, or nothing in them. */
export function tableOf(grid: Grid): Table | null {
  const block = largestBlock(grid);
  const first = block[0];
  if (first === undefined) return null;
  const hasHeader = isHeader(block);
  const body = hasHeader ? block.slice(1) : block;
  const width = block.reduce((most, row) => Math.max(most, row.length), 0);
  const decimal = decimalOf(body.flat());
  const names = uniqueNames(Array.from({ length: width }, (_, index) => (hasHeader ? (first[index] ?? '') : '')));
  const columns = names.map((name, index) =>
    columnOf(
      name,
      body.map(row => row[index] ?? ''),
      decimal,
    ),
  );
  const filledRows = grid.filter(row => row.some(cell => cell.trim() !== '')).length;
  const kept = columns.filter((column, index) => column.kind !== 'empty' || (first[index] ?? '').trim() !== '');
  const rowsAside = filledRows - block.length;
  return { columns: kept, rowCount: body.length, decimal, hasHeader, isPlate: isPlate(block), rowsAside };
}

/** Grids of instruments hold titles, comments and notes around the table: blank lines part them. */
function largestBlock(grid: Grid): string[][] {
  const blocks = continued(blocksOf(grid));
  const sizes = blocks.map(block => block.reduce((sum, row) => sum + filled(row), 0));
  const best = blocks[sizes.indexOf(sizes.reduce((one, other) => Math.max(one, other), 0))] ?? [];
  return withoutTitles(best);
}

/** In a grid of one column a blank line is a missing cell; it parts nothing. */
function blocksOf(grid: Grid): string[][][] {
  const rows = grid.filter(row => !isComment(row)).map(row => [...row]);
  const isBlank = (row: readonly string[]): boolean => filled(row) === 0;
  if (rows.every(row => row.length <= 1)) {
    const first = rows.findIndex(row => !isBlank(row));
    return first < 0 ? [] : [rows.slice(first, rows.findLastIndex(row => !isBlank(row)) + 1)];
  }
  const blocks: string[][][] = [[]];
  for (const row of rows) {
    if (isBlank(row)) blocks.push([]);
    else blocks.at(-1)?.push(row);
  }
  return blocks.filter(block => block.length > 0);
}

/**
 * A block goes on below a blank line when it fills as many columns and has its numbers in the same ones. Two columns
 * are not enough to tell rows from notes such as `R²; 0.99`: what is left out is told, what is mixed in is not.
 */
function continued(blocks: readonly string[][][]): string[][][] {
  const joined: string[][][] = [];
  for (const block of blocks) {
    const above = joined.at(-1);
    if (above !== undefined && goesOn(above, block)) {
      for (const row of block) above.push(row);
    } else joined.push([...block]);
  }
  return joined;
}

function goesOn(above: readonly (readonly string[])[], below: readonly (readonly string[])[]): boolean {
  const [last, next] = [numberColumns(above.at(-1) ?? []), numberColumns(below[0] ?? [])];
  const width = mostFrequent(above.map(filled));
  return width > 2 && width === mostFrequent(below.map(filled)) && last.length > 0 && last.join() === next.join();
}

function numberColumns(row: readonly string[]): number[] {
  const decimal = decimalOf(row);
  return row.flatMap((cell, index) => (cellValue(cell, decimal).kind === 'number' ? [index] : []));
}

function isComment(row: readonly string[]): boolean {
  return /^(#|sep=)/i.test(row.find(cell => cell.trim() !== '')?.trim() ?? '');
}

/** Leading rows that fill much less than the rows below are titles. */
function withoutTitles(block: string[][]): string[][] {
  const usual = mostFrequent(block.map(filled));
  const start = block.findIndex(row => filled(row) >= Math.max(1, usual * 0.6));
  return start <= 0 ? block : block.slice(start);
}

function filled(row: readonly string[]): number {
  return row.filter(cell => cell.trim() !== '').length;
}

/** The most frequent number, the larger of two that are equally frequent. */
function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  const ranked = [...counts].sort(([one, often], [other, oftener]) => oftener - often || other - one);
  return ranked[0]?.[0] ?? 0;
}

/** A first row without numbers names the columns; so do the numbers 1, 2, 3 … over the rows A, B, C … of a plate. */
function isHeader(block: readonly (readonly string[])[]): boolean {
  const first = block[0] ?? [];
  const decimal = decimalOf(block.flat());
  const kinds = first.map(cell => cellValue(cell, decimal).kind);
  if (!kinds.includes('number')) return kinds.includes('text');
  return isPlate(block);
}

/** Whether a block is a plate: rows A, B, C … below the numbers 1, 2, 3 … */
function isPlate(block: readonly (readonly string[])[]): boolean {
  const [first = [], ...rows] = block;
  const numbered = first.slice(1).every((cell, index) => cell.trim() === String(index + 1));
  const lettered = rows.every((row, index) => (row[0] ?? '').trim().toUpperCase() === String.fromCodePoint(65 + index));
  return numbered && lettered && first.length > 2 && rows.length > 1 && rows.length <= 26;
}

function columnOf(name: string, texts: readonly string[], decimal: Decimal): Column {
  const cells = texts.map(text => cellValue(text, decimal));
  return { name, kind: kindOf(cells), cells, texts };
}

function kindOf(cells: readonly CellValue[]): Column['kind'] {
  const present = cells.filter(cell => cell.kind !== 'missing');
  if (present.length === 0) return 'empty';
  const numbers = present.filter(cell => cell.kind === 'number').length;
  if (numbers >= present.length * 0.8) return 'number';
  const distinct = new Set(present.map(cell => (cell.kind === 'text' ? cell.text : String(cell.value)))).size;
  return distinct >= 2 && distinct <= present.length / 2 ? 'category' : 'label';
}

function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given, index) => {
    const base = given.replaceAll(/\s+/g, ' ').trim() || `Column ${index + 1}`;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
    taken.add(name);
    return name;
  });
}
