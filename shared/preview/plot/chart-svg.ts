import type { Chart } from '../formats/sections.ts';
import { type ChartRange, rangeOfChart, shareOf, ticksOf } from './chart-scale.ts';
import { type Extent, type Points, seenPoints, thinnedLine } from './thinning.ts';

/** How a chart is drawn into a file. Colours as CSS writes them. */
export interface SvgLook {
  readonly width: number;
  readonly height: number;
  readonly font: string;
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  /** One for each series of the chart. */
  readonly series: readonly { readonly colour: string; readonly dash: readonly number[] }[];
}

/** Pixels. */
const SIDE = { left: 76, right: 20, top: 20, bottom: 52 };
const TITLE = 26;
const LEGEND_LINE = 20;
const SIGN = 6.6;

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A chart as an SVG drawing, with its title, axes, legend and note. Null: there is nothing to draw. */
export function chartSvg(chart: Chart, title: string, look: SvgLook): string | null {
  const range = rangeOfChart(chart);
  if (range === null) return null;
  const legend = legendOf(chart, look);
  const note = chart.note === '' ? 0 : LEGEND_LINE;
  const top = SIDE.top + (title === '' ? 0 : TITLE) + legend.height;
  const area = {
    left: SIDE.left,
    top,
    width: look.width - SIDE.left - SIDE.right,
    height: look.height - top - SIDE.bottom - note,
  };
  const { width, height, font, paper, ink, soft } = look;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    title === '' ? '' : text(SIDE.left, SIDE.top + 10, title, { fill: ink, size: 15, weight: 600 }),
    ...legend.parts,
    ...axesOf(chart, range, area, look),
    `<clipPath id="area"><rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}"/></clipPath>`,
    '<g clip-path="url(#area)">',
    ...chart.series.map((_, at) => seriesOf(chart, at, range, { area, look })),
    '</g>',
    note === 0 ? '' : text(SIDE.left, height - 8, chart.note, { fill: soft, size: 11 }),
    '</svg>',
  ];
  return parts.filter(part => part !== '').join('\n');
}

function legendOf({ series }: Chart, look: SvgLook): { readonly height: number; readonly parts: readonly string[] } {
  if (series.length < 2 || series.length > 24) return { height: 0, parts: [] };
  let x = SIDE.left;
  let y = SIDE.top + TITLE + 6;
  const parts = series.map(({ name }, at) => {
    const { colour = look.ink, dash = [] } = look.series[at] ?? {};
    const breadth = 30 + name.length * SIGN;
    if (x > SIDE.left && x + breadth > look.width - SIDE.right) {
      x = SIDE.left;
      y += LEGEND_LINE;
    }
    const swatch = `<line x1="${x}" y1="${y - 4}" x2="${x + 16}" y2="${y - 4}" stroke="${colour}" stroke-width="3"${dashOf(dash)}/>`;
    const part = `${swatch}${text(x + 22, y, name, { fill: look.ink, size: 12 })}`;
    x += breadth + 12;
    return part;
  });
  return { height: y - SIDE.top - TITLE + 10, parts };
}

function axesOf({ x, y }: Chart, range: ChartRange, area: Area, look: SvgLook): readonly string[] {
  const { ink, soft, line } = look;
  const bottom = area.top + area.height;
  const parts: string[] = [];
  for (const [value, words] of ticksOf(range.x, x.scale, Math.max(2, area.width / 110))) {
    const at = rounded(area.left + shareOf(value, range.x, x.scale) * area.width);
    parts.push(
      `<line x1="${at}" y1="${area.top}" x2="${at}" y2="${bottom}" stroke="${line}"/>`,
      text(at, bottom + 17, words, { fill: soft, size: 12, anchor: 'middle' }),
    );
  }
  for (const [value, words] of ticksOf(range.y, y.scale, Math.max(2, area.height / 55))) {
    const at = rounded(bottom - shareOf(value, range.y, y.scale) * area.height);
    parts.push(
      `<line x1="${area.left}" y1="${at}" x2="${area.left + area.width}" y2="${at}" stroke="${line}"/>`,
      text(area.left - 8, at + 4, words, { fill: soft, size: 12, anchor: 'end' }),
    );
  }
  const middle = rounded(area.top + area.height / 2);
  parts.push(
    text(rounded(area.left + area.width / 2), bottom + 40, x.label, { fill: ink, size: 12, anchor: 'middle' }),
    `<g transform="translate(18 ${middle}) rotate(-90)">${text(0, 0, y.label, { fill: ink, size: 12, anchor: 'middle' })}</g>`,
  );
  return parts;
}

function seriesOf(
  chart: Chart,
  at: number,
  range: ChartRange,
  { area, look }: { readonly area: Area; readonly look: SvgLook },
): string {
  const { ys, draws = chart.draws } = chart.series[at] ?? { ys: [] };
  const { colour = look.ink, dash = [] } = look.series[at] ?? {};
  const xAt = (value: number) => shareOf(value, range.x, chart.x.scale) * area.width;
  const yAt = (value: number) => (1 - shareOf(value, range.y, chart.y.scale)) * area.height;
  const points = { xs: chart.xs, ys };
  if (draws === 'lines')
    return `<path d="${lineOf(thinnedLine(chart.draws === 'points' ? placed(points) : points, area.width), xAt, yAt, area)}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round"${dashOf(dash)}/>`;
  if (draws === 'bars') return barsOf(points, { xAt, yAt }, area, { colour, series: chart.series.length });
  if (draws === 'sticks') return sticksOf(points, { xAt, yAt }, area, colour);
  const seen = seenPoints(
    points,
    { xAt, yAt, width: area.width, height: area.height },
    { from: 0, to: chart.xs.length - 1, apart: 1.5 },
  );
  const radius = seen.length > 2000 ? 1.5 : 3;
  const dots = seen.map(
    one =>
      `<circle cx="${rounded(area.left + xAt(chart.xs[one] ?? 0))}" cy="${rounded(area.top + yAt(ys[one] ?? 0))}" r="${radius}"/>`,
  );
  return `<g fill="${colour}" fill-opacity="0.75">${dots.join('')}</g>`;
}

/** The points that have a value, along x. */
function placed({ xs, ys }: Points): Points {
  const all = Array.from({ length: xs.length }, (_, at) => at).filter(at => Number.isFinite(ys[at]));
  const order = all.toSorted((one, other) => (xs[one] ?? 0) - (xs[other] ?? 0));
  return { xs: order.map(at => xs[at] ?? 0), ys: order.map(at => ys[at] ?? 0) };
}

type At = (value: number) => number;

function lineOf({ xs, ys }: Points, xAt: At, yAt: At, area: Area): string {
  const parts: string[] = [];
  let isOpen = false;
  for (let at = 0; at < xs.length; at += 1) {
    const [x, y] = [xAt(xs[at] ?? Number.NaN), yAt(ys[at] ?? Number.NaN)];
    if (Number.isFinite(x) && Number.isFinite(y)) {
      parts.push(`${isOpen ? 'L' : 'M'}${rounded(area.left + x)} ${rounded(area.top + y)}`);
      isOpen = true;
    } else isOpen = false;
  }
  return parts.join('');
}

function barsOf(
  { xs, ys }: Points,
  { xAt, yAt }: { readonly xAt: At; readonly yAt: At },
  area: Area,
  { colour, series }: { readonly colour: string; readonly series: number },
): string {
  const step = xs.length > 1 ? Math.abs(xAt(xs[1] ?? 0) - xAt(xs[0] ?? 0)) : area.width / 3;
  const foot = Math.min(area.height, Number.isFinite(yAt(0)) ? yAt(0) : area.height);
  const bars = Array.from({ length: xs.length }, (_, at) => {
    const [x, y] = [xAt(xs[at] ?? Number.NaN), yAt(ys[at] ?? Number.NaN)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return '';
    const [up, down] = [Math.min(y, foot), Math.max(y, foot)];
    return `<rect x="${rounded(area.left + x - step * 0.46)}" y="${rounded(area.top + up)}" width="${rounded(step * 0.92)}" height="${rounded(down - up)}"/>`;
  });
  return `<g fill="${colour}" fill-opacity="${series > 1 ? 0.55 : 0.9}">${bars.join('')}</g>`;
}

/** Of the peaks that fall into one place along x, only the highest and the lowest can be seen. */
function sticksOf(
  { xs, ys }: Points,
  { xAt, yAt }: { readonly xAt: At; readonly yAt: At },
  area: Area,
  colour: string,
): string {
  const foot = Math.min(area.height, Number.isFinite(yAt(0)) ? yAt(0) : area.height);
  const ends = new Map<number, Extent>();
  for (let at = 0; at < xs.length; at += 1) {
    const [x, y] = [rounded(area.left + xAt(xs[at] ?? Number.NaN)), yAt(ys[at] ?? Number.NaN)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    const { low, high } = ends.get(x) ?? { low: foot, high: foot };
    ends.set(x, { low: Math.min(low, y), high: Math.max(high, y) });
  }
  const parts = Array.from(
    ends,
    ([x, { low, high }]) => `M${x} ${rounded(area.top + high)}V${rounded(area.top + low)}`,
  );
  return `<path d="${parts.join('')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
}

function dashOf(dash: readonly number[]): string {
  return dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
}

interface Words {
  readonly fill: string;
  readonly size: number;
  readonly weight?: number;
  readonly anchor?: 'middle' | 'end';
}

function text(x: number, y: number, words: string, { fill, size, weight = 400, anchor }: Words): string {
  const more = `${weight === 400 ? '' : ` font-weight="${weight}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}`;
  return `<text x="${x}" y="${y}" fill="${fill}" font-size="${size}"${more}>${escaped(words)}</text>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Names come from files: what would be markup, or no sign that XML knows, is none here. */
export function escaped(words: string): string {
  return words
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
