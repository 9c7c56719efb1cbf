import { type Decimal, numberIn } from '../numbers.ts';
import { type MomentForm, momentForm, momentIn } from './moments.ts';

/** What a column can be in a plot. */
export interface PlotColumn {
  /** Its place in the table. */
  readonly at: number;
  readonly name: string;
  /** `number` and `time` can be axes; `word` can name groups; `none` holds too little. */
  readonly kind: 'number' | 'time' | 'word' | 'none';
  /** How its moments are written; null for all other kinds. */
  readonly form: MomentForm | null;
  /** Different values among the rows that were looked at. */
  readonly distinct: number;
  /** Rows with anything in it, among those. */
  readonly filled: number;
  /** Whether its numbers never get smaller from row to row, and do get greater. */
  readonly isAscending: boolean;
  readonly low: number;
  readonly high: number;
}

/** What the columns of a table can be, by some of its rows. @param unnamed the name of a column that has none. */
export function plotColumns(
  names: readonly (string | null)[],
  rows: readonly (readonly string[])[],
  decimal: Decimal,
  unnamed: (at: number) => string,
): readonly PlotColumn[] {
  return names.map((name, at) => {
    const fields = rows.map(row => (row[at] ?? '').trim());
    return { at, name: name === null || name.trim() === '' ? unnamed(at) : name.trim(), ...factsOf(fields, decimal) };
  });
}

function factsOf(fields: readonly string[], decimal: Decimal): Omit<PlotColumn, 'at' | 'name'> {
  const filled = fields.filter(field => field !== '');
  const distinct = new Set(filled).size;
  const numbers = filled.map(field => numberIn(field, decimal)).filter(value => value !== null);
  const form = numbers.length === 0 ? momentForm(filled) : null;
  const isNumber = filled.length > 0 && numbers.length >= filled.length * 0.6;
  const values = isNumber ? numbers : form === null ? [] : filled.map(field => momentIn(field, form));
  return {
    kind: filled.length === 0 ? 'none' : isNumber || form === 'duration' ? 'number' : form === null ? 'word' : 'time',
    form,
    distinct,
    filled: filled.length,
    isAscending: values.length > 2 && (values.at(-1) ?? 0) > (values[0] ?? 0) && isSorted(values),
    low: values.reduce((low, value) => Math.min(low, value), Infinity),
    high: values.reduce((high, value) => Math.max(high, value), -Infinity),
  };
}

function isSorted(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}

/** The number that a field of a column stands for; NaN: none. */
export function valueIn(field: string, { form }: PlotColumn, decimal: Decimal): number {
  return form === null ? (numberIn(field, decimal) ?? Number.NaN) : momentIn(field, form);
}
