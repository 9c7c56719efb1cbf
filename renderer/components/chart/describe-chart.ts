import { chartTexts as texts } from '../../../shared/features/preview/chart-text.ts';
import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { extentsOf, valueOn } from '../../../shared/preview/plot/chart-scale.ts';

/** Names that are read out; of more, how many there are. */
const NAMED = 6;

/** What a chart shows, in sentences: its kind, its axes, its series and how many points there are. */
export function describeChart(chart: Chart): string {
  const { x, y } = extentsOf(chart);
  const names = chart.series.map(({ name }) => name);
  const axis = (of: Chart['x'], extent: typeof x, letter: string) =>
    extent === null
      ? texts.axisEmpty(of.label || letter)
      : texts.axis(of.label || letter, valueOn(of, extent.low), valueOn(of, extent.high));
  return [
    `${texts.kinds[chart.draws]}.`,
    axis(chart.x, x, 'x'),
    axis(chart.y, y, 'y'),
    names.length < 2 ? '' : texts.series(names.slice(0, NAMED), Math.max(0, names.length - NAMED)),
    texts.points(pointCount(chart)),
  ]
    .filter(part => part !== '')
    .join(' ');
}

/** How many points of a chart have a value. */
export function pointCount({ series }: Chart): number {
  return series.reduce((sum, { ys }) => {
    let count = 0;
    for (let at = 0; at < ys.length; at += 1) if (Number.isFinite(ys[at])) count += 1;
    return sum + count;
  }, 0);
}
