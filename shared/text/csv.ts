/** Rows as a file that spreadsheets read. The byte order mark has them read names as they are. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(cells => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Rows as they are pasted into a spreadsheet. */
export function tsvText(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => cells.map(cell => harmless(cell.replaceAll(/[\t\r\n]+/g, ' '))).join('\t')).join('\n');
}

/**
 * Whether a spreadsheet might calculate this instead of showing it: what others wrote must not fetch or run anything
 * (S26). Signs that nobody sees, and blanks, do not keep it from being a formula.
 */
export function isFormula(text: string): boolean {
  return /^[\s\p{Cf}]*[=+\-@|%]/u.test(text) || /^[\t\r]/.test(text);
}

/** A cell with a sign in front that has it shown as it is written; a number, and a dash for none, stay what they are. */
export function harmless(text: string): string {
  const isNumber = /^[+-]?(?:[\d.,\s]+(?:e[+-]?\d+)?%?)?$/i.test(text);
  return isFormula(text) && !isNumber ? `'${text}` : text;
}

function csvCell(text: string): string {
  const safe = harmless(text);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
