import { valueText } from '../plot/axis-text.ts';
import type { Shape } from '../plot/shapes.ts';
import { rampColour } from './colour-ramp.ts';
import { type PlateFormat } from './plate-format.ts';
import { rowLetters } from '../wells.ts';

/** A plate as it is drawn into a file. */
export interface DrawnPlate {
  readonly format: PlateFormat;
  readonly title: string;
  readonly values: Float64Array;
  readonly outliers: ReadonlySet<number>;
  /** Where a value lies on the ramp, 0 to 1. */
  readonly shareOf: (value: number) => number;
  readonly ramp: 'sequential' | 'diverging';
  readonly low: number;
  readonly high: number;
}

const TOP = 76;
const LEFT = 48;

/** How large a plate is drawn, in pixels. */
export function plateSize({ rows, columns }: PlateFormat): {
  readonly width: number;
  readonly height: number;
  readonly cell: number;
} {
  const cell = Math.max(16, Math.min(64, Math.floor(900 / columns)));
  return { cell, width: LEFT + columns * cell + 24, height: TOP + rows * cell + 24 };
}

/** The wells in their colours, with their values where there is room for them, and the scale above. */
export function plateShapes(drawn: DrawnPlate): readonly Shape[] {
  const { format, title, shareOf, ramp, low, high } = drawn;
  const { cell, width } = plateSize(format);
  const shapes: Shape[] = [{ is: 'text', at: [LEFT, 24], words: title, fill: 'ink', size: 15, anchor: 'start' }];
  const scale = Math.min(240, width - LEFT - 160);
  for (let step = 0; step < 40; step += 1) {
    const value = low + ((high - low) * (step + 0.5)) / 40;
    const { ground } = rampColour(shareOf(value), ramp);
    shapes.push({
      is: 'rect',
      at: [LEFT + 60 + (scale * step) / 40, 36],
      size: [scale / 40 + 0.5, 12],
      fill: ground,
      stroke: 'none',
    });
  }
  shapes.push(
    { is: 'text', at: [LEFT + 54, 47], words: valueText(low), fill: 'soft', size: 12, anchor: 'end' },
    { is: 'text', at: [LEFT + 66 + scale, 47], words: valueText(high), fill: 'soft', size: 12, anchor: 'start' },
  );
  return [...shapes, ...namesOf(format, cell), ...wellsOf(drawn, cell)];
}

/** The numbers of the columns and the letters of the rows. */
function namesOf(format: PlateFormat, cell: number): readonly Shape[] {
  const shapes: Shape[] = [];
  for (let column = 0; column < format.columns; column += 1)
    shapes.push({
      is: 'text',
      at: [LEFT + (column + 0.5) * cell, TOP - 6],
      words: String(column + 1),
      fill: 'soft',
      size: Math.min(12, cell * 0.6),
      anchor: 'middle',
    });
  for (let row = 0; row < format.rows; row += 1)
    shapes.push({
      is: 'text',
      at: [LEFT - 8, TOP + (row + 0.5) * cell + 4],
      words: rowLetters(row),
      fill: 'soft',
      size: Math.min(12, cell * 0.6),
      anchor: 'end',
    });
  return shapes;
}

function wellsOf({ format, values, outliers, shareOf, ramp }: DrawnPlate, cell: number): readonly Shape[] {
  const shapes: Shape[] = [];
  for (const [at, value] of values.entries()) {
    const [x, y] = [LEFT + (at % format.columns) * cell, TOP + Math.floor(at / format.columns) * cell];
    if (!Number.isFinite(value)) {
      shapes.push({ is: 'rect', at: [x, y], size: [cell, cell], fill: 'paper', stroke: 'line' });
      continue;
    }
    const colours = rampColour(shareOf(value), ramp);
    shapes.push({ is: 'rect', at: [x, y], size: [cell, cell], fill: colours.ground, stroke: 'paper' });
    if (outliers.has(at))
      shapes.push({
        is: 'circle',
        at: [x + cell / 2, y + cell / 2],
        radius: cell / 2 - 3,
        fill: 'none',
        stroke: colours.ink,
      });
    if (cell >= 36)
      shapes.push({
        is: 'text',
        at: [x + cell / 2, y + cell / 2 + 4],
        words: shortText(value),
        fill: colours.ink,
        size: 12,
        anchor: 'middle',
      });
  }
  return shapes;
}

/** A value in a well: three digits say enough there. */
export function shortText(value: number): string {
  return valueText(Number(value.toPrecision(3)));
}
