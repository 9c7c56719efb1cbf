import type { KeyboardEvent } from 'react';
import type uPlot from 'uplot';

import { chartTexts as texts } from '../../../shared/features/preview/chart-text.ts';
import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { valueOn } from '../../../shared/preview/plot/chart-scale.ts';
import { announce } from '../../state/announcements.ts';

/** Steps from one end to the other, where a chart has more points than a person would press through. */
const STEPS = 400;
/** Values that are read out at once. */
const READ = 6;

interface Reading {
  readonly chart: Chart;
  /** The series that is read alone; null: all of them. */
  readonly near: number | null;
  readonly onSeries: (at: number | null) => void;
}

/** Moves the cursor, chooses a series or zooms, and reads the values out. */
export function onChartKey(event: KeyboardEvent, plot: uPlot | null, reading: Reading): void {
  const act = plot === null || event.altKey || event.ctrlKey || event.metaKey ? null : actOf(event, plot, reading);
  if (act === null) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function actOf({ key, shiftKey }: KeyboardEvent, plot: uPlot, reading: Reading): (() => void) | null {
  const [first, last] = seenIndexes(plot);
  const at = plot.cursor.idx ?? null;
  const step = shiftKey ? 1 : Math.max(1, Math.round((last - first) / STEPS));
  const move = (to: number) => () => moveTo(plot, Math.min(last, Math.max(first, to)), reading);
  switch (key) {
    case 'ArrowRight':
      return move(at === null ? first : nextAfter(plot, at, step));
    case 'ArrowLeft':
      return move(at === null ? last : nextAfter(plot, at, -step));
    case 'PageDown':
      return move((at ?? first) + Math.ceil((last - first) / 10));
    case 'PageUp':
      return move((at ?? first) - Math.ceil((last - first) / 10));
    case 'Home':
      return move(first);
    case 'End':
      return move(last);
    case 'ArrowDown':
      return () => chooseSeries(plot, 1, reading);
    case 'ArrowUp':
      return () => chooseSeries(plot, -1, reading);
    case '+':
    case '=':
      return () => zoom(plot, 0.5);
    case '-':
      return () => zoom(plot, 2);
    case '0':
      return () => zoom(plot, Infinity);
    default:
      return null;
  }
}

function seenIndexes(plot: uPlot): readonly [first: number, last: number] {
  const { min, max } = plot.scales['x'] ?? {};
  const xs = plot.data[0];
  return [plot.valToIdx(Math.max(min ?? 0, xs[0] ?? 0)), plot.valToIdx(Math.min(max ?? 0, xs[xs.length - 1] ?? 0))];
}

/** The next point with a value in any series. */
function nextAfter({ data }: uPlot, at: number, step: number): number {
  const [xs, ...series] = data;
  let to = at + step;
  while (to > 0 && to < xs.length - 1 && series.every(ys => ys[to] === null)) to += Math.sign(step);
  return to;
}

function moveTo(plot: uPlot, at: number, reading: Reading): void {
  const x = plot.data[0][at] ?? 0;
  const ys = plot.data[(reading.near ?? 0) + 1];
  const y = ys?.[at] ?? null;
  plot.setCursor({ left: plot.valToPos(x, 'x'), top: y === null ? 0 : plot.valToPos(y, 'y') });
  announce(sentenceAt(plot, at, reading));
}

function sentenceAt({ data }: uPlot, at: number, { chart, near }: Reading): string {
  const read = chart.series
    .map(({ name }, place) => ({ name, place, value: data[place + 1]?.[at] ?? null }))
    .filter(({ place, value }) => (near === null ? value !== null : place === near))
    .slice(0, READ);
  const values = read.map(({ name, value }) =>
    texts.value(chart.series.length < 2 ? '' : name, value === null ? texts.none : valueOn(chart.y, value)),
  );
  return texts.at(valueOn(chart.x, data[0][at] ?? 0), values.length === 0 ? [texts.none] : values);
}

function chooseSeries(plot: uPlot, way: 1 | -1, { chart, near, onSeries }: Reading): void {
  const count = chart.series.length;
  // One place more than there are series stands for all of them.
  const next = ((near ?? -1) + 1 + way + count + 1) % (count + 1);
  const chosen = next === 0 ? null : next - 1;
  plot.setSeries(chosen === null ? null : chosen + 1, { focus: true });
  onSeries(chosen);
  announce(chosen === null ? texts.allSeries : (chart.series[chosen]?.name ?? ''));
}

/** @param by how much wider it gets; `Infinity`: all. */
function zoom(plot: uPlot, by: number): void {
  const xs = plot.data[0];
  const [low, high] = [xs[0] ?? 0, xs[xs.length - 1] ?? 0];
  const { min, max } = plot.scales['x'] ?? {};
  const [from, to] = [min ?? low, max ?? high];
  const middle =
    plot.cursor.idx === null || plot.cursor.idx === undefined ? (from + to) / 2 : (xs[plot.cursor.idx] ?? 0);
  if (by === Infinity) plot.setScale('x', { min: low, max: high });
  else
    plot.setScale('x', {
      min: Math.max(low, middle - (middle - from) * by),
      max: Math.min(high, middle + (to - middle) * by),
    });
}
