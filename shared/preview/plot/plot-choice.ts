import { wellOf } from '../wells.ts';
import type { PlotColumn } from './plot-columns.ts';

/** What a plot shows of a table. Columns by their places. */
export interface PlotChoice {
  readonly kind: 'line' | 'scatter' | 'histogram' | 'box';
  /** Null: rows in their order, or a kind that needs none. */
  readonly x: number | null;
  readonly ys: readonly number[];
  /** Rows of one word are one series; null: all rows are. */
  readonly colourBy: number | null;
  readonly isXLog: boolean;
  readonly isYLog: boolean;
  /** Draws a straight line through the points, along the axes as they are. */
  readonly hasFit: boolean;
}

/** A plot that fits a table, and what was recognised in it. */
export interface PlotOffer {
  readonly why: 'amplification' | 'standard-curve' | 'usual';
  readonly choice: PlotChoice;
}

/** As many series are still told apart, somehow. */
export const MOST_SERIES = 96;
/** So many columns are drawn before a person chooses. */
const MOST_SUGGESTED = 8;

/** Fewer values that happen to ascend are no axis to draw lines along. */
const LEAST_ALONG = 5;

const PLAIN = { colourBy: null, isXLog: false, isYLog: false, hasFit: false } as const;
const CYCLE = /^\W*cycles?\b|^zyklus|^cycle ?(?:no|number|nr|#)/i;
const SIGNAL = /(?:Δ|delta ?)rn|^rn$|\brfu\b|fluor/i;
const WELL = /^(?:well|well ?position|pos(?:ition)?|vertiefung)$/i;
const QUANTIFICATION = /^\W*(?:c[tq]|cp)(?:\s*\(.*\))?$|^(?:ct|cq|cp) mean$|^threshold cycle/i;
const QUANTITY = /quantity|concentration|\bconc\b|copies|menge|amount|\binput\b|dilution/i;

/** What to draw of a table, the fittest first; empty: it has no numbers. */
export function offersFor(columns: readonly PlotColumn[]): readonly PlotOffer[] {
  const recognised = [amplification(columns), standardCurve(columns)].filter(offer => offer !== null);
  const usual = usualChoice(columns);
  return usual === null ? recognised : [...recognised, { why: 'usual', choice: usual }];
}

/** Fluorescence by cycle: a column for each well, or a row for each well and cycle. */
function amplification(columns: readonly PlotColumn[]): PlotOffer | null {
  const cycle = columns.find(each => each.kind === 'number' && CYCLE.test(each.name) && each.distinct >= 10);
  if (cycle === undefined || cycle.high > 100 || cycle.low < 0) return null;
  const common = { kind: 'line', x: cycle.at, isXLog: false, hasFit: false } as const;
  const signals = columns.filter(each => each.kind === 'number' && SIGNAL.test(each.name));
  const signal = signals.find(({ name }) => /Δ|delta/i.test(name)) ?? signals[0];
  const well =
    columns.find(each => WELL.test(each.name) && each.distinct > 1 && each.kind === 'word') ??
    columns.find(each => WELL.test(each.name) && each.distinct > 1);
  if (signal !== undefined && well !== undefined && !cycle.isAscending)
    return { why: 'amplification', choice: { ...common, ys: [signal.at], colourBy: well.at, isYLog: false } };
  const others = columns.filter(each => each.kind === 'number' && each.at !== cycle.at && !WELL.test(each.name));
  if (!cycle.isAscending || others.length === 0) return null;
  return {
    why: 'amplification',
    choice: { ...common, ys: others.slice(0, MOST_SERIES).map(({ at }) => at), colourBy: null, isYLog: false },
  };
}

/** Whether columns named by wells stand over cycles: then they are fluorescence, in whichever unit. */
export function areWellsByCycle(x: PlotColumn | undefined, ys: readonly PlotColumn[]): boolean {
  return x !== undefined && CYCLE.test(x.name) && ys.every(({ name }) => wellOf(name) !== null);
}

/** Threshold cycles over known quantities, which lie on a line where the quantities are logarithmic. */
function standardCurve(columns: readonly PlotColumn[]): PlotOffer | null {
  const threshold = columns.find(each => each.kind === 'number' && QUANTIFICATION.test(each.name));
  const quantity = columns.find(
    each =>
      each.kind === 'number' &&
      QUANTITY.test(each.name) &&
      each.distinct >= 3 &&
      each.low >= 0 &&
      each.high > each.low * 10,
  );
  if (threshold === undefined || quantity === undefined) return null;
  const choice = { ...PLAIN, kind: 'scatter', x: quantity.at, ys: [threshold.at], isXLog: true, hasFit: true } as const;
  return { why: 'standard-curve', choice };
}

function usualChoice(columns: readonly PlotColumn[]): PlotChoice | null {
  const numbers = columns.filter(({ kind, distinct }) => kind === 'number' && distinct > 1);
  const time = columns.find(({ kind }) => kind === 'time');
  const along = time ?? numbers.find(({ isAscending, distinct }) => isAscending && distinct >= LEAST_ALONG);
  // What only counts the rows is no measurement.
  const measured = numbers.filter(each => each !== along);
  const ys = measured.slice(0, MOST_SUGGESTED).map(({ at }) => at);
  if (along !== undefined && ys.length > 0 && !isCountOfRows(along)) return { ...PLAIN, kind: 'line', x: along.at, ys };
  const group = columns.find(
    // A box of one or two values says less than its values.
    ({ kind, distinct, filled }) => kind === 'word' && distinct >= 2 && distinct <= 12 && filled >= distinct * 3,
  );
  const last = measured.at(-1) ?? numbers.at(-1);
  if (last === undefined) return null;
  if (group !== undefined) return { ...PLAIN, kind: 'box', x: group.at, ys: [last.at] };
  const [first, second] = measured;
  if (first !== undefined && second !== undefined && measured.length === 2)
    return { ...PLAIN, kind: 'scatter', x: first.at, ys: [second.at] };
  if (measured.length > 2) return { ...PLAIN, kind: 'box', x: null, ys };
  return { ...PLAIN, kind: 'histogram', x: null, ys: [last.at] };
}

/** `1, 2, 3 …` under a name that says so. */
function isCountOfRows({ name, low, high, distinct }: PlotColumn): boolean {
  return /^(?:#|no\.?|nr\.?|row|index|id|well|peak)$/i.test(name) && high - low === distinct - 1;
}
