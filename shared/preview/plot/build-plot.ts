import { plotTexts as texts } from '../../features/preview/plot-text.ts';
import type { Chart, ChartSeries } from '../formats/sections.ts';
import type { Decimal } from '../numbers.ts';
import { valueText } from './axis-text.ts';
import { areWellsByCycle, MOST_SERIES, type PlotChoice } from './plot-choice.ts';
import { type PlotColumn, valueIn } from './plot-columns.ts';
import { binsFor, type BoxFigures, boxOf, fitOf } from './plot-numbers.ts';

/** Rows of a table as far as a plot needs them. */
export interface PlotRows {
  readonly count: number;
  readonly row: (at: number) => readonly string[];
  readonly columns: readonly PlotColumn[];
  readonly decimal: Decimal;
}

/** What a choice comes to. */
export type Plot =
  | { readonly is: 'chart'; readonly chart: Chart }
  | {
      readonly is: 'boxes';
      readonly label: string;
      readonly boxes: readonly BoxFigures[];
      readonly isLog: boolean;
      readonly note: string;
    };

/** More rows are not read for a picture: then every second, third and so on. */
export const MOST_PLOT_ROWS = 1_000_000;
/** Nor are more values, of all series together: each series is as long as there are rows. */
const MOST_PLOT_VALUES = 4_000_000;
/** Groups of words in a box plot or histogram. */
const MOST_BOXES = 40;

/** The rows that are drawn, as numbers. */
interface Taken {
  readonly xs: Float64Array;
  readonly ys: readonly Float64Array[];
  /** The word of each row that it is coloured or grouped by; empty: by none. */
  readonly words: readonly string[];
  /** One of so many rows is here. */
  readonly step: number;
}

/** Draws what was chosen of a table. Null: columns were chosen that are not there. */
export function buildPlot(rows: PlotRows, choice: PlotChoice): Plot | null {
  const ys = choice.ys.map(at => rows.columns[at]).filter(column => column !== undefined);
  if (ys.length === 0) return null;
  const taken = thinned(take(rows, choice, ys), choice, ys.length);
  const notes = notesOn(taken, rows.count);
  switch (choice.kind) {
    case 'histogram':
      return histogram(taken, choice, ys, notes);
    case 'box':
      return boxes(taken, choice, ys, notes);
    case 'line':
      return { is: 'chart', chart: lineChart(rows, taken, choice, { ys, notes }) };
    case 'scatter':
      return { is: 'chart', chart: scatterChart(rows, taken, choice, { ys, notes }) };
  }
}

function notesOn({ step, words }: Taken, count: number): readonly string[] {
  if (step === 1) return [];
  return [words.length === 0 ? texts.every(step, count) : texts.oneOf(step, count)];
}

function take({ count, row, columns, decimal }: PlotRows, choice: PlotChoice, ys: readonly PlotColumn[]): Taken {
  const most = Math.min(MOST_PLOT_ROWS, Math.floor(MOST_PLOT_VALUES / ys.length));
  const step = Math.max(1, Math.ceil(count / most));
  const length = Math.ceil(count / step);
  const x = choice.x === null ? undefined : columns[choice.x];
  const by = choice.kind === 'box' ? choice.x : choice.colourBy;
  const xs = new Float64Array(length);
  const values = ys.map(() => new Float64Array(length));
  const words: string[] = [];
  for (let at = 0; at < length; at += 1) {
    // Words may come in turn, of which every nth row would have a few only.
    const place = at * step + (by === null ? 0 : mixed(at) % step);
    const fields = row(Math.min(place, count - 1));
    xs[at] = x === undefined || x.kind === 'word' ? place + 1 : valueIn(fields[x.at] ?? '', x, decimal);
    for (const [part, column] of ys.entries()) {
      const list = values[part];
      if (list !== undefined) list[at] = valueIn(fields[column.at] ?? '', column, decimal);
    }
    if (by !== null) words.push((fields[by] ?? '').trim());
  }
  return { xs, ys: values, words, step };
}

/** A number that tells nothing of its neighbours', and is the same each time. */
function mixed(at: number): number {
  return Math.imul(at ^ (at >>> 15), 0x9e3779b1) >>> 8;
}

/** Fewer rows where they are coloured by so many words that their series would have too many values. */
function thinned(taken: Taken, { kind, colourBy }: PlotChoice, columns: number): Taken {
  if (colourBy === null || kind === 'histogram' || kind === 'box') return taken;
  const series = Math.min(MOST_SERIES, new Set(taken.words).size * columns);
  const every = Math.ceil((taken.xs.length * series) / MOST_PLOT_VALUES);
  if (every < 2) return taken;
  const seen = new Map<string, number>();
  const kept = taken.words.map(word => {
    const before = seen.get(word) ?? 0;
    seen.set(word, before + 1);
    return before % every === 0;
  });
  const isKept = (_: unknown, at: number): boolean => kept[at] ?? false;
  return {
    xs: taken.xs.filter(isKept),
    ys: taken.ys.map(values => values.filter(isKept)),
    words: taken.words.filter(isKept),
    step: taken.step * every,
  };
}

/** The columns that are drawn along y, and what has to be known of the rows. */
interface Drawn {
  readonly ys: readonly PlotColumn[];
  readonly notes: readonly string[];
}

function labelOf(column: PlotColumn | undefined): string {
  if (column === undefined) return texts.rowNumber;
  return column.form === 'duration' ? texts.seconds(column.name) : column.name;
}

function axesOf({ columns }: PlotRows, choice: PlotChoice, ys: readonly PlotColumn[]): Pick<Chart, 'x' | 'y'> {
  const x = choice.x === null ? undefined : columns[choice.x];
  const [first] = ys;
  return {
    x: { label: labelOf(x), scale: x?.kind === 'time' ? 'time' : choice.isXLog ? 'log' : 'linear' },
    y: {
      label: areWellsByCycle(x, ys) ? texts.fluorescence : ys.length === 1 ? labelOf(first) : '',
      scale: first?.kind === 'time' ? 'time' : choice.isYLog ? 'log' : 'linear',
    },
  };
}

/** Each series along x: rows in ascending order, or where rows are coloured, the values of each word at each x. */
function lineChart(rows: PlotRows, taken: Taken, choice: PlotChoice, { ys, notes }: Drawn): Chart {
  const axes = axesOf(rows, choice, ys);
  if (choice.colourBy !== null) {
    const { xs, series, said } = seriesByWord(taken, ys);
    return { draws: 'lines', ...axes, xs, series, note: [...notes, ...said].join(' ') };
  }
  const order = orderOf(taken.xs);
  const left = taken.xs.length - order.length;
  return {
    draws: 'lines',
    ...axes,
    xs: Float64Array.from(order, at => taken.xs[at] ?? 0),
    series: ys.map((column, place) => ({
      name: labelOf(column),
      ys: Float64Array.from(order, at => taken.ys[place]?.[at] ?? Number.NaN),
    })),
    note: [...notes, ...(left === 0 ? [] : [texts.notNumbers(left)])].join(' '),
  };
}

/** Where the numbers stand, ascending; equal ones stay in their order. */
function orderOf(xs: Float64Array): Uint32Array {
  const placed = Uint32Array.from([...xs.keys()].filter(at => Number.isFinite(xs[at])));
  const isSorted = placed.every((at, place) => place === 0 || (xs[at] ?? 0) >= (xs[placed[place - 1] ?? 0] ?? 0));
  return isSorted ? placed : placed.sort((one, other) => (xs[one] ?? 0) - (xs[other] ?? 0) || one - other);
}

function seriesByWord(
  { xs, ys, words }: Taken,
  columns: readonly PlotColumn[],
): { readonly xs: Float64Array; readonly series: readonly ChartSeries[]; readonly said: readonly string[] } {
  const places = Float64Array.from(new Set(xs.filter(Number.isFinite))).toSorted();
  const placeOf = new Map([...places].map((x, at) => [x, at]));
  const named = namesOf(words);
  let isMean = false;
  const series = named.shown.flatMap(word =>
    columns.map((column, part): ChartSeries => {
      const sums = new Float64Array(places.length);
      const counts = new Uint32Array(places.length);
      for (let at = 0; at < xs.length; at += 1) {
        const place = words[at] === word ? placeOf.get(xs[at] ?? Number.NaN) : undefined;
        const value = ys[part]?.[at] ?? Number.NaN;
        if (place === undefined || !Number.isFinite(value)) continue;
        sums[place] = (sums[place] ?? 0) + value;
        counts[place] = (counts[place] ?? 0) + 1;
        if ((counts[place] ?? 0) > 1) isMean = true;
      }
      return { name: seriesName(word, column, columns.length), ys: sums.map((sum, at) => sum / (counts[at] ?? 0)) };
    }),
  );
  const said = [...(isMean ? [texts.meansOfSame] : []), ...named.said];
  return { xs: places, series: series.slice(0, MOST_SERIES), said };
}

function seriesName(word: string, column: PlotColumn, columns: number): string {
  return columns === 1 ? word || '–' : `${word || '–'}, ${labelOf(column)}`;
}

/** The words that series are made of, in the order of the rows. */
function namesOf(
  words: readonly string[],
  most = MOST_SERIES,
): { readonly shown: readonly string[]; readonly said: readonly string[] } {
  const all = [...new Set(words)];
  return { shown: all.slice(0, most), said: all.length > most ? [texts.rest(most, all.length)] : [] };
}

function scatterChart(rows: PlotRows, taken: Taken, choice: PlotChoice, { ys, notes }: Drawn): Chart {
  const axes = axesOf(rows, choice, ys);
  // The window would have to put them in order, and wait for it.
  const { xs, words, ys: ordered } = inOrder(taken);
  const named = choice.colourBy === null ? null : namesOf(taken.words);
  const series = ys.flatMap((column, part): ChartSeries[] => {
    const values = ordered[part] ?? new Float64Array();
    if (named === null) return [{ name: labelOf(column), ys: values }];
    return named.shown.map(word => ({
      name: seriesName(word, column, ys.length),
      ys: values.map((value, at) => (words[at] === word ? value : Number.NaN)),
    }));
  });
  const said = [...notes, ...(named?.said ?? [])];
  const plain: Chart = { draws: 'points', ...axes, xs, series: series.slice(0, MOST_SERIES), note: said.join(' ') };
  return choice.hasFit ? withFit(plain, ordered[0] ?? new Float64Array(), said) : plain;
}

/** The rows that have a place along x, ascending. */
function inOrder(taken: Taken): Taken {
  const { xs, ys, words } = taken;
  if (xs.every((x, at) => x >= (at === 0 ? -Infinity : (xs[at - 1] ?? Number.NaN)))) return taken;
  const order = orderOf(xs);
  const placed = (values: Float64Array): Float64Array => Float64Array.from(order, at => values[at] ?? Number.NaN);
  return {
    ...taken,
    xs: placed(xs),
    ys: ys.map(placed),
    words: words.length === 0 ? words : Array.from(order, at => words[at] ?? ''),
  };
}

/** Adds a straight line along the axes as they are, and says its figures; of threshold cycles the efficiency as well. */
function withFit(chart: Chart, ys: Float64Array, notes: readonly string[]): Chart {
  const { xs } = chart;
  const onX = chart.x.scale === 'log' ? Math.log10 : (value: number) => value;
  const onY = chart.y.scale === 'log' ? Math.log10 : (value: number) => value;
  const fit = fitOf(Array.from({ length: xs.length }, (_, at) => [onX(xs[at] ?? 0), onY(ys[at] ?? 0)] as const));
  if (fit === null) return chart;
  const line = Float64Array.from({ length: xs.length }, (_, at) => {
    const value = fit.intercept + fit.slope * onX(xs[at] ?? Number.NaN);
    return chart.y.scale === 'log' ? 10 ** value : value;
  });
  const isStandard = chart.x.scale === 'log' && chart.y.scale === 'linear' && fit.slope < -1 && fit.slope > -10;
  const efficiency = (10 ** (-1 / fit.slope) - 1) * 100;
  const said = [
    texts.fitted(valueText(Number(fit.slope.toPrecision(4))), valueText(Number(fit.rSquared.toFixed(4)))),
    ...(isStandard ? [texts.efficiency(valueText(Number(efficiency.toFixed(1))))] : []),
  ];
  const series: ChartSeries = { name: texts.fitName, draws: 'lines', ys: line };
  return { ...chart, series: [...chart.series, series], note: [...said, ...notes].join(' ') };
}

/** The values of each series: of each chosen column, or of the first one by the words of another. */
function groupsOf(
  { ys, words }: Taken,
  columns: readonly PlotColumn[],
  isGrouped: boolean,
): ReadonlyMap<string, number[]> {
  if (!isGrouped) return new Map(columns.map((column, part) => [labelOf(column), [...(ys[part] ?? [])]]));
  const groups = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const list = groups.get(word || '–');
    const value = ys[0]?.[at] ?? Number.NaN;
    if (list === undefined) groups.set(word || '–', [value]);
    else list.push(value);
  }
  return groups;
}

function histogram(taken: Taken, choice: PlotChoice, ys: readonly PlotColumn[], notes: readonly string[]): Plot | null {
  const groups = [...groupsOf(taken, ys, choice.colourBy !== null)].slice(0, MOST_BOXES);
  const onAxis = choice.isXLog ? Math.log10 : (value: number) => value;
  const all = groups.map(([name, values]) => [name, values.map(onAxis).filter(Number.isFinite)] as const);
  const bins = binsFor(all.flatMap(([, values]) => values));
  if (bins === null) return null;
  const label = ys.length === 1 || choice.colourBy !== null ? labelOf(ys[0]) : texts.values;
  return {
    is: 'chart',
    chart: {
      draws: 'bars',
      x: { label: choice.isXLog ? `log10 ${label}` : label, scale: 'linear' },
      y: { label: texts.count, scale: choice.isYLog ? 'log' : 'linear' },
      xs: bins.middles,
      series: all.map(([name, values]) => ({ name, ys: bins.countsOf(values) })),
      note: notes.join(' '),
    },
  };
}

function boxes(taken: Taken, choice: PlotChoice, ys: readonly PlotColumn[], notes: readonly string[]): Plot {
  const groups = [...groupsOf(taken, ys, choice.x !== null)];
  const shown = groups
    .slice(0, MOST_BOXES)
    .map(([name, values]) => boxOf(name, choice.isYLog ? values.filter(value => value > 0) : values));
  const said = [texts.boxes, ...notes, ...(groups.length > MOST_BOXES ? [texts.rest(MOST_BOXES, groups.length)] : [])];
  return {
    is: 'boxes',
    label: ys.length === 1 || choice.x !== null ? labelOf(ys[0]) : texts.values,
    boxes: shown.filter(box => box !== null),
    isLog: choice.isYLog,
    note: said.join(' '),
  };
}
