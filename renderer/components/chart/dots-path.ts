import type uPlot from 'uplot';

import { seenPoints } from '../../../shared/preview/plot/thinning.ts';

/** With fewer points each is a round dot; with more a small square, which is drawn faster. */
const ROUND = 4000;

/** The points of a series as one path: a million of them take no longer than the places that the picture has for them. */
export function dotsPath(plot: uPlot, at: number, from: number, to: number): uPlot.Series.Paths {
  const { left, top, width, height } = plot.bbox;
  const xs = plot.data[0];
  const ys = (plot.data[at] ?? []) as ArrayLike<number>;
  const ratio = devicePixelRatio;
  const placing = {
    xAt: (value: number) => plot.valToPos(value, 'x', true) - left,
    yAt: (value: number) => plot.valToPos(value, 'y', true) - top,
    width,
    height,
  };
  const many = to - from > ROUND;
  const seen = seenPoints({ xs, ys }, placing, { from, to, apart: many ? 1.5 * ratio : 1 });
  const path = new Path2D();
  const size = (many ? 2 : 3) * ratio;
  for (const one of seen) {
    const x = left + placing.xAt(xs[one] ?? 0);
    const y = top + placing.yAt(ys[one] ?? 0);
    if (many) path.rect(x - size / 2, y - size / 2, size, size);
    else {
      path.moveTo(x + size, y);
      path.arc(x, y, size, 0, Math.PI * 2);
    }
  }
  return { stroke: null, fill: path, clip: null, flags: 1 };
}
