import { expect, test } from 'vitest';

import { BOX_SIZE, boxShapes, LEAST_BOX_SIZE } from '../../../shared/preview/plot/box-shapes.ts';
import { decideTable } from '../../../shared/preview/table-decision.ts';
import { plotOf } from '../../../shared/preview/table-pictures.ts';
import { TableText } from '../../../shared/preview/table-text.ts';

const lines = Array.from({ length: 60 }, (_, at) => `Drug ${at % 4} µM,${(at * 37) % 101}`);
const text = ['Treatment,Intensity', ...lines].join('\n');
const choice = { kind: 'box', x: 0, ys: [1], colourBy: null, isXLog: false, isYLog: false, hasFit: false } as const;

function plotOfRows() {
  const plot = plotOf(new TableText(text, decideTable(text)), choice);
  if (plot?.is !== 'boxes') throw new Error('No box plot was built.');
  return plot;
}

test.each([BOX_SIZE, LEAST_BOX_SIZE, { width: 1900, height: 240 }])(
  'a box plot of $width × $height pixels has texts that can be read, and nothing outside',
  size => {
    const shapes = boxShapes(plotOfRows(), size);
    const texts = shapes.flatMap(shape => (shape.is === 'text' ? [shape] : []));
    expect(Math.min(...texts.map(text => text.size))).toBeGreaterThanOrEqual(12);
    expect(texts.length).toBeGreaterThan(5);
    const corners = shapes.flatMap(shape =>
      shape.is === 'line'
        ? [shape.from, shape.to]
        : shape.is === 'rect'
          ? [shape.at, [shape.at[0] + shape.size[0], shape.at[1] + shape.size[1]] as const]
          : [shape.at],
    );
    expect(corners.filter(([x, y]) => x < 0 || y < 0 || x > size.width || y > size.height)).toEqual([]);
  },
);
