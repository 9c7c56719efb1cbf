import { encoded, joined } from './bytes.ts';

/** An element of a medical image. Numbers are written in two bytes each. */
export type DicomElement = readonly [tag: number, vr: string, value: string | readonly number[] | Uint8Array];

/** Written as it stands, lowest byte first, and packed as a whole. */
export const PLAIN = '1.2.840.10008.1.2.1';
export const DEFLATED = '1.2.840.10008.1.2.1.99';

/** The same with the highest byte first, and without naming the kind of each value. */
export const BIG = '1.2.840.10008.1.2.2';
export const UNNAMED = '1.2.840.10008.1.2';

/** An element as bytes, written in one of these ways. */
export function dicomElement([tag, vr, value]: DicomElement, syntax = PLAIN): Uint8Array {
  const isLittle = syntax !== BIG;
  const bytes = bytesOf(value, isLittle);
  if (syntax === UNNAMED) {
    const unnamed = new DataView(new ArrayBuffer(8));
    unnamed.setUint16(0, tag >>> 16, true);
    unnamed.setUint16(2, tag & 0xffff, true);
    unnamed.setUint32(4, bytes.length, true);
    return joined([new Uint8Array(unnamed.buffer), bytes]);
  }
  const isLong = ['OB', 'OW', 'UN', 'SQ'].includes(vr);
  const head = new DataView(new ArrayBuffer(isLong ? 12 : 8));
  head.setUint16(0, tag >>> 16, isLittle);
  head.setUint16(2, tag & 0xffff, isLittle);
  head.setUint8(4, vr.charCodeAt(0));
  head.setUint8(5, vr.charCodeAt(1));
  if (isLong) head.setUint32(8, bytes.length, isLittle);
  else head.setUint16(6, bytes.length, isLittle);
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
  return joined([dicomHead(syntax), ...elements.map(element => dicomElement(element, syntax))]);
}

function bytesOf(value: DicomElement[2], isLittle: boolean): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string') return encoded(value.length % 2 === 0 ? value : `${value} `);
  return Uint8Array.from(
    value.flatMap(each => (isLittle ? [each & 255, (each >> 8) & 255] : [(each >> 8) & 255, each & 255])),
  );
}
