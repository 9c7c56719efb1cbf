import { escaped } from './chart-svg.ts';

/** The colour of a shape: by its use, or of its own. */
export type Paint = 'ink' | 'soft' | 'line' | 'paper' | 'series' | `#${string}`;

/** A part of a drawing, in its pixels. */
export type Shape =
  | {
      readonly is: 'line';
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly stroke: Paint;
      readonly width: number;
    }
  | {
      readonly is: 'rect';
      readonly at: readonly [number, number];
      readonly size: readonly [number, number];
      readonly fill: Paint | 'none';
      readonly stroke: Paint | 'none';
    }
  | {
      readonly is: 'circle';
      readonly at: readonly [number, number];
      readonly radius: number;
      readonly fill: Paint | 'none';
      readonly stroke: Paint | 'none';
    }
  | {
      readonly is: 'text';
      readonly at: readonly [number, number];
      readonly words: string;
      readonly fill: Paint;
      readonly size: number;
      readonly anchor: 'start' | 'middle' | 'end';
    };

/** The colours of a drawing as CSS writes them. */
export type Palette = { readonly [P in 'ink' | 'soft' | 'line' | 'paper' | 'series']: string };

/** The colour that a paint is. */
export function paintOf(paint: Paint | 'none', palette: Palette): string {
  return paint in palette ? palette[paint as keyof Palette] : paint;
}

/** A drawing of shapes as a file. */
export function shapesSvg(
  shapes: readonly Shape[],
  {
    width,
    height,
    title,
    font,
    palette,
  }: {
    readonly width: number;
    readonly height: number;
    readonly title: string;
    readonly font: string;
    readonly palette: Palette;
  },
): string {
  const each = shapes.map(shape => {
    switch (shape.is) {
      case 'line':
        return `<line x1="${shape.from[0]}" y1="${shape.from[1]}" x2="${shape.to[0]}" y2="${shape.to[1]}" stroke="${paintOf(shape.stroke, palette)}" stroke-width="${shape.width}"/>`;
      case 'rect':
        return `<rect x="${shape.at[0]}" y="${shape.at[1]}" width="${shape.size[0]}" height="${shape.size[1]}" fill="${paintOf(shape.fill, palette)}" stroke="${paintOf(shape.stroke, palette)}"/>`;
      case 'circle':
        return `<circle cx="${shape.at[0]}" cy="${shape.at[1]}" r="${shape.radius}" fill="${paintOf(shape.fill, palette)}" stroke="${paintOf(shape.stroke, palette)}"/>`;
      case 'text':
        return `<text x="${shape.at[0]}" y="${shape.at[1]}" fill="${paintOf(shape.fill, palette)}" font-size="${shape.size}" text-anchor="${shape.anchor}">${escaped(shape.words)}</text>`;
    }
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${palette.paper}"/>`,
    ...each,
    '</svg>',
  ].join('\n');
}
