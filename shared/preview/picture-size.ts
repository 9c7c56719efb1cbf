/** How large a picture is, in pixels, as its beginning says; null when that is no picture that is known. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** As many bytes as have to be looked at; what cameras write before the size is shorter. */
export const PICTURE_HEAD = 1_048_576;

/** Reads the size of a PNG, JPEG, GIF, WebP, AVIF or BMP. Nothing is decoded. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = pngSize(view) ?? gifSize(view) ?? jpegSize(view) ?? webpSize(view) ?? bmpSize(view) ?? avifSize(view);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (thrown) {
    // It ends before it says.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

function isText(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  for (let sign = 0; sign < text.length; sign++) if (view.getUint8(at + sign) !== text.charCodeAt(sign)) return false;
  return true;
}

function pngSize(view: DataView): PictureSize | null {
  if (!isText(view, 1, 'PNG\r\n') || !isText(view, 12, 'IHDR')) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): PictureSize | null {
  return isText(view, 0, 'GIF8') ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : null;
}

function bmpSize(view: DataView): PictureSize | null {
  if (!isText(view, 0, 'BM')) return null;
  // The header of OS/2 1 is shorter, and has two bytes for each.
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

/** Segments one after the other, up to the one that tells the frame. */
function jpegSize(view: DataView): PictureSize | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ;) {
    const kind = view.getUint8(at + 1);
    // What stands between two segments is passed over, as browsers do: 0xff begins one, unless 0 or 0xff follows.
    if (view.getUint8(at) !== 0xff || kind === 0 || kind === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}

function webpSize(view: DataView): PictureSize | null {
  if (!isText(view, 0, 'RIFF') || !isText(view, 8, 'WEBP')) return null;
  if (isText(view, 12, 'VP8X')) return { width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) };
  if (isText(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (!isText(view, 12, 'VP8 ')) return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
}

/** The first box that says how large the picture is. */
function avifSize(view: DataView): PictureSize | null {
  if (!isText(view, 4, 'ftyp')) return null;
  for (let at = 8; at < Math.min(view.byteLength, 65_536) - 16; at++)
    if (isText(view, at, 'ispe')) return { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
  return null;
}
