import type { PieceDrawer } from '../../shared/preview/tiff/tiff-drawn.ts';

/** Has the browser unpack a piece of a picture, with its colours as they are in the file. */
export const drawPiece: PieceDrawer = async (packed, type) => {
  const picture = await createImageBitmap(new Blob([Uint8Array.from(packed)], { type }), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  });
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0);
  picture.close();
  return { width, height, pixels: context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray() };
};
