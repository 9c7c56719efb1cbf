/** A square picture: its pixels as red, green, blue and alpha, row after row from the top, and the same as PNG. */
export interface Picture {
  /** Of its sides, in pixels. */
  readonly size: number;
  readonly pixels: Buffer;
  readonly png: Buffer;
}

/** From this size on Windows takes a PNG inside an icon; smaller ones are bitmaps for the sake of old readers. */
const PNG_FROM = 128;

/** An icon for Windows (.ico) of several sizes, at most 256. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const bodies = pictures.map(each => (each.size < PNG_FROM ? bitmapOf(each) : each.png));
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size }] of pictures.entries()) {
    const length = bodies[index]?.length ?? 0;
    const at = 6 + 16 * index;
    // 0 stands for 256.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([header, ...bodies]);
}

/** A bitmap as icons hold it: 32 bits a pixel, from the bottom up, and a mask that says nothing. */
function bitmapOf({ size, pixels }: Picture): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  // Picture and mask together.
  header.writeInt32LE(size * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const colours = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const to = ((size - 1 - row) * size + column) * 4;
      colours.set([pixels[from + 2] ?? 0, pixels[from + 1] ?? 0, pixels[from] ?? 0, pixels[from + 3] ?? 0], to);
    }
  }
  const maskRow = Math.ceil(size / 32) * 4;
  return Buffer.concat([header, colours, Buffer.alloc(maskRow * size)]);
}

/** What macOS calls its sizes; some are for screens with twice the dots. */
const ICNS_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** An icon for macOS (.icns). @throws Error when a size is missing. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const picture = pictures.find(each => each.size === size);
    if (picture === undefined) throw new Error(`There is no picture of ${size} pixels.`);
    return icnsPart(type, picture.png);
  });
  return icnsPart('icns', Buffer.concat(parts));
}

function icnsPart(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(body.length + header.length, 4);
  return Buffer.concat([header, body]);
}

/** The sizes inside an icon for Windows, as its own list says. */
export function sizesInIco(icon: Buffer): number[] {
  return Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon.readUInt8(6 + 16 * index) || 256);
}

/** The sizes inside an icon for macOS, by the pictures themselves. @throws Error when its lengths do not add up. */
export function sizesInIcns(icon: Buffer): number[] {
  if (icon.toString('latin1', 0, 4) !== 'icns' || icon.readUInt32BE(4) !== icon.length) throw new Error('no icon');
  const sizes: number[] = [];
  for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) sizes.push(sizeOfPng(icon.subarray(at + 8)));
  return sizes;
}

/** Of the sides of a square PNG. @throws Error when it is none. */
export function sizeOfPng(png: Buffer): number {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png.toString('latin1', 1, 4) !== 'PNG' || width !== height) throw new Error('not a square PNG');
  return width;
}
