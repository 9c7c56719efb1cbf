import { extensionOf } from '../../rules/ground/refused-extensions.ts';
import { standIn } from './stand-in.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A stand-in for the caption of a picture, with the size that its header tells. */
export function pictureText(bytes: Uint8Array, name: string): string {
  const kind = KINDS.find(one => one.extensions.includes(extensionOf(name)));
  if (kind === undefined) throw new Error('it is no picture');
  const size = kind.sizeOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (size === null || size.width === 0 || size.height === 0)
    throw new Error(`it has no header of a ${kind.name} picture`);
  return standIn(name, `a ${kind.name} picture, ${size.width} × ${size.height} pixels`);
}

interface Kind {
  readonly name: string;
  readonly extensions: readonly string[];
  /** Null when the header is not there. */
  sizeOf(view: DataView): Size | null;
}

const KINDS: readonly Kind[] = [
  { name: 'PNG', extensions: ['.png'], sizeOf: pngSize },
  { name: 'JPEG', extensions: ['.jpg', '.jpeg'], sizeOf: jpegSize },
  { name: 'GIF', extensions: ['.gif'], sizeOf: gifSize },
  { name: 'WebP', extensions: ['.webp'], sizeOf: webpSize },
];

function pngSize(view: DataView): Size | null {
  if (!hasText(view, 1, 'PNG') || !hasText(view, 12, 'IHDR') || view.byteLength < 24) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): Size | null {
  if (!hasText(view, 0, 'GIF8') || view.byteLength < 10) return null;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** The size stands in the first frame header; segments before it are passed by their lengths. */
function jpegSize(view: DataView): Size | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Three forms: lossy, lossless and extended. */
function webpSize(view: DataView): Size | null {
  if (!hasText(view, 0, 'RIFF') || !hasText(view, 8, 'WEBPVP8') || view.byteLength < 30) return null;
  const form = String.fromCharCode(view.getUint8(15));
  if (form === ' ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (form === 'L') {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  const three = (at: number): number => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2);
  return form === 'X' ? { width: 1 + three(24), height: 1 + three(27) } : null;
}

function hasText(view: DataView, at: number, text: string): boolean {
  return [...text].every(
    (sign, index) => at + index < view.byteLength && view.getUint8(at + index) === sign.charCodeAt(0),
  );
}
