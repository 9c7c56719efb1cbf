import type { DataSet } from 'dicom-parser';

import { dicomTexts, imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import { stackTexts } from '../../../features/preview/files-text.ts';
import { numbersOf } from '../arrays/numbers-of.ts';
import type { FileBytes } from '../file-bytes.ts';
import { PIXELS } from './dicom-data.ts';

/** Larger pictures are not drawn, in pixels. */
const MOST_PIXELS = 64 * 1024 * 1024;

/** Ways of writing in which pixels stand as they are. */
const PLAIN_SYNTAXES: { readonly [syntax: string]: { readonly isLittle: boolean } } = {
  '1.2.840.10008.1.2': { isLittle: true },
  '1.2.840.10008.1.2.1': { isLittle: true },
  '1.2.840.10008.1.2.2': { isLittle: false },
};

/** How many values a pixel has, by what its colours are kept as. Of the last, two pixels share half of theirs. */
const VALUES_OF = { MONOCHROME1: 1, MONOCHROME2: 1, 'PALETTE COLOR': 1, RGB: 3, YBR_FULL: 3, YBR_FULL_422: 2 } as const;

/** What the colours of a picture are kept as. */
export type DicomColours = keyof typeof VALUES_OF;

/** How the pixels of a picture stand in its file. */
export interface Pixels {
  /** Where the first frame begins, in bytes. */
  readonly at: number;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly colours: DicomColours;
  /** 8, 16 or 32 bits are kept for a value. */
  readonly bits: number;
  /** So many of them are the value. */
  readonly stored: number;
  /** So many bits stand below the value. */
  readonly below: number;
  readonly isSigned: boolean;
  readonly isLittle: boolean;
  /** Whether values of one byte are written as words of two, uppermost first. */
  readonly isSwapped: boolean;
}

/** How the pixels stand; a sentence: there are none, or they are not drawn. What the file says of itself is shown still. */
export function pixelsOf(data: DataSet, syntax: string, sizeBytes: number): Pixels | string {
  const element = data.elements[PIXELS];
  if (element === undefined) return dicomTexts.noImage;
  const how = PLAIN_SYNTAXES[syntax];
  const bits = data.uint16('x00280100') ?? 0;
  if (how === undefined) return texts.compressed(syntax);
  if (bits !== 8 && bits !== 16 && bits !== 32) return stackTexts.bits(bits);
  const samples = data.uint16('x00280002') ?? 1;
  const colours = coloursSaid(data, samples);
  if (!isKnown(colours)) return stackTexts.colours(colours);
  const pixels: Pixels = {
    at: element.dataOffset,
    ...sizeOf(data),
    colours,
    bits,
    ...placeOfValue(data, bits),
    isSigned: data.uint16('x00280103') === 1,
    isLittle: how.isLittle,
    isSwapped: bits === 8 && !how.isLittle && element.vr === 'OW',
  };
  const isOdd = isOddSize(pixels) || samples !== (VALUES_OF[colours] === 1 ? 1 : 3);
  return isOdd || pixels.at + frameBytes(pixels) > sizeBytes ? dicomTexts.oddImage : pixels;
}

function coloursSaid(data: DataSet, samples: number): string {
  const said = data.string('x00280004')?.trim() ?? '';
  if (said !== '') return said;
  return samples === 1 ? 'MONOCHROME2' : 'RGB';
}

function sizeOf(data: DataSet): Pick<Pixels, 'rows' | 'columns' | 'frames'> {
  return {
    rows: data.uint16('x00280010') ?? 0,
    columns: data.uint16('x00280011') ?? 0,
    frames: Math.max(1, Number(data.string('x00280008') ?? '1') || 1),
  };
}

function isOddSize({ rows, columns }: Pixels): boolean {
  return rows === 0 || columns === 0 || rows * columns > MOST_PIXELS;
}

function isKnown(colours: string): colours is DicomColours {
  return colours in VALUES_OF;
}

/** How long a frame is. */
export function frameBytes({ rows, columns, colours, bits }: Pixels): number {
  return rows * columns * VALUES_OF[colours] * (bits / 8);
}

/** The values of a frame, of those that are in the file. */
export async function frameValues(file: FileBytes, pixels: Pixels, frame: number): Promise<readonly number[]> {
  const length = frameBytes(pixels);
  const from = frame * length;
  if (!pixels.isSwapped) return valuesOf(await file.read(pixels.at + from, pixels.at + from + length), pixels);
  // A word may begin before the frame and end behind it, where the frame has an odd number of bytes.
  const before = from % 2;
  const words = await file.read(pixels.at + from - before, pixels.at + from + length + ((from + length) % 2));
  return valuesOf(swapped(words).subarray(before, before + length), pixels);
}

/** The values in the bytes of a frame. Bits that are kept for a value and are not of it may hold something else, so they are left out. */
function valuesOf(bytes: Uint8Array, { bits, stored, below, isSigned, isLittle }: Pixels): number[] {
  const kept = numbersOf(bytes, `u${bits / 8}`, isLittle);
  const [unit, range] = [2 ** below, 2 ** stored];
  return Array.from(kept, raw => {
    const value = Math.floor(Number(raw) / unit) % range;
    return isSigned && value >= range / 2 ? value - range : value;
  });
}

/** Where a value stands in its bits. What no file can mean is taken for all of them. */
function placeOfValue(data: DataSet, bits: number): Pick<Pixels, 'stored' | 'below'> {
  const stored = data.uint16('x00280101') ?? bits;
  const high = data.uint16('x00280102') ?? stored - 1;
  const below = high + 1 - stored;
  return stored === 0 || high >= bits || below < 0 ? { stored: bits, below: 0 } : { stored, below };
}

function swapped(bytes: Uint8Array): Uint8Array {
  const other = bytes.slice();
  for (let at = 0; at + 1 < other.length; at += 2) {
    other[at] = bytes[at + 1] ?? 0;
    other[at + 1] = bytes[at] ?? 0;
  }
  return other;
}
