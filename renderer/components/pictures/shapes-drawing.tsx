import { type Palette, paintOf, type Shape } from '../../../shared/preview/plot/shapes.ts';

/** Shapes drawn into the page. What they say is told beside them. */
export function ShapesDrawing(props: {
  readonly shapes: readonly Shape[];
  readonly size: { readonly width: number; readonly height: number };
  readonly palette: Palette;
  readonly className: string;
}) {
  const { shapes, size, palette, className } = props;
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} className={className} aria-hidden="true">
      {shapes.map((shape, at) => (
        // Shapes have no names, and are drawn again together.
        // oxlint-disable-next-line react/no-array-index-key
        <Drawn key={at} shape={shape} palette={palette} />
      ))}
    </svg>
  );
}

function Drawn({ shape, palette }: { readonly shape: Shape; readonly palette: Palette }) {
  switch (shape.is) {
    case 'line': {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
      return <line x1={x1} y1={y1} x2={x2} y2={y2} stroke={paintOf(shape.stroke, palette)} strokeWidth={shape.width} />;
    }
    case 'rect': {
      const [[x, y], [width, height]] = [shape.at, shape.size];
      return (
        <rect
          {...{ x, y, width, height }}
          fill={paintOf(shape.fill, palette)}
          stroke={paintOf(shape.stroke, palette)}
        />
      );
    }
    case 'circle': {
      const [cx, cy] = shape.at;
      return (
        <circle
          {...{ cx, cy }}
          r={shape.radius}
          fill={paintOf(shape.fill, palette)}
          stroke={paintOf(shape.stroke, palette)}
        />
      );
    }
    case 'text': {
      const [x, y] = shape.at;
      return (
        <text {...{ x, y }} fill={paintOf(shape.fill, palette)} fontSize={shape.size} textAnchor={shape.anchor}>
          {shape.words}
        </text>
      );
    }
  }
}
