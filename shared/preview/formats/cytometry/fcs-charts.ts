import { cytometryTexts as texts } from '../../../features/preview/cytometry-text.ts';
import type { Chart, ChartAxis, ChoiceSection, Section, Wish } from '../sections.ts';
import type { FcsChannel } from './fcs-layout.ts';
import type { EventSample } from './fcs-sample.ts';

/** How an axis is scaled. */
export type FcsScale = keyof typeof texts.scales;

/** A channel along an axis, in a scale. */
export interface ChosenAxis {
  readonly at: number;
  readonly channel: FcsChannel;
  readonly scale: FcsScale;
}

/** Dots of a scatter at most. */
const MOST_DOTS = 20_000;
const BINS = 200;

/** The channels and scales that are wished, or the first two that are no time. */
export function chosenAxes(
  channels: readonly FcsChannel[],
  wish: Wish,
): { readonly x: ChosenAxis; readonly y: ChosenAxis } | null {
  const measured = [...channels.keys()].filter(at => !/^time$/i.test(channels[at]?.name ?? ''));
  const chosen = (axis: 'x' | 'y', usual: number): ChosenAxis | null => {
    const wished = Number(wish[axis] ?? Number.NaN) - 1;
    const at = channels[wished] === undefined ? usual : wished;
    const channel = channels[at];
    if (channel === undefined) return null;
    const scale = wish[`${axis}-scale`] ?? '';
    return { at, channel, scale: isScale(scale) ? scale : usualScale(channel) };
  };
  const x = chosen('x', measured[0] ?? 0);
  const y = chosen('y', measured[1] ?? measured[0] ?? 0);
  return x === null || y === null ? null : { x, y };
}

function isScale(text: string): text is FcsScale {
  return Object.hasOwn(texts.scales, text);
}

function usualScale({ name, log, range }: FcsChannel): FcsScale {
  if (log !== null) return 'log';
  // Scattered light is read linearly; stains spread over decades, with values around 0 after a subtraction.
  return /^(fsc|ssc|fs|ss|time|event|width|index|fwd|side)/i.test(name) || Number(range) < 2000 ? 'linear' : 'asinh';
}

/** What may be chosen for the charts. */
export function axisChoices(
  channels: readonly FcsChannel[],
  axes: { readonly x: ChosenAxis; readonly y: ChosenAxis },
): readonly ChoiceSection[] {
  const options = channels.map((channel, at) => ({ id: String(at + 1), label: labelOf(channel) }));
  const scales = Object.entries(texts.scales).map(([id, label]) => ({ id, label }));
  return (['x', 'y'] as const).flatMap(axis => [
    { is: 'choice', id: axis, title: texts[axis], options, chosen: String(axes[axis].at + 1) } as const,
    {
      is: 'choice',
      id: `${axis}-scale`,
      title: texts.scaleOf[axis],
      options: scales,
      chosen: axes[axis].scale,
    } as const,
  ]);
}

function labelOf({ name, marker }: FcsChannel): string {
  return marker === '' || marker === name ? name : `${name} · ${marker}`;
}

/** A scatter of both channels, and how the values of the one along are spread. */
export function chartsOf(
  sample: EventSample,
  axes: { readonly x: ChosenAxis; readonly y: ChosenAxis },
): readonly Section[] {
  const [x, y] = [axes.x, axes.y].map((axis, at) => drawnValues(axis, sample.columns[at] ?? new Float64Array()));
  if (x === undefined || y === undefined) return [];
  const [xName, yName] = [labelOf(axes.x.channel), labelOf(axes.y.channel)];
  return [
    { is: 'chart', title: texts.scatter(xName, yName), chart: scatter(sample, axes, { x, y }) },
    { is: 'chart', title: texts.histogram(xName), chart: histogram(axes.x, x, sample.note) },
  ];
}

/** Values as they are drawn: of an amplifier that gives logarithms, what was amplified. */
function drawnValues({ channel: { log, range }, scale }: ChosenAxis, stored: Float64Array): Float64Array {
  const [top, cofactor] = [Number(range), cofactorOf(range)];
  const amplified = (value: number): number =>
    log === null || !(top > 0) ? value : log.from * 10 ** ((log.decades * value) / top);
  return scale === 'asinh' ? stored.map(value => Math.asinh(amplified(value) / cofactor)) : stored.map(amplified);
}

/** Usual ones: 5 for mass cytometry, whose ranges are small, 150 for light. */
function cofactorOf(range: string): number {
  return Number(range) < 20_000 ? 5 : 150;
}

function axisOf({ channel, scale }: ChosenAxis): ChartAxis {
  const label = labelOf(channel);
  return scale === 'asinh'
    ? { label: texts.asinhOf(label, cofactorOf(channel.range)), scale: 'linear' }
    : { label, scale };
}

function scatter(
  { note }: EventSample,
  axes: { readonly x: ChosenAxis; readonly y: ChosenAxis },
  drawn: { readonly x: Float64Array; readonly y: Float64Array },
): Chart {
  const nth = Math.max(1, Math.ceil(drawn.x.length / MOST_DOTS));
  const dots = Math.ceil(drawn.x.length / nth);
  const thin = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: dots }, (_, at) => values[at * nth] ?? 0);
  const thinned = nth === 1 ? [] : [texts.everyNth(nth, drawn.x.length)];
  return {
    draws: 'points',
    x: axisOf(axes.x),
    y: axisOf(axes.y),
    xs: thin(drawn.x),
    series: [{ name: labelOf(axes.y.channel), ys: thin(drawn.y) }],
    note: [...thinned, note].filter(part => part !== '').join(' '),
  };
}

function histogram(axis: ChosenAxis, values: Float64Array, note: string): Chart {
  const isLog = axis.scale === 'log';
  const place = (value: number): number => (isLog ? Math.log10(value) : value);
  let [least, most, skipped] = [Infinity, -Infinity, 0];
  for (const value of values) {
    const at = place(value);
    if (!Number.isFinite(at)) skipped++;
    else [least, most] = [Math.min(least, at), Math.max(most, at)];
  }
  const wide = most > least ? (most - least) / BINS : 1;
  const counts = new Float64Array(most >= least ? BINS : 0);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((place(value) - least) / wide));
    if (bin >= 0 && counts.length > 0) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const middles = Float64Array.from(counts, (_, bin) => least + (bin + 0.5) * wide);
  const missed = isLog && skipped > 0 ? [texts.notOnLog(skipped)] : [];
  return {
    draws: 'bars',
    x: axisOf(axis),
    y: { label: texts.count, scale: 'linear' },
    xs: isLog ? middles.map(at => 10 ** at) : middles,
    series: [{ name: texts.count, ys: counts }],
    note: [note, ...missed].filter(part => part !== '').join(' '),
  };
}
