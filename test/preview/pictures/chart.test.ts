import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Chart } from '../../../shared/preview/formats/sections.ts';
import {
  logTicksBetween,
  momentText,
  ticksBetween,
  timeText,
  timeTicksBetween,
  valueText,
} from '../../../shared/preview/plot/axis-text.ts';
import { countOffLog, rangeOfChart } from '../../../shared/preview/plot/chart-scale.ts';
import { chartSvg, type SvgLook } from '../../../shared/preview/plot/chart-svg.ts';
import { seenPoints, thinnedLine } from '../../../shared/preview/plot/thinning.ts';

const chart = (more: Partial<Chart>): Chart => ({
  draws: 'lines',
  x: { label: 'Time (min)', scale: 'linear' },
  y: { label: 'Signal', scale: 'linear' },
  xs: [0, 1, 2],
  series: [{ name: 'a', ys: [1, 4, 2] }],
  note: '',
  ...more,
});

describe('a line of a million points', () => {
  const xs = Float64Array.from({ length: 1_000_000 }, (_, at) => at);

  test('is thinned to four points for each column at most, and keeps its one peak', () => {
    const ys = xs.map(x => (x === 654_321 ? 9 : Math.sin(x)));
    const { xs: kept, ys: values } = thinnedLine({ xs, ys }, 800);
    expect(kept.length).toBeLessThanOrEqual(3200);
    expect(kept[Array.from(values).indexOf(9)]).toBe(654_321);
  });

  test('keeps its first and last point', () => {
    const { xs: kept } = thinnedLine({ xs, ys: xs }, 300);
    expect([kept[0], kept[kept.length - 1]]).toEqual([0, 999_999]);
  });
});

test('the least and the greatest of every line stay in what is thinned', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 400 }), ys => {
      const { ys: kept } = thinnedLine({ xs: ys.map((_, at) => at), ys }, 10);
      const all = Array.from(kept);
      expect(Math.max(...all)).toBe(Math.max(...ys));
      expect(Math.min(...all)).toBe(Math.min(...ys));
    }),
  );
});

test('points that fall on each other are drawn once, and none outside of the picture', () => {
  const points = { xs: [1, 1.1, 50, 500, Number.NaN], ys: [1, 1.1, 50, 5, 5] };
  const placing = { xAt: (value: number) => value, yAt: (value: number) => value, width: 100, height: 100 };
  expect(seenPoints(points, placing, { from: 0, to: 4, apart: 2 })).toEqual([0, 2]);
});

describe('axes', () => {
  test('have round numbers', () => {
    expect(ticksBetween(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticksBetween(-3, 11, 4)).toEqual([0, 5, 10]);
    expect(logTicksBetween(1, 10_000)).toEqual([1, 10, 100, 1000, 10_000]);
  });

  test('say moments in UTC, as exactly as their distance needs', () => {
    const day = Date.UTC(2026, 10, 18);
    const { ticks, stepMs } = timeTicksBetween(day, day + 24 * 3_600_000, 5);
    expect(ticks.map(tick => timeText(tick, stepMs))).toEqual(['2026-11-18', '06:00', '12:00', '18:00', '2026-11-19']);
    expect(momentText(day + 3_723_000)).toBe('2026-11-18 01:02:03');
  });

  test('write tiny and huge numbers with an exponent', () =>
    expect([0, -0.5, 1234.5678, 12_345_678, 0.000_012].map(valueText)).toEqual([
      '0',
      '−0.5',
      '1234.57',
      '1.23457e7',
      '1.2e−5',
    ]));

  test('leave out what has no place on a logarithm, and say how many', () => {
    const log = chart({ y: { label: 'y', scale: 'log' }, series: [{ name: 'a', ys: [0, 10, -1] }] });
    expect(countOffLog(log)).toBe(2);
    expect(rangeOfChart(log)?.y.low).toBeGreaterThan(0);
  });

  test('are not there where there is no number', () =>
    expect(rangeOfChart(chart({ series: [{ name: 'a', ys: [Number.NaN, Number.NaN, Number.NaN] }] }))).toBeNull());

  test.each(['bars', 'sticks'] as const)('of %s begin at 0', draws =>
    expect(rangeOfChart(chart({ draws }))?.y.low).toBe(0),
  );
});

describe('a saved drawing', () => {
  const look: SvgLook = {
    width: 960,
    height: 600,
    font: 'sans-serif',
    paper: 'white',
    ink: 'black',
    soft: 'gray',
    line: 'silver',
    series: [{ colour: 'blue', dash: [] }],
  };

  test('holds no markup that stood in the names of a file', () => {
    const svg = chartSvg(
      chart({ note: '<b>&', series: [{ name: '"><script>', ys: [1, 2, 3] }] }),
      '</title><script>\u0000',
      look,
    );
    expect(svg).not.toMatch(/<script|<b>/);
    expect(svg).not.toContain('\u0000');
  });

  test('breaks its line where a point has no value', () => {
    const svg =
      chartSvg(chart({ xs: [0, 1, 2, 3], series: [{ name: 'a', ys: [1, Number.NaN, 2, 3] }] }), 'T', look) ?? '';
    expect(/<path d="([^"]*)"/.exec(svg)?.[1]?.match(/M/g)).toHaveLength(2);
  });

  test('of a million points is no larger than what can be seen', () => {
    const xs = Float64Array.from({ length: 1_000_000 }, (_, at) => at);
    const svg = chartSvg(chart({ xs, series: [{ name: 'a', ys: xs.map(x => Math.sin(x)) }] }), 'T', look) ?? '';
    expect(svg.length).toBeLessThan(200_000);
  });

  test('has a thin line for each peak of a spectrum, however far apart they are', () => {
    const spectrum = chart({ draws: 'sticks', xs: [100, 200, 201], series: [{ name: 'a', ys: [3, 1, 4] }] });
    const svg = chartSvg(spectrum, 'T', look) ?? '';
    const [, path = '', breadth] = /<path d="([^"]*)"[^>]*stroke-width="([^"]*)"/.exec(svg) ?? [];
    const sticks = [...path.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)/g)].map(([, ...ends]) => ends.map(Number));
    expect(breadth).toBe('1.5');
    expect(sticks).toHaveLength(3);
    expect(new Set(sticks.map(([, foot]) => foot)).size).toBe(1);
    expect(sticks.map(([, foot = 0, top = 0]) => foot - top)).toSatisfy(
      ([first = 0, second = 0, third = 0]) => third > first && first > second,
    );
  });

  test('of a spectrum of a million peaks is no larger than what can be seen', () => {
    const xs = Float64Array.from({ length: 1_000_000 }, (_, at) => at);
    const svg =
      chartSvg(chart({ draws: 'sticks', xs, series: [{ name: 'a', ys: xs.map(x => x % 7) }] }), 'T', look) ?? '';
    expect(svg.length).toBeLessThan(200_000);
  });
});
