import { drawPiece } from '../../../state/draw-piece.ts';
import { type Contrast, drawPlane, usualContrast } from '../../../../shared/preview/tiff/plane-drawing.ts';
import { readTiff, type TiffFile, type TiffPlane } from '../../../../shared/preview/tiff/tiff-directory.ts';
import { decodePlane, type Samples } from '../../../../shared/preview/tiff/tiff-plane.ts';
import type { PlanePictures } from './comparing-answers.ts';

/** Larger pictures are drawn smaller, in pixels of their longer side. */
const LONGEST = 2048;

interface Side {
  readonly bytes: Uint8Array;
  readonly tiff: TiffFile;
}

interface Decoded {
  readonly plane: TiffPlane;
  readonly samples: Samples;
  readonly contrast: Contrast;
}

/** Draws planes of two TIFF files so that they can be compared: the same samples become the same shades. */
export class PlanesToCompare {
  readonly #mine: Side;
  readonly #theirs: Side;

  /** @throws UnreadableError */
  constructor({ mine, theirs }: { readonly mine: Uint8Array; readonly theirs: Uint8Array }) {
    this.#mine = { bytes: mine, tiff: readTiff(mine) };
    this.#theirs = { bytes: theirs, tiff: readTiff(theirs) };
  }

  /** @param at counted from 0. @throws UnreadableError */
  async pictures(at: number): Promise<PlanePictures> {
    const [mine, theirs] = [await decoded(this.#mine, at), await decoded(this.#theirs, at)];
    const both = [mine, theirs].filter(each => each !== null).map(({ contrast }) => contrast);
    const contrast = {
      low: both.map(({ low }) => low).reduce((one, other) => Math.min(one, other), Infinity),
      high: both.map(({ high }) => high).reduce((one, other) => Math.max(one, other), -Infinity),
    };
    return { mine: await pictureOf(mine, contrast), theirs: await pictureOf(theirs, contrast) };
  }
}

async function decoded({ bytes, tiff }: Side, at: number): Promise<Decoded | null> {
  const plane = tiff.planes[at];
  if (plane === undefined) return null;
  const samples = await decodePlane(bytes, tiff, plane, drawPiece);
  return { plane, samples, contrast: usualContrast(samples, plane) };
}

async function pictureOf(side: Decoded | null, contrast: Contrast): Promise<Blob | null> {
  if (side === null) return null;
  const { width, height, pixels } = drawPlane(side.samples, side.plane, { ...contrast, longest: LONGEST });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
