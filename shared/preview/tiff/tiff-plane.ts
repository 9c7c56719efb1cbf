import { stackTexts as texts } from '../../features/preview/files-text.ts';
import { MIB } from '../../units.ts';
import { UnreadableError } from '../unreadable.ts';
import type { PieceDrawer } from './tiff-drawn.ts';
import { checkCompression, DRAWN, unpack } from './tiff-codecs.ts';
import { drawnPiece, wholeJpeg } from './tiff-drawn.ts';
import type { TiffFile, TiffPlane } from './tiff-directory.ts';

/** The samples of a plane, pixel by pixel, line by line. */
export type Samples =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** A plane with more pixels is not drawn. */
const MOST_PIXELS = 100_000_000;
/** Nor is one that takes more memory, in bytes. */
const MOST_BYTES = 256 * MIB;

/** @throws UnreadableError when a plane is too large, or of a kind that is not drawn here. */
export function checkPlane(plane: TiffPlane, isDrawn = false): void {
  const { width, height, samples, bits, pieceWidth, pieceHeight, compression, photometric, isPlanar } = plane;
  if (width < 1 || height < 1 || samples < 1 || pieceWidth < 1 || pieceHeight < 1)
    throw new UnreadableError(texts.damaged);
  if (width * height > MOST_PIXELS || width * height * samples * Math.ceil(bits / 8) > MOST_BYTES)
    throw new UnreadableError(texts.tooMany);
  if (pieceWidth * pieceHeight > MOST_PIXELS || pieceWidth * pieceHeight * samples * (bits / 8) > MOST_BYTES)
    throw new UnreadableError(texts.damaged);
  checkCompression(compression, isDrawn);
  const isJpeg = compression in DRAWN;
  if (!isKnownColour(plane) && !(isJpeg && photometric === 6))
    throw new UnreadableError(texts.colours(COLOURS[photometric] ?? String(photometric)));
  if (isJpeg ? bits !== 8 || (samples !== 1 && samples !== 3) || isPlanar : !isKnown(plane))
    throw new UnreadableError(texts.bits(bits));
}

/** Colours that are not shown, by the file format's numbers. */
const COLOURS: { readonly [photometric: number]: string } = {
  4: 'a mask',
  5: 'CMYK',
  6: 'YCbCr',
  8: 'CIELab',
  9: 'ICCLab',
  10: 'ITULab',
  32803: 'raw data of a camera',
  32844: 'LogL',
  32845: 'LogLuv',
};

function isKnownColour({ photometric, samples, bits, isFullColour, compression }: TiffPlane): boolean {
  if (photometric === 5) return samples >= 4 && bits >= 8 && !(compression in DRAWN);
  if (photometric === 6) return samples === 3 && bits === 8 && isFullColour;
  return photometric <= 3;
}

function isKnown({ bits, format }: TiffPlane): boolean {
  return format === 'float' ? [16, 32, 64].includes(bits) : [1, 2, 4, 8, 10, 12, 14, 16, 32].includes(bits);
}

/** Unpacks a plane. @param draw unpacks what browsers do; without it such planes are not unpacked. @throws UnreadableError */
export async function decodePlane(
  bytes: Uint8Array,
  { isLittle }: TiffFile,
  plane: TiffPlane,
  draw?: PieceDrawer,
): Promise<Samples> {
  checkPlane(plane, draw !== undefined);
  const { width, height, pieceWidth, pieceHeight, offsets, counts, isPlanar, compression } = plane;
  if (offsets.length === 0) throw new UnreadableError(texts.damaged);
  const type = DRAWN[compression];
  const inPiece = isPlanar ? 1 : plane.samples;
  const all = samplesOf(plane, width * height * plane.samples);
  const across = Math.ceil(width / pieceWidth);
  const down = Math.ceil(height / pieceHeight);
  const line = Math.ceil((pieceWidth * inPiece * plane.bits) / 8);
  for (let at = 0; at < Math.min(offsets.length, across * down * (isPlanar ? plane.samples : 1)); at++) {
    const place = at % (across * down);
    const [x, y] = [(place % across) * pieceWidth, Math.floor(place / across) * pieceHeight];
    const rows = Math.min(pieceHeight, height - y);
    const from = offsets[at] ?? 0;
    const packed = bytes.subarray(from, from + (counts[at] ?? line * rows));
    if (packed.length === 0) throw new UnreadableError(texts.damaged);
    if (type !== undefined && draw !== undefined) {
      const numbers = await drawnPiece(type === 'image/jpeg' ? wholeJpeg(bytes, packed, plane) : packed, plane, {
        type,
        draw,
      });
      copyPiece(numbers, all, { plane, x, y, rows, inPiece, first: 0 });
      continue;
    }
    const upright = plane.isReversed ? packed.map(reversed) : packed;
    const piece = unpack(upright, compression, line * (plane.pieceWidth === width ? rows : pieceHeight));
    const numbers = numbersOf(piece, { plane, isLittle, line, rows, inPiece });
    const first = isPlanar ? Math.floor(at / (across * down)) : 0;
    copyPiece(numbers, all, { plane, x, y, rows, inPiece, first });
  }
  return all;
}

function samplesOf({ bits, format }: Pick<TiffPlane, 'bits' | 'format'>, length: number): Samples {
  if (format === 'float') return bits === 64 ? new Float64Array(length) : new Float32Array(length);
  if (format === 'signed')
    return bits <= 8 ? new Int8Array(length) : bits <= 16 ? new Int16Array(length) : new Int32Array(length);
  return bits <= 8 ? new Uint8Array(length) : bits <= 16 ? new Uint16Array(length) : new Uint32Array(length);
}

interface Reading {
  readonly plane: TiffPlane;
  readonly isLittle: boolean;
  /** Bytes of a line of a piece. */
  readonly line: number;
  readonly rows: number;
  readonly inPiece: number;
}

/** The bits of a byte the other way round. */
function reversed(byte: number): number {
  let out = 0;
  for (let bit = 0; bit < 8; bit++) out |= ((byte >> bit) & 1) << (7 - bit);
  return out;
}

/** The samples of a piece, with the differences added up where it was packed as such. */
function numbersOf(piece: Uint8Array, reading: Reading): Samples {
  const { plane } = reading;
  if (plane.format !== 'float' || plane.bits !== 16) return wholeNumbersOf(piece, reading);
  const halves = wholeNumbersOf(piece, { ...reading, plane: { ...plane, format: 'unsigned' } });
  return Float32Array.from(halves, floatOfHalf);
}

/** A floating number of 16 bits: a sign, 5 bits of the power of two, 10 of the figures. */
function floatOfHalf(half: number): number {
  const power = (half >> 10) & 31;
  const figures = half & 1023;
  const size =
    power === 0
      ? figures * 2 ** -24
      : power === 31
        ? figures === 0
          ? Infinity
          : NaN
        : (1 + figures / 1024) * 2 ** (power - 15);
  return half >> 15 === 1 ? -size : size;
}

function wholeNumbersOf(piece: Uint8Array, { plane, isLittle, line, rows, inPiece }: Reading): Samples {
  const { bits, pieceWidth, predictor } = plane;
  const across = pieceWidth * inPiece;
  if (predictor === 3) return floatsOf(piece, { plane, isLittle, line, rows, inPiece });
  const numbers = samplesOf(plane, across * rows);
  if ([8, 16, 32, 64].includes(bits)) fill(numbers, piece, isLittle);
  else
    for (let row = 0; row < rows; row++) fillBits(numbers, piece, { at: row * line, to: row * across, across, bits });
  if (predictor === 2)
    for (let row = 0; row < rows; row++)
      for (let at = row * across + inPiece; at < (row + 1) * across; at++)
        numbers[at] = (numbers[at] ?? 0) + (numbers[at - inPiece] ?? 0);
  return numbers;
}

function fill(numbers: Samples, piece: Uint8Array, isLittle: boolean): void {
  const size = numbers.BYTES_PER_ELEMENT;
  const length = Math.min(piece.length, numbers.byteLength);
  const target = new Uint8Array(numbers.buffer);
  target.set(piece.subarray(0, length));
  if (size === 1 || isLittle) return;
  // All computers that this runs on keep the lowest byte first.
  for (let at = 0; at + size <= length; at += size) target.subarray(at, at + size).reverse();
}

/** Samples that share bytes. */
function fillBits(
  numbers: Samples,
  piece: Uint8Array,
  { at, to, across, bits }: { at: number; to: number; across: number; bits: number },
): void {
  let held = 0;
  let left = 0;
  let next = at;
  for (let step = 0; step < across; step++) {
    while (left < bits) {
      held = ((held << 8) | (piece[next] ?? 0)) & 0xffffff;
      next += 1;
      left += 8;
    }
    numbers[to + step] = (held >> (left - bits)) & ((1 << bits) - 1);
    left -= bits;
  }
}

/** Floating numbers whose bytes stand apart, the highest of a whole line first, each as the difference to the one before. */
function floatsOf(piece: Uint8Array, { plane, line, rows, inPiece }: Reading): Samples {
  const across = plane.pieceWidth * inPiece;
  const size = plane.bits / 8;
  const numbers = samplesOf(plane, across * rows);
  const target = new Uint8Array(numbers.buffer);
  const bytes = new Uint8Array(line);
  for (let row = 0; row < rows; row++) {
    bytes.fill(0);
    bytes.set(piece.subarray(row * line, (row + 1) * line));
    for (let at = inPiece; at < line; at++) bytes[at] = (bytes[at] ?? 0) + (bytes[at - inPiece] ?? 0);
    for (let at = 0; at < across; at++)
      for (let byte = 0; byte < size; byte++)
        target[(row * across + at) * size + byte] = bytes[(size - 1 - byte) * across + at] ?? 0;
  }
  return numbers;
}

interface Landing {
  readonly plane: TiffPlane;
  readonly x: number;
  readonly y: number;
  readonly rows: number;
  readonly inPiece: number;
  /** Which sample the piece holds, where each has its own. */
  readonly first: number;
}

function copyPiece(piece: Samples, all: Samples, { plane, x, y, rows, inPiece, first }: Landing): void {
  const { width, pieceWidth, samples } = plane;
  const across = Math.min(pieceWidth, width - x);
  for (let row = 0; row < rows; row++) {
    const from = row * pieceWidth * inPiece;
    const to = ((y + row) * width + x) * samples;
    if (inPiece === samples) {
      all.set(piece.subarray(from, from + across * samples), to);
      continue;
    }
    for (let at = 0; at < across; at++) all[to + at * samples + first] = piece[from + at] ?? 0;
  }
}
