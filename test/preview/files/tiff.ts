import { zlibSync } from 'fflate';

/** A plane as the tests write it. */
export interface PlaneToWrite {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** 1: whole, 2: with a sign, 3: floating. */
  readonly format?: 1 | 2 | 3;
  readonly samples?: number;
  /** 1: as it is, 5: LZW, 8: deflate, 32773: runs. */
  readonly compression?: number;
  readonly photometric?: number;
  readonly predictor?: number;
  readonly tile?: readonly [width: number, height: number];
  readonly description?: string;
  /** Pixels in a centimetre. */
  readonly perCentimetre?: number;
  /** Pieces as they stand in the file, already packed. */
  readonly pieces: readonly Uint8Array[];
  /** Other tags, which win; each a number of 16 bits where the tests write none of the kind. */
  readonly tags?: ReadonlyMap<number, number>;
}

/** A TIFF file of some planes. @param isLittle the lowest byte stands first. */
export function tiffOf(planes: readonly PlaneToWrite[], isLittle = true): Uint8Array {
  const out = new Writer(isLittle);
  out.bytes(isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]);
  let link = out.length;
  out.long(0);
  for (const plane of planes) {
    const offsets = plane.pieces.map(piece => out.piece(piece));
    const text = plane.description === undefined ? null : new TextEncoder().encode(`${plane.description}\0`);
    const textAt = text === null ? 0 : out.piece(text);
    const ratioAt = out.align();
    out.long(plane.perCentimetre ?? 1);
    out.long(1);
    const offsetsAt = out.list(offsets);
    const countsAt = out.list(plane.pieces.map(piece => piece.length));
    const tags = tagsOf(plane, { offsetsAt, countsAt, textAt, textLength: text?.length ?? 0, ratioAt });
    out.patch(link, out.align());
    out.short(tags.length);
    for (const [tag, type, count, value] of tags) {
      out.short(tag);
      out.short(type);
      out.long(count);
      if (type === 3 && count === 1) {
        out.short(value);
        out.short(0);
      } else out.long(value);
    }
    link = out.length;
    out.long(0);
  }
  return out.whole();
}

type Tag = readonly [tag: number, type: number, count: number, value: number];

function tagsOf(
  plane: PlaneToWrite,
  at: { offsetsAt: number; countsAt: number; textAt: number; textLength: number; ratioAt: number },
): readonly Tag[] {
  const { width, height, tile, pieces, tags = new Map<number, number>() } = plane;
  const list = (place: number): number => place;
  const rows = Math.ceil(height / Math.max(1, pieces.length));
  const all: Tag[] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 1, plane.bits],
    [259, 3, 1, plane.compression ?? 1],
    [262, 3, 1, plane.photometric ?? 1],
    ...(at.textLength === 0 ? [] : ([[270, 2, at.textLength, at.textAt]] as Tag[])),
    [277, 3, 1, plane.samples ?? 1],
    ...(plane.perCentimetre === undefined
      ? []
      : ([
          [282, 5, 1, at.ratioAt],
          [296, 3, 1, 3],
        ] as Tag[])),
    [317, 3, 1, plane.predictor ?? 1],
    [339, 3, 1, plane.format ?? 1],
    ...(tile === undefined
      ? ([
          [273, 4, pieces.length, list(at.offsetsAt)],
          [278, 4, 1, rows],
          [279, 4, pieces.length, list(at.countsAt)],
        ] as Tag[])
      : ([
          [322, 4, 1, tile[0]],
          [323, 4, 1, tile[1]],
          [324, 4, pieces.length, list(at.offsetsAt)],
          [325, 4, pieces.length, list(at.countsAt)],
        ] as Tag[])),
  ];
  const more = [...tags].filter(([tag]) => !all.some(([known]) => known === tag));
  return [...all, ...more.map(([tag, value]) => [tag, 3, 1, value] as const)]
    .map(([tag, type, count, value]) => [tag, type, count, tags.get(tag) ?? value] as const)
    .toSorted(([one], [other]) => one - other);
}

class Writer {
  readonly #bytes: number[] = [];
  readonly #isLittle: boolean;

  constructor(isLittle: boolean) {
    this.#isLittle = isLittle;
  }
  get length(): number {
    return this.#bytes.length;
  }
  bytes(bytes: Iterable<number>): void {
    for (const byte of bytes) this.#bytes.push(byte);
  }
  short(value: number): void {
    this.bytes(this.#isLittle ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  }
  long(value: number): void {
    const bytes = [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255];
    this.bytes(this.#isLittle ? bytes : bytes.toReversed());
  }
  align(): number {
    if (this.length % 2 === 1) this.bytes([0]);
    return this.length;
  }
  piece(bytes: Uint8Array): number {
    const at = this.align();
    this.bytes(bytes);
    return at;
  }
  /** One number stands in its tag itself. */
  list(values: readonly number[]): number {
    if (values.length === 1) return values[0] ?? 0;
    const at = this.align();
    for (const value of values) this.long(value);
    return at;
  }
  patch(at: number, value: number): void {
    const end = this.#bytes.splice(at);
    this.long(value);
    this.bytes(end.slice(4));
  }
  whole(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Nuclei in a dark field, a little out of focus towards either end: a stack as a microscope with 12 bits makes one. */
export function cellStack(planes = 12, side = 160): Uint8Array {
  const nuclei = Array.from({ length: 14 }, (_, at) => ({
    x: (at * 61) % side,
    y: (at * 97 + 20) % side,
    z: (at * 5) % planes,
  }));
  const made = Array.from({ length: planes }, (_, z) => {
    const samples = new Uint16Array(side * side);
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        let light = 96 + ((x * 7 + y * 13 + z * 3) % 23);
        for (const nucleus of nuclei) {
          const wide = 40 + 30 * (nucleus.z - z) ** 2;
          light +=
            (1400 / (1 + (nucleus.z - z) ** 2 / 4)) * Math.exp(-((x - nucleus.x) ** 2 + (y - nucleus.y) ** 2) / wide);
        }
        samples[y * side + x] = light;
      }
    return new Uint8Array(samples.buffer);
  });
  const description = `ImageJ=1.54f\nimages=${planes}\nchannels=2\nslices=${planes / 2}\nunit=micron\n`;
  return tiffOf(
    made.map((bytes, at) => ({
      width: side,
      height: side,
      bits: 16,
      compression: 8,
      pieces: [zlibSync(bytes)],
      perCentimetre: 3,
      ...(at === 0 ? { description } : {}),
    })),
  );
}
