/** One cell of a table that is written as CSV. Null is an empty cell. */
export type CsvCell = string | number | boolean | null;

/**
 * One line of CSV by RFC 4180, ended by CRLF. Numbers are written in full precision with a decimal point.
 *
 * Text that a spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a return) gets an
 * apostrophe in front, which spreadsheets show as plain text. The exact text stands in the JSON beside the table.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
