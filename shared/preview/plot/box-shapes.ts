import type { Plot } from './build-plot.ts';
import { shareOf, ticksOf } from './chart-scale.ts';
import type { BoxFigures } from './plot-numbers.ts';
import type { Shape } from './shapes.ts';

type Boxes = Extract<Plot, { is: 'boxes' }>;

/** How large it is saved, in pixels. */
export const BOX_SIZE: DrawnSize = { width: 960, height: 520 };
/** Less leaves no room for the names and the axis. */
export const LEAST_BOX_SIZE: DrawnSize = { width: 240, height: 180 };
/** In pixels. */
export interface DrawnSize {
  readonly width: number;
  readonly height: number;
}
const AREA = { left: 80, right: 20, top: 24, bottom: 56 };
/** Signs of a name below a box. */
const NAME = 18;

/** A box plot, one box beside the other on one axis. Texts are as large in each size, so that they can be read. */
export function boxShapes({ boxes, label, isLog }: Boxes, { width, height }: DrawnSize): readonly Shape[] {
  const scale = isLog ? 'log' : 'linear';
  const values = boxes.flatMap(box => [box.lowerWhisker, box.upperWhisker, ...box.outliers]);
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  if (low > high) return [];
  const room = low === high ? Math.abs(low) * 0.1 || 1 : (high - low) * 0.06;
  const range = isLog ? { low: low / 1.3, high: high * 1.3 } : { low: low - room, high: high + room };
  const bottom = height - AREA.bottom;
  const yAt = (value: number) => rounded(bottom - shareOf(value, range, scale) * (bottom - AREA.top));
  const step = (width - AREA.left - AREA.right) / Math.max(1, boxes.length);
  return [
    ...ticksOf(range, scale, Math.min(8, Math.ceil(height / 60))).flatMap(([value, words]): Shape[] => [
      { is: 'line', from: [AREA.left, yAt(value)], to: [width - AREA.right, yAt(value)], stroke: 'line', width: 1 },
      { is: 'text', at: [AREA.left - 8, yAt(value) + 4], words, fill: 'soft', size: 13, anchor: 'end' },
    ]),
    { is: 'text', at: [AREA.left, 14], words: label, fill: 'ink', size: 13, anchor: 'start' },
    ...boxes.flatMap((box, at) => boxAt(box, AREA.left + step * (at + 0.5), Math.min(90, step * 0.6), yAt)),
    ...boxes.flatMap(({ name, count }, at): Shape[] => [
      nameAt(name, AREA.left + step * (at + 0.5), bottom + 20 + (step < 80 && at % 2 === 1 ? 16 : 0), step),
      ...(step < 60
        ? []
        : [
            {
              is: 'text',
              at: [rounded(AREA.left + step * (at + 0.5)), bottom + 50],
              words: `n = ${count}`,
              fill: 'soft',
              size: 12,
              anchor: 'middle',
            } as const,
          ]),
    ]),
  ];
}

function nameAt(name: string, x: number, y: number, step: number): Shape {
  const most = Math.max(3, Math.min(NAME * 2, Math.floor((step * (step < 80 ? 2 : 1)) / 7)));
  const words = name.length > most ? `${name.slice(0, most - 1)}…` : name;
  return { is: 'text', at: [rounded(x), y], words, fill: 'ink', size: 13, anchor: 'middle' };
}

function boxAt(box: BoxFigures, x: number, breadth: number, yAt: (value: number) => number): readonly Shape[] {
  const [left, right] = [rounded(x - breadth / 2), rounded(x + breadth / 2)];
  const [upper, lower] = [yAt(box.upperQuartile), yAt(box.lowerQuartile)];
  const across = (value: number, by: number): Shape => ({
    is: 'line',
    from: [rounded(x - breadth * by), yAt(value)],
    to: [rounded(x + breadth * by), yAt(value)],
    stroke: 'ink',
    width: by === 0.5 ? 2.5 : 1.5,
  });
  return [
    { is: 'line', from: [rounded(x), yAt(box.upperWhisker)], to: [rounded(x), upper], stroke: 'ink', width: 1.5 },
    { is: 'line', from: [rounded(x), lower], to: [rounded(x), yAt(box.lowerWhisker)], stroke: 'ink', width: 1.5 },
    {
      is: 'rect',
      at: [left, upper],
      size: [rounded(right - left), rounded(Math.max(1, lower - upper))],
      fill: 'series',
      stroke: 'ink',
    },
    { is: 'line', from: [left, yAt(box.median)], to: [right, yAt(box.median)], stroke: 'paper', width: 6 },
    across(box.median, 0.5),
    across(box.upperWhisker, 0.25),
    across(box.lowerWhisker, 0.25),
    ...box.outliers.map((value): Shape => ({
      is: 'circle',
      at: [rounded(x), yAt(value)],
      radius: 3,
      fill: 'none',
      stroke: 'ink',
    })),
  ];
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
