import { MIB } from '../../units.ts';
import type { FileBytes } from '../formats/file-bytes.ts';
import { UnreadableError } from '../unreadable.ts';
import { stackTexts as texts } from '../../features/preview/files-text.ts';
import type { TiffPlane } from './tiff-directory.ts';

/** The pieces of a plane come to no more, in bytes. */
const MOST_BYTES = 256 * MIB;

/** The bytes of one plane of a long file, and the plane as it lies in them. */
export interface PlaneBytes {
  readonly bytes: Uint8Array;
  readonly plane: TiffPlane;
}

/** Reads the pieces of one plane, those that follow each other at once. @throws UnreadableError */
export async function planeBytes(file: FileBytes, plane: TiffPlane): Promise<PlaneBytes> {
  const within = (at: number): number => Math.min(at, file.sizeBytes);
  const pieces = plane.offsets.map((from, at) => ({
    from: within(from),
    to: within(from + (plane.counts[at] ?? wholePiece(plane))),
  }));
  const all = plane.tables === null ? pieces : [...pieces, { from: plane.tables[0], to: plane.tables[1] }];
  const size = all.reduce((sum, { from, to }) => sum + (to - from), 0);
  if (size > MOST_BYTES) throw new UnreadableError(texts.planeTooLarge);
  const bytes = new Uint8Array(size);
  const places: number[] = [];
  let filled = 0;
  for (let at = 0; at < all.length;) {
    let end = at + 1;
    while (end < all.length && all[end]?.from === all[end - 1]?.to) end += 1;
    const [first, last] = [all[at], all[end - 1]];
    if (first === undefined || last === undefined) break;
    bytes.set(await file.read(first.from, last.to), filled);
    for (; at < end; at += 1) places.push(filled + ((all[at]?.from ?? 0) - first.from));
    filled += last.to - first.from;
  }
  const tables = places[pieces.length];
  const own: TiffPlane['tables'] =
    plane.tables === null || tables === undefined ? null : [tables, tables + plane.tables[1] - plane.tables[0]];
  const counts = pieces.map(({ from, to }) => to - from);
  return { bytes, plane: { ...plane, offsets: places.slice(0, pieces.length), counts, tables: own } };
}

/** How long a piece is of which the file does not say it: as long as it is unpacked. */
function wholePiece({ pieceWidth, pieceHeight, samples, bits }: TiffPlane): number {
  return Math.ceil((pieceWidth * samples * bits) / 8) * pieceHeight;
}
