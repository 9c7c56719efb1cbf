import uPlot from 'uplot';

import type { Chart, ChartAxis } from '../../../shared/preview/formats/sections.ts';
import { type ChartRange, extentsOf, ticksOf, widenExtent } from '../../../shared/preview/plot/chart-scale.ts';
import type { Extent } from '../../../shared/preview/plot/thinning.ts';
import { type ChartColours, lookOf } from './series-look.ts';
import { dotsOf } from './dots-path.ts';

/** What the chart tells while it is used. */
export interface PlotEvents {
  /** The point under the cursor; null: none. */
  readonly onPoint: (at: number | null) => void;
  /** The series next to the cursor; null: none. */
  readonly onSeries: (at: number | null) => void;
  readonly onZoom: (isZoomed: boolean) => void;
}

interface Drawing {
  readonly chart: Chart;
  readonly range: ChartRange;
  readonly colours: ChartColours;
  readonly size: { readonly width: number; readonly height: number };
  readonly events: PlotEvents;
}

/** How wide a stick is, in pixels. */
const STICK = 1.5;

/** How the library is asked to draw a chart. */
export function plotOptions({ chart, range, colours, size, events }: Drawing): uPlot.Options {
  const { draws, series } = chart;
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    padding: [12, 16, 0, 0],
    cursor: { drag: { x: true, y: false, dist: 5 }, focus: { prox: 24 }, points: { size: 8 } },
    // Others stay readable beside the one that is pointed at.
    focus: { alpha: series.length > 1 ? 0.35 : 1 },
    scales: {
      x: scaleOf(chart.x, range.x, extentsOf(chart).x),
      y: scaleOf(chart.y, range.y, extentsOf(chart).y),
    },
    axes: [
      axisOf(chart.x, colours, { side: 2, apart: 110, size: 34 }),
      axisOf(chart.y, colours, { side: 3, apart: 50, size: 64 }),
    ],
    series: [
      {},
      ...series.map(({ name, draws: own }, at) =>
        seriesOf({ draws: own ?? draws, name, at, count: series.length, colours, isAmongPoints: own !== undefined }),
      ),
    ],
    hooks: {
      setCursor: [plot => events.onPoint(plot.cursor.idx ?? null)],
      setSeries: [
        (_, at, options) =>
          'focus' in options || at === null ? events.onSeries(at === null ? null : at - 1) : undefined,
      ],
      setScale: [
        (plot, key) => {
          if (key !== 'x') return;
          const { min = range.x.low, max = range.x.high } = plot.scales['x'] ?? {};
          events.onZoom((min ?? range.x.low) > range.x.low || (max ?? range.x.high) < range.x.high);
        },
      ],
    },
  };
}

/** A scale that shows all at first. Zoomed, x shows what was asked for, and y what is in sight. */
function scaleOf({ scale }: ChartAxis, whole: Extent, data: Extent | null): uPlot.Scale {
  return {
    time: scale === 'time',
    distr: scale === 'log' ? 3 : 1,
    range: (_, low, high, key) => {
      if (low === null || high === null || data === null || (low <= data.low && high >= data.high))
        return [whole.low, whole.high];
      const { low: from, high: to } = key === 'x' ? { low, high } : widenExtent({ low, high }, scale, 0.05);
      return [from, to];
    },
  };
}

function axisOf(
  { label, scale }: ChartAxis,
  { soft, line, font, rem }: ChartColours,
  { side, apart, size }: { readonly side: 2 | 3; readonly apart: number; readonly size: number },
): uPlot.Axis {
  const small = `${Math.round(rem * 0.75)}px ${font}`;
  const words = new Map<number, string>();
  return {
    side,
    stroke: soft,
    font: small,
    labelFont: small,
    ...(label === '' ? {} : { label, labelSize: rem * 1.5, labelGap: 2 }),
    size: size * (rem / 16),
    gap: 6,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    // The ticks are those of the saved picture: round numbers and moments in UTC, written the same everywhere.
    splits: (plot, _, low, high) => {
      const length = side === 2 ? plot.bbox.width : plot.bbox.height;
      const ticks = ticksOf({ low, high }, scale, Math.max(2, length / devicePixelRatio / (apart * (rem / 16))));
      words.clear();
      for (const [tick, text] of ticks) words.set(tick, text);
      return ticks.map(([tick]) => tick);
    },
    values: (_, splits) => splits.map(split => words.get(split) ?? ''),
  };
}

function seriesOf(series: {
  readonly draws: Chart['draws'];
  readonly name: string;
  readonly at: number;
  readonly count: number;
  readonly colours: ChartColours;
  /** Its points stand apart from those of the others. */
  readonly isAmongPoints: boolean;
}): uPlot.Series {
  const { draws, name, at, count, colours, isAmongPoints } = series;
  const { colour, dash } = lookOf(colours, at);
  const common = {
    label: name,
    stroke: colour,
    width: 1.5,
    dash: [...dash],
    spanGaps: isAmongPoints,
  } satisfies uPlot.Series;
  switch (draws) {
    case 'lines':
      return isAmongPoints ? { ...common, points: { show: false } } : common;
    case 'points':
      return { ...common, dash: [], fill: colour, paths: dotsOf(colour), points: { show: false } };
    case 'bars':
    case 'sticks': {
      // Of the step between two x, at most and at least so many pixels.
      const paths = uPlot.paths.bars?.({ size: draws === 'bars' ? [0.92, 400] : [1, STICK, STICK] });
      return {
        ...common,
        width: 0,
        // Bars of several series stand on each other: each is seen through.
        alpha: count > 1 ? 0.55 : 0.9,
        fill: colour,
        points: { show: false },
        ...(paths === undefined ? {} : { paths }),
      };
    }
  }
}
