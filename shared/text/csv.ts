import { escapeFormula } from '../formula.ts';

/** Rows as a file that spreadsheets read. The byte order mark has them read names as they are. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(cells => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Rows as they are pasted into a spreadsheet. */
export function tsvText(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => cells.map(cell => escapeFormula(cell.replaceAll(/[\t\r\n]+/g, ' '))).join('\t')).join('\n');
}

function csvCell(text: string): string {
  const safe = escapeFormula(text);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
