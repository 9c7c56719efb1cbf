import type uPlot from 'uplot';

import { type Placing, seenPoints } from '../../../shared/preview/plot/thinning.ts';

/** With fewer points each is a round dot; with more a small square, which is drawn faster. */
const ROUND = 4000;

/** Draws the points of a series: a million of them as the pixels that they take, each set once or often. */
export function dotsOf(colour: string): uPlot.Series.PathBuilder {
  return (plot, at, from, to) => {
    const xs = plot.data[0];
    const ys = (plot.data[at] ?? []) as ArrayLike<number>;
    const points = { xs, ys, from, to };
    if (to - from <= ROUND) return dotsPath(plot, points);
    drawSquares(plot, points, colour);
    return null;
  };
}

interface PartOfPoints {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
}

function dotsPath(plot: uPlot, { xs, ys, from, to }: PartOfPoints): uPlot.Series.Paths {
  const { left, top } = plot.bbox;
  const placing = placingIn(plot);
  const path = new Path2D();
  const size = 3 * devicePixelRatio;
  for (const one of seenPoints({ xs, ys }, placing, { from, to, apart: 1 })) {
    const x = left + placing.xAt(xs[one] ?? 0);
    const y = top + placing.yAt(ys[one] ?? 0);
    path.moveTo(x + size, y);
    path.arc(x, y, size, 0, Math.PI * 2);
  }
  return { stroke: null, fill: path, clip: null, flags: 1 };
}

/** Sets pixels in a layer of its own: a path of so many squares would hold up the window. */
function drawSquares(plot: uPlot, { xs, ys, from, to }: PartOfPoints, colour: string): void {
  const { xAt, yAt, width, height } = placingIn(plot);
  const [across, down] = [Math.round(width), Math.round(height)];
  const layer = new OffscreenCanvas(Math.max(1, across), Math.max(1, down));
  const ink = layer.getContext('2d');
  if (ink === null) return;
  const image = new ImageData(layer.width, layer.height);
  const pixels = new Uint32Array(image.data.buffer);
  const size = Math.max(1, Math.round(2 * devicePixelRatio));
  for (let at = from; at <= to; at += 1) {
    const x = xAt(xs[at] ?? Number.NaN);
    const y = yAt(ys[at] ?? Number.NaN);
    if (!(x >= 0 && x <= width && y >= 0 && y <= height)) continue;
    const [first, top] = [Math.max(0, Math.round(x - size / 2)), Math.max(0, Math.round(y - size / 2))];
    const end = Math.min(first + size, across);
    for (let row = top; row < Math.min(top + size, down); row += 1)
      pixels.fill(OPAQUE, row * across + first, row * across + end);
  }
  ink.putImageData(image, 0, 0);
  ink.globalCompositeOperation = 'source-in';
  ink.fillStyle = colour;
  ink.fillRect(0, 0, across, down);
  plot.ctx.drawImage(layer, plot.bbox.left, plot.bbox.top);
}

/** Black that nothing shines through; the colour comes in its place. */
const OPAQUE = 0xff000000;

function placingIn(plot: uPlot): Placing {
  const { left, top, width, height } = plot.bbox;
  return { xAt: along(plot, 'x', left), yAt: along(plot, 'y', top), width, height };
}

/** Where values of an axis stand, in pixels: asked of the library for each of a million it would take far longer. */
function along(plot: uPlot, axis: 'x' | 'y', begin: number): (value: number) => number {
  const { min, max, distr } = plot.scales[axis] ?? {};
  if (min === undefined || min === null || max === undefined || max === null)
    return value => plot.valToPos(value, axis, true) - begin;
  const scaled = distr === 3 ? Math.log10 : (value: number) => value;
  const [first, least] = [plot.valToPos(min, axis, true) - begin, scaled(min)];
  const unit = (plot.valToPos(max, axis, true) - begin - first) / (scaled(max) - least);
  return value => first + (scaled(value) - least) * unit;
}
