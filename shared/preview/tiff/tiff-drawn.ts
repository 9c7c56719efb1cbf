import { stackTexts as texts } from '../../features/preview/files-text.ts';
import { pictureSize } from '../picture-size.ts';
import { UnreadableError } from '../unreadable.ts';
import type { TiffPlane } from './tiff-directory.ts';

/** Unpacks what browsers draw by themselves, such as JPEG: red, green, blue and opacity of each pixel. */
export type PieceDrawer = (
  packed: Uint8Array,
  type: 'image/jpeg' | 'image/webp',
) => Promise<{ readonly width: number; readonly height: number; readonly pixels: Uint8ClampedArray }>;

/** A piece that is a picture of its own kind, unpacked by `draw`. @throws UnreadableError */
export async function drawnPiece(
  packed: Uint8Array,
  { pieceWidth, pieceHeight, samples }: TiffPlane,
  { type, draw }: { readonly type: 'image/jpeg' | 'image/webp'; readonly draw: PieceDrawer },
): Promise<Uint8Array> {
  const told = pictureSize(packed);
  // What it says of its own size is not believed beyond its place.
  if (told === null || told.width > pieceWidth || told.height > pieceHeight) throw new UnreadableError(texts.damaged);
  const { width, height, pixels } = await draw(packed, type).catch(() => {
    throw new UnreadableError(texts.damaged);
  });
  const numbers = new Uint8Array(pieceWidth * pieceHeight * samples);
  for (let y = 0; y < Math.min(height, pieceHeight); y++)
    for (let x = 0; x < Math.min(width, pieceWidth); x++)
      for (let part = 0; part < samples; part++)
        numbers[(y * pieceWidth + x) * samples + part] = pixels[(y * width + x) * 4 + part] ?? 0;
  return numbers;
}

/** Says that three colours are red, green and blue as they are (0), or brightness and two colours (1). */
const ADOBE = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0];

/** A piece with what all pieces have in common, and with what its colours are, which only the TIFF file says. */
export function wholeJpeg(
  bytes: Uint8Array,
  piece: Uint8Array,
  { tables, photometric, samples }: TiffPlane,
): Uint8Array {
  const shared = tables === null ? new Uint8Array() : bytes.subarray(...tables);
  const isWhole = shared.length < 4 || shared[0] !== 0xff || shared[1] !== 0xd8;
  const common = isWhole ? new Uint8Array() : shared.subarray(2, shared.length - 2);
  const colours = samples === 3 ? [...ADOBE, photometric === 6 ? 1 : 0] : [];
  const whole = new Uint8Array(2 + colours.length + common.length + Math.max(0, piece.length - 2));
  whole.set([0xff, 0xd8, ...colours]);
  whole.set(common, 2 + colours.length);
  whole.set(piece.subarray(2), 2 + colours.length + common.length);
  return whole;
}
