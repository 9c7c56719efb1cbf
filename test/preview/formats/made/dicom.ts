import { encoded, joined } from './bytes.ts';

/** An element of a medical image. Numbers are written in two bytes each. */
export type DicomElement = readonly [tag: number, vr: string, value: string | readonly number[] | Uint8Array];

/** Written as it stands, lowest byte first, and packed as a whole. */
export const PLAIN = '1.2.840.10008.1.2.1';
export const DEFLATED = '1.2.840.10008.1.2.1.99';

/** An element as bytes, lowest byte first. */
export function dicomElement([tag, vr, value]: DicomElement): Uint8Array {
  const bytes = bytesOf(value);
  const isLong = ['OB', 'OW', 'UN', 'SQ'].includes(vr);
  const head = new DataView(new ArrayBuffer(isLong ? 12 : 8));
  head.setUint16(0, tag >>> 16, true);
  head.setUint16(2, tag & 0xffff, true);
  head.setUint8(4, vr.charCodeAt(0));
  head.setUint8(5, vr.charCodeAt(1));
  if (isLong) head.setUint32(8, bytes.length, true);
  else head.setUint16(6, bytes.length, true);
  return joined([new Uint8Array(head.buffer), bytes]);
}

/** The beginning of a file: which way what follows is written. */
export function dicomHead(syntax: string): Uint8Array {
  return joined([
    new Uint8Array(128),
    encoded('DICM'),
    dicomElement([0x00020010, 'UI', syntax.length % 2 === 0 ? syntax : `${syntax}\0`]),
  ]);
}

/** A file that stands as it is. */
export function dicomFile(elements: readonly DicomElement[], syntax = PLAIN): Uint8Array {
  return joined([dicomHead(syntax), ...elements.map(dicomElement)]);
}

function bytesOf(value: DicomElement[2]): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string') return encoded(value.length % 2 === 0 ? value : `${value} `);
  return Uint8Array.from(value.flatMap(each => [each & 255, (each >> 8) & 255]));
}
