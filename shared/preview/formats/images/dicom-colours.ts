import type { DataSet } from 'dicom-parser';

import type { PictureSection } from '../sections.ts';
import { numbersOf } from '../arrays/numbers-of.ts';
import type { Pixels } from './dicom-pixels.ts';

type Picture = Pick<PictureSection, 'width' | 'height' | 'pixels' | 'note'>;

/** The colours of the values of a frame with a palette. */
export interface Palette {
  /** The value that the first colour is of; lesser ones have it too. */
  readonly first: number;
  /** Red, green and blue from 0 to 255; as many of each. */
  readonly colours: readonly (readonly number[])[];
}

/** The palette of a picture; null: it has none that is read here. */
export function paletteOf(data: DataSet, head: Uint8Array, { isSigned, isLittle }: Pixels): Palette | null {
  const count = data.uint16('x00281101', 0) ?? 0;
  const first = (isSigned ? data.int16('x00281101', 1) : data.uint16('x00281101', 1)) ?? 0;
  const isWide = data.uint16('x00281101', 2) === 16;
  // A count of 65,536 does not fit and is written as none.
  const colours = ['x00281201', 'x00281202', 'x00281203'].map(tag => {
    const element = data.elements[tag];
    if (element === undefined) return [];
    const bytes = head.subarray(element.dataOffset, element.dataOffset + element.length);
    const isPacked = !isWide && bytes.length < (count === 0 ? 65_536 : count) * 2;
    return numbersOf(bytes, isPacked ? 'u1' : 'u2', isLittle).map(value =>
      isWide ? Number(value) >> 8 : Number(value),
    );
  });
  return colours.some(each => each.length === 0) ? null : { first, colours };
}

/** Values that stand for colours of a palette. */
export function palettePicture(values: readonly number[], { first, colours }: Palette, size: Pixels): Picture {
  return pictureOf(size, (at, colour) => {
    const all = colours[colour] ?? [];
    const place = Math.max(0, Math.min(all.length - 1, (values[at] ?? 0) - first));
    return all[place] ?? 0;
  });
}

/** Values that are colours: red, green and blue, or brightness and what red and blue differ from it. */
export function colouredPicture(values: readonly number[], size: Pixels, isInPlanes: boolean): Picture {
  const scale = 255 / (2 ** size.stored - 1);
  const sample = (at: number, which: number): number => (values[placeOf(at, which)] ?? 0) * scale;
  const count = size.rows * size.columns;
  const placeOf = (at: number, which: number): number => {
    // Brightness of two pixels, then what both differ in.
    if (size.colours === 'YBR_FULL_422') return (at >> 1) * 4 + (which === 0 ? at % 2 : which + 1);
    return isInPlanes ? which * count + at : at * 3 + which;
  };
  if (size.colours === 'RGB') return pictureOf(size, sample);
  return pictureOf(size, (at, colour) => {
    const [bright, blue, red] = [sample(at, 0), sample(at, 1) - 128, sample(at, 2) - 128];
    return bright + ([1.402 * red, -0.344136 * blue - 0.714136 * red, 1.772 * blue][colour] ?? 0);
  });
}

function pictureOf({ rows, columns }: Pixels, colourAt: (at: number, colour: number) => number): Picture {
  const pixels = new Uint8ClampedArray(rows * columns * 4);
  for (let at = 0; at < rows * columns; at += 1) {
    for (let colour = 0; colour < 3; colour += 1) pixels[at * 4 + colour] = colourAt(at, colour);
    pixels[at * 4 + 3] = 255;
  }
  return { width: columns, height: rows, pixels, note: '' };
}
