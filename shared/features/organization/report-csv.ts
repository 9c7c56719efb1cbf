import { csvCell } from '../activity/file-text.ts';

/** A table for spreadsheets. The byte order mark has them read names as they are; no cell is a formula. */
export function csvTable(head: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [head, ...rows].map(cells => cells.map(csvCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A table that can be saved as a file. */
export interface NamedTable {
  readonly name: string;
  readonly text: string;
  /** What is said once it is being saved. */
  readonly said: string;
}
