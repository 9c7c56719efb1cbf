/** How a table writes the fraction of a number. */
export type Decimal = 'point' | 'comma';

/** What a cell holds: a number, nothing, or text. */
export type CellValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string };

const MISSING = /^(|-|–|—|na|n\/a|n\.a\.|nan|null|none|missing|#n\/a)$/i;
const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Commas that can only stand for a decimal point: not followed by exactly three digits, or after a single zero. */
const CERTAIN_COMMA = /^[+-]?(\d*,(\d{1,2}|\d{4,})|0,\d+)(e[+-]?\d+)?$/i;
const GROUPED = /^[+-]?\d{1,3}([ ,\u00a0\u202f']\d{3})+(\.\d+)?$/;
const GROUPED_POINTS = /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/;

/**
 * Which decimal sign the cells of a table use: a comma when at least one cell can only mean that and none holds a
 * decimal point.
 */
export function decimalOf(cells: Iterable<string>): Decimal {
  let commas = 0;
  let points = 0;
  for (const cell of cells) {
    const text = tidied(cell);
    if (CERTAIN_COMMA.test(text)) commas += 1;
    else if (/^[+-]?\d*\.\d+(e[+-]?\d+)?$/i.test(text)) points += 1;
  }
  return commas > 0 && points === 0 ? 'comma' : 'point';
}

/** Reads one cell. A percent sign is dropped: `12 %` is 12. Only finite numbers count as numbers. */
export function cellValue(cell: string, decimal: Decimal): CellValue {
  const text = tidied(cell);
  if (MISSING.test(text)) return { kind: 'missing' };
  const value = numberOf(text.replace(/ ?%$/, ''), decimal);
  return value === null ? { kind: 'text', text: cell.trim() } : { kind: 'number', value };
}

function numberOf(text: string, decimal: Decimal): number | null {
  const ungrouped =
    decimal === 'comma' ? pointed(text) : GROUPED.test(text) ? text.replaceAll(/[ ,\u00a0\u202f']/g, '') : text;
  if (!PLAIN.test(ungrouped)) return null;
  const value = Number(ungrouped);
  return Number.isFinite(value) ? value : null;
}

function pointed(text: string): string {
  const ungrouped = GROUPED_POINTS.test(text)
    ? text.replaceAll('.', '')
    : text.replaceAll(/(?<=\d)[ \u00a0\u202f'](?=\d{3})/g, '');
  return ungrouped.replace(',', '.');
}

/** Without space around it and with the plain minus sign. */
function tidied(cell: string): string {
  return cell.trim().replace(/^[−–](?=[\d.,])/, '-');
}

/** `1 row`, `2 rows`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A number for people to read: four significant digits at most, no trailing zeros. */
export function shortNumber(value: number | null): string {
  if (value === null) return '–';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  return String(Number(value.toPrecision(4)));
}
