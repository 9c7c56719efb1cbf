import type { Chart, ChartAxis } from '../formats/sections.ts';
import { logTicksBetween, momentText, ticksBetween, timeText, timeTicksBetween, valueText } from './axis-text.ts';
import { type Extent, extentOf } from './thinning.ts';

type ScaleKind = ChartAxis['scale'];

/** From where to where an axis of a chart goes. */
export interface ChartRange {
  readonly x: Extent;
  readonly y: Extent;
}

const isPlaced = (scale: ScaleKind) => (value: number) => Number.isFinite(value) && (scale !== 'log' || value > 0);

/** Where the numbers of a chart lie; null for an axis on which none has a place. */
export function extentsOf({ x, y, xs, series }: Chart): { readonly x: Extent | null; readonly y: Extent | null } {
  const each = series.map(({ ys }) => extentOf(ys, isPlaced(y.scale))).filter(one => one !== null);
  return {
    x: extentOf(xs, isPlaced(x.scale)),
    y: each.length === 0 ? null : { low: least(each.map(one => one.low)), high: greatest(each.map(one => one.high)) },
  };
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

function greatest(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value), -Infinity);
}

/** The axes of a chart, with some room around the numbers; null: there is nothing to draw. */
export function rangeOfChart(chart: Chart): ChartRange | null {
  const { x, y } = extentsOf(chart);
  if (x === null || y === null) return null;
  const isFromZero = chart.draws === 'bars' || chart.draws === 'sticks';
  const half = chart.draws === 'bars' && chart.xs.length > 1 ? (x.high - x.low) / (chart.xs.length - 1) / 2 : 0;
  const sides = half > 0 ? { low: x.low - half * 1.2, high: x.high + half * 1.2 } : x;
  const foot = isFromZero && chart.y.scale !== 'log' ? { low: Math.min(0, y.low), high: Math.max(0, y.high) } : y;
  return {
    x: widenExtent(sides, chart.x.scale, chart.draws === 'points' || chart.draws === 'sticks' ? 0.03 : 0),
    y:
      isFromZero && foot.low === 0
        ? { low: 0, high: widenExtent(foot, chart.y.scale, 0.05).high }
        : widenExtent(foot, chart.y.scale, 0.05),
  };
}

/** @param by a share of the whole, on each side. What has no width gets one. */
export function widenExtent({ low, high }: Extent, scale: ScaleKind, by: number): Extent {
  if (scale === 'log') {
    const share = low === high ? 0.5 : Math.log10(high / low) * by;
    return { low: low / 10 ** share, high: high * 10 ** share };
  }
  const room = low === high ? Math.abs(low) * 0.1 || 1 : (high - low) * by;
  return { low: low - room, high: high + room };
}

/** Ticks of an axis with their words. */
export function ticksOf(
  { low, high }: Extent,
  scale: ScaleKind,
  about: number,
): readonly (readonly [number, string])[] {
  if (scale === 'time') {
    const { ticks, stepMs } = timeTicksBetween(low, high, about);
    return ticks.map(tick => [tick, timeText(tick, stepMs)]);
  }
  const ticks = scale === 'log' ? logTicksBetween(low, high) : ticksBetween(low, high, about);
  return ticks.map(tick => [tick, valueText(tick)]);
}

/** A value of an axis, told exactly. */
export function valueOn({ scale }: ChartAxis, value: number): string {
  return scale === 'time' ? momentText(value) : valueText(value);
}

/** Where a value lies between the ends of an axis, from 0 to 1. */
export function shareOf(value: number, { low, high }: Extent, scale: ScaleKind): number {
  if (scale !== 'log') return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : Number.NaN;
}

/** How many values of a chart have no place on a logarithmic axis. */
export function countOffLog({ x, y, xs, series }: Chart): number {
  let count = 0;
  for (const [scale, values] of [[x.scale, xs] as const, ...series.map(({ ys }) => [y.scale, ys] as const)]) {
    if (scale !== 'log') continue;
    for (let at = 0; at < values.length; at += 1) if ((values[at] ?? 1) <= 0) count += 1;
  }
  return count;
}
