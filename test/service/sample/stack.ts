import { seeded } from './seeded.ts';

const SIDE = 128;
const BYTES_PER_POINT = 2;

/** Tags of one page's directory (TIFF 6.0, section 8), each with one value; 3 is a short, 4 a long. */
type Tag = readonly [tag: number, type: 3 | 4, value: number];

interface Spot {
  readonly x: number;
  readonly y: number;
  /** The page in which it is sharp. */
  readonly page: number;
  readonly radius: number;
  readonly counts: number;
}

/**
 * A z-stack of stained nuclei as a microscope's camera saves it: a TIFF of `pages` pictures of 128 × 128 points with 16
 * bits each. A nucleus is sharp in one page and fades in those around it.
 */
export function nuclei(pages: number, seed: number): Uint8Array {
  const dice = seeded(seed);
  const spots = Array.from({ length: 22 }, (): Spot => ({
    x: dice.next() * SIDE,
    y: dice.next() * SIDE,
    page: dice.next() * pages,
    radius: 4 + 4 * dice.next(),
    counts: 6000 + 30_000 * dice.next(),
  }));
  const noise = (): number => dice.around(420, 24);
  return tiff(Array.from({ length: pages }, (_, page) => points(spots, page, noise)));
}

function points(spots: readonly Spot[], page: number, noise: () => number): Uint16Array {
  return Uint16Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const light = spots.reduce((sum, spot) => sum + lightOf(spot, { x, y, page }), noise());
    return Math.min(65_535, Math.max(0, Math.round(light)));
  });
}

function lightOf(spot: Spot, at: { x: number; y: number; page: number }): number {
  const blur = 1 + Math.abs(at.page - spot.page);
  const far = ((at.x - spot.x) ** 2 + (at.y - spot.y) ** 2) / (spot.radius * blur) ** 2;
  return far > 9 ? 0 : (spot.counts / blur ** 2) * Math.exp(-(far ** 2));
}

const HEADER_BYTES = 8;

/** Little-endian; each page's points, then its directory. */
function tiff(pictures: readonly Uint16Array[]): Uint8Array {
  const pictureBytes = SIDE * SIDE * BYTES_PER_POINT;
  const directoryBytes = 2 + 12 * tags(0).length + 4;
  const pageBytes = pictureBytes + directoryBytes;
  const file = Buffer.alloc(HEADER_BYTES + pictures.length * pageBytes);
  file.write('II', 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(HEADER_BYTES + pictureBytes, 4);
  pictures.forEach((picture, page) => {
    const start = HEADER_BYTES + page * pageBytes;
    picture.forEach((value, at) => file.writeUInt16LE(value, start + at * BYTES_PER_POINT));
    const isLast = page === pictures.length - 1;
    writeDirectory(file.subarray(start + pictureBytes, start + pageBytes), {
      entries: tags(start),
      next: isLast ? 0 : start + pageBytes + pictureBytes,
    });
  });
  return file;
}

function writeDirectory(into: Buffer, { entries, next }: { entries: readonly Tag[]; next: number }): void {
  into.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, type, value], index) => {
    const at = 2 + 12 * index;
    into.writeUInt16LE(tag, at);
    into.writeUInt16LE(type, at + 2);
    into.writeUInt32LE(1, at + 4);
    if (type === 3) into.writeUInt16LE(value, at + 8);
    else into.writeUInt32LE(value, at + 8);
  });
  into.writeUInt32LE(next, into.length - 4);
}

/** A grey picture, black is zero, not packed, in one strip that begins at `start`. */
function tags(start: number): readonly Tag[] {
  return [
    [254, 4, 2], // one page of several
    [256, 3, SIDE],
    [257, 3, SIDE],
    [258, 3, 8 * BYTES_PER_POINT],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, start],
    [277, 3, 1],
    [278, 3, SIDE],
    [279, 4, SIDE * SIDE * BYTES_PER_POINT],
    [339, 3, 1], // whole numbers without a sign
  ];
}
