import { type Decimal, isNumber } from '../numbers.ts';

/** Rows that make a table where the name of the file promises none. */
export const LEAST_ROWS = 3;

/** Whether a record has nothing in it but space. */
export function isBlank(fields: readonly string[]): boolean {
  return fields.every(field => field.trim() === '');
}

/** Whether records without a gap are a table with a header of its own. */
export function isBlock(records: readonly string[][], decimal: Decimal): boolean {
  return records.length >= LEAST_ROWS && isHeader(records, decimal) && hasNumbers(records);
}

function hasNumbers(block: readonly string[][]): boolean {
  return block.slice(1).some(fields => fields.some(field => isNumber(field, '.') || isNumber(field, ',')));
}

/** Names of columns are words, not all numbers, no two alike in a row, and unlike what stands below. */
export function isHeader(records: readonly string[][], decimal: Decimal): boolean {
  const [first, ...rest] = records;
  if (first === undefined || rest.length === 0) return false;
  const named = first.filter(field => field.trim() !== '');
  if (named.length < Math.min(2, first.length)) return false;
  const numbers = named.filter(field => isNumber(field, decimal)).length;
  // A plate's own numbers, 1 to 12, name its columns.
  if (numbers > 0 && numbers >= named.length - 1) return isCount(named);
  if (numbers * 2 > named.length) return false;
  const below = rest.slice(0, 50);
  const isNumeric = first.map((_, at) => below.some(fields => isNumber(fields[at] ?? '', decimal)));
  if (isNumeric.some((is, at) => is && !isNumber(first[at] ?? '', decimal) && first[at]?.trim() !== '')) return true;
  // Only words everywhere: a header is not repeated below.
  return (
    new Set(named).size === named.length &&
    !below.some(fields => fields.some((field, at) => field.trim() !== '' && field === first[at]))
  );
}

/** `1 2 3 … 12` or `230 235 240 …`, with a word before it or not: numbers that name columns. */
export function isCount(fields: readonly string[]): boolean {
  const numbers = fields
    .map(field => (field.trim() === '' ? Number.NaN : Number(field)))
    .filter(value => Number.isInteger(value));
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  return (
    numbers.length > 2 && step > 0 && numbers.every((value, at) => at === 0 || value === (numbers[at - 1] ?? 0) + step)
  );
}
