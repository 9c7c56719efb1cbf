import { rampColour } from '../../../../shared/preview/plate/colour-ramp.ts';
import type { Plate } from '../../../../shared/preview/plate/plate-format.ts';
import type { Plot } from '../../../../shared/preview/plot/build-plot.ts';
import { type DrawnCanvas, emptyCanvas } from './thumbnail-canvas.ts';
import { chartMarks, type Mark, plateCells, type Size } from './table-marks.ts';

/** As large as a tile shows it; written words would be too small to be read, so there are none. */
const PLOT: Size = { width: 240, height: 160 };
/** Pixels of the longer side of a plate. */
const PLATE = 240;

/** The colours of series on white, as the window has them by day. */
const SERIES = ['#0067a5', '#c24a00', '#007a5c', '#a3387c', '#8a6400', '#2f3a78', '#6a4a3a', '#59646b'];
const PAPER = '#ffffff';
const AXIS = '#788680';
const NO_VALUE = '#e1e7e3';

/** The wells of a plate in the colours of its first layer. */
export function drawPlate(plate: Plate): DrawnCanvas | null {
  const cells = plateCells(plate, PLATE);
  if (cells === null) return null;
  const drawn = emptyCanvas(cells.size.width, cells.size.height);
  fill(drawn, PAPER, cells.size);
  for (const { at, side, share } of cells.cells) {
    drawn.context.fillStyle = share === null ? NO_VALUE : rampColour(share, 'sequential').ground;
    drawn.context.fillRect(at[0], at[1], side, side);
  }
  return drawn;
}

/** A plot without its words; null: there is nothing to draw. */
export function drawChart(plot: Plot): DrawnCanvas | null {
  const marks = chartMarks(plot, PLOT);
  if (marks.length === 0) return null;
  const drawn = emptyCanvas(PLOT.width, PLOT.height);
  const { context } = drawn;
  fill(drawn, PAPER, PLOT);
  context.lineJoin = 'round';
  for (const mark of marks) draw(context, mark);
  return drawn;
}

function fill({ context }: DrawnCanvas, colour: string, { width, height }: Size): void {
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
}

function draw(context: OffscreenCanvasRenderingContext2D, mark: Mark): void {
  const colour = mark.series === null ? AXIS : (SERIES[mark.series % SERIES.length] ?? AXIS);
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = mark.series === null ? 1 : 2;
  switch (mark.is) {
    case 'line':
      context.beginPath();
      for (const [x, y] of mark.points) context.lineTo(x, y);
      context.stroke();
      break;
    case 'dot':
      context.fillRect(mark.at[0] - mark.size / 2, mark.at[1] - mark.size / 2, mark.size, mark.size);
      break;
    case 'bar':
      context.fillRect(mark.at[0], mark.at[1], mark.size[0], mark.size[1]);
      break;
  }
}
