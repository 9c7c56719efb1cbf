/** Rows as a file that spreadsheets read. The byte order mark has them read names as they are. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(cells => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** A cell that a spreadsheet would take for a formula gets a sign in front (S26); a number stays one. */
function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,\s]+(?:e[+-]?\d+)?%?$/i.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as they are pasted into a spreadsheet. */
export function tsvText(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => cells.map(cell => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}
