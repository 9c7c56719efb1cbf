import { Unzlib } from 'fflate';

import { archiveTexts } from '../../../features/preview/files-text.ts';
import { spectraTexts as texts } from '../../../features/preview/spectra-text.ts';
import { UnreadableError } from '../../unreadable.ts';
import { type MzmlElement, type PackedArray, perMinute, valueOf } from './mzml-element.ts';

/** What an array holds, by the vocabulary. */
export const ARRAY = { mz: 'MS:1000514', intensity: 'MS:1000515', time: 'MS:1000595' } as const;

/** No spectrum has more values. */
const MOST_VALUES = 8_000_000;
const PIECE = 65_536;

const [SPACE, EQUALS, NONE] = [32, 61, 255];
/** The value of each sign of base64. */
const VALUES = new Uint8Array(128).fill(NONE);
for (const [value, sign] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  VALUES[sign.charCodeAt(0)] = value;

const TYPES: {
  readonly [accession: string]: { readonly bytes: number; of(view: DataView, at: number): number };
} = {
  'MS:1000521': { bytes: 4, of: (view, at) => view.getFloat32(at, true) },
  'MS:1000523': { bytes: 8, of: (view, at) => view.getFloat64(at, true) },
  'MS:1000519': { bytes: 4, of: (view, at) => view.getInt32(at, true) },
  'MS:1000522': { bytes: 8, of: (view, at) => Number(view.getBigInt64(at, true)) },
};
const [ZLIB, NOT_PACKED] = ['MS:1000574', 'MS:1000576'];

/** The numbers of an array of an element; null: it has none of this kind. @throws UnreadableError in a sentence why they are not read. */
export function numbersOf(element: MzmlElement, kind: keyof typeof ARRAY): Float64Array | null {
  const array = element.arrays.find(({ terms }) => valueOf(terms, ARRAY[kind]) !== null);
  if (array === undefined) return null;
  const type = array.terms.map(({ accession }) => TYPES[accession]).find(each => each !== undefined);
  const packed = array.terms.find(
    ({ name, accession }) => /compression/i.test(name) && accession !== ZLIB && accession !== NOT_PACKED,
  );
  if (packed !== undefined) throw new UnreadableError(texts.packed(packed.name));
  if (type === undefined) throw new UnreadableError(archiveTexts.damaged);
  const count = array.length ?? element.length;
  if (count > MOST_VALUES) throw new UnreadableError(texts.tooMany);
  const bytes = bytesOf(array, count * type.bytes);
  if (bytes.length !== count * type.bytes) throw new UnreadableError(texts.lengths);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scale =
    kind === 'time' ? perMinute(array.terms.find(({ accession }) => accession === ARRAY.time)?.unit ?? '') : 1;
  return Float64Array.from({ length: count }, (_, at) => type.of(view, at * type.bytes) / scale);
}

/** The unit of the intensities of an element, by the vocabulary; empty: none is said. */
export function intensityUnit({ arrays }: MzmlElement): string {
  const terms = arrays.flatMap(array => array.terms);
  return terms.find(({ accession }) => accession === ARRAY.intensity)?.unit ?? '';
}

function bytesOf(array: PackedArray, sizeBytes: number): Uint8Array {
  const stored = fromBase64(array.base64);
  return valueOf(array.terms, ZLIB) === null || sizeBytes === 0 ? stored : unpacked(stored, sizeBytes);
}

/** @throws UnreadableError when a sign is none of base64. */
function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [filled, bits, held] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === EQUALS || code <= SPACE) continue;
    const value = VALUES[code] ?? NONE;
    if (value === NONE) throw new UnreadableError(archiveTexts.damaged);
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[filled++] = bits >> held;
  }
  return bytes.subarray(0, filled);
}

/** Stops as soon as there is more than is expected. @throws UnreadableError then, or when it ends early. */
function unpacked(stored: Uint8Array, sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  let filled = 0;
  const unpacking = new Unzlib(piece => {
    if (filled + piece.length > sizeBytes) throw new UnreadableError(texts.lengths);
    bytes.set(piece, filled);
    filled += piece.length;
  });
  // In small pieces, since each is unpacked whole before it can be counted.
  for (let at = 0; at < stored.length; at += PIECE)
    unpacking.push(stored.subarray(at, at + PIECE), at + PIECE >= stored.length);
  if (filled < sizeBytes) throw new UnreadableError(texts.lengths);
  return bytes;
}
