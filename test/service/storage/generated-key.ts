import type { ByteRange } from '../rules/files/storage.ts';

/** What a generated object holds. */
export type GeneratedKind = 'text' | 'table' | 'json' | 'pdf' | 'tiff' | 'bytes';

/** An object that is nowhere stored: its bytes follow from these three whenever they are read. */
export interface GeneratedObject {
  readonly kind: GeneratedKind;
  /** Below 2 ** 48. */
  readonly seed: number;
  /** Below 2 ** 44. */
  readonly sizeBytes: number;
}

const KINDS: readonly GeneratedKind[] = ['text', 'table', 'json', 'pdf', 'tiff', 'bytes'];

/** Keys of stored objects are random UUIDs, of version 4; these are of version 8, which RFC 9562 leaves to us. */
const PATTERN = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f])b7-8([0-9a-f]{3})-([0-9a-f]{8})c3d9$/;

/** The key of a generated object; it says all about it. */
export function generatedKey({ kind, seed, sizeBytes }: GeneratedObject): string {
  const seeds = seed.toString(16).padStart(12, '0');
  const sizes = sizeBytes.toString(16).padStart(11, '0');
  const kinds = KINDS.indexOf(kind).toString(16);
  return `${seeds.slice(0, 8)}-${seeds.slice(8)}-8${kinds}b7-8${sizes.slice(0, 3)}-${sizes.slice(3)}c3d9`;
}

/** What a key says, or null for the key of a stored object. */
export function generatedObject(objectKey: string): GeneratedObject | null {
  const [, seedHigh = '', seedLow = '', kindDigit = '', sizeHigh = '', sizeLow = ''] = PATTERN.exec(objectKey) ?? [];
  const kind = KINDS[Number.parseInt(kindDigit, 16)];
  if (kind === undefined) return null;
  return { kind, seed: Number.parseInt(seedHigh + seedLow, 16), sizeBytes: Number.parseInt(sizeHigh + sizeLow, 16) };
}

/** The part of `range` that lies between `start` and `end` (not included), counted from `start`; null when none does. */
export function overlap(range: ByteRange, start: number, end: number): ByteRange | null {
  const first = Math.max(range.start, start);
  const last = Math.min(range.end, end - 1);
  return first > last ? null : { start: first - start, end: last - start };
}
