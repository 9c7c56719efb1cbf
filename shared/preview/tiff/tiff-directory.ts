import { stackTexts as texts } from '../../features/preview/files-text.ts';
import { decode } from '../encoding.ts';
import { hasTiffMark } from '../file-marks.ts';
import type { FileBytes } from '../formats/file-bytes.ts';
import { UnreadableError } from '../unreadable.ts';
import { PartsView } from './parts-view.ts';

/** What is known of one plane of a TIFF file before anything of it is unpacked. */
export interface TiffPlane {
  readonly width: number;
  readonly height: number;
  /** Of one sample. */
  readonly bits: number;
  readonly format: 'unsigned' | 'signed' | 'float';
  /** Samples of one pixel: 1 of a grey picture, 3 of a coloured one. */
  readonly samples: number;
  /** Whether each sample has a picture of its own, one after the other. */
  readonly isPlanar: boolean;
  readonly compression: number;
  readonly photometric: number;
  readonly predictor: number;
  /** Pieces the picture is cut into: strips as wide as it, or tiles. */
  readonly pieceWidth: number;
  readonly pieceHeight: number;
  readonly offsets: readonly number[];
  readonly counts: readonly number[];
  /** 3 × 2^bits colours, where samples are numbers of colours. */
  readonly colours: readonly number[];
  readonly description: string;
  /** Pixels in a unit, and which; 1: none, 2: inch, 3: centimetre. */
  readonly resolution: number;
  readonly resolutionUnit: number;
  /** Whether the first pixel is the lowest bit of a byte. */
  readonly isReversed: boolean;
  /** What the pieces of a picture packed as JPEG have in common: where it begins and ends; null: nothing. */
  readonly tables: readonly [from: number, to: number] | null;
  /** How many grey pictures share the pixels, and which of them this one is; both 1 and 0 of a usual picture. */
  readonly channels: number;
  readonly channel: number;
  /** Whether there is a colour for each pixel, not for several. */
  readonly isFullColour: boolean;
}

export interface TiffFile {
  readonly isLittle: boolean;
  readonly planes: readonly TiffPlane[];
  /** Whether there may be more planes, which were not looked for. */
  readonly hasMore: boolean;
}

/** Stacks with more planes are shown up to there. */
const MOST_PLANES = 20_000;
/** Signs of a description that are read: those of OME say much. */
const MOST_TEXT = 200_000;
/** A list with more fields is none. */
const MOST_FIELDS = 10_000;
/** A value that is longer is no list of strips. */
const MOST_VALUES = 4_000_000;
/** Bytes of a value of each type, by its number. */
const SIZES: { readonly [type: number]: number } = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

/** Reads which planes there are. Nothing is unpacked. @throws UnreadableError */
export function readTiff(bytes: Uint8Array): TiffFile {
  const part = (from: number, length: number): DataView => {
    if (from + length > bytes.length) throw new RangeError('It is behind the end of the file.');
    return new DataView(bytes.buffer, bytes.byteOffset + from, length);
  };
  const reader = new TiffReader({ byteLength: bytes.length, part });
  while (reader.step());
  return reader.file;
}

/** Which planes there are in a file of any length, of which only their lists are read, and no more than are asked for. */
export class PlaneLists {
  readonly #view: PartsView;
  readonly #reader: TiffReader;

  constructor(file: FileBytes) {
    this.#view = new PartsView(file);
    this.#reader = new TiffReader(this.#view);
  }

  /**
   * Reads lists until there are so many planes more, or bytes were waited for so often. @returns all planes so far.
   * @throws UnreadableError
   */
  async more(planes: number, waits = Infinity): Promise<TiffFile> {
    const [wanted, last] = [this.#reader.count + planes, this.#view.waits + waits];
    while (this.#reader.count < wanted && this.#view.waits < last)
      if (!(await this.#view.whole(() => this.#reader.step()))) break;
    return this.#reader.file;
  }
}

interface Field {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

/** The bytes of a file. */
interface View {
  readonly byteLength: number;
  /** @throws RangeError when they are behind the end */
  part(from: number, length: number): DataView;
}

class TiffReader {
  readonly #view: View;
  #isLittle = true;
  /** Places are eight bytes long: files beyond four gigabytes. */
  #isBig = false;
  readonly #planes: TiffPlane[] = [];
  readonly #seen = new Set<number>();
  /** Where the next list is, 0: there is none; null: the first one was not looked for yet. */
  #at: number | null = null;

  constructor(view: View) {
    this.#view = view;
  }

  /** Reads the next list of what a plane is. @returns whether there may be more. @throws UnreadableError */
  step(): boolean {
    try {
      const at = this.#at ?? this.#begin();
      if (at === 0 || this.#planes.length >= MOST_PLANES) return false;
      // A list that leads back to itself has no end.
      if (this.#seen.has(at)) throw new UnreadableError(texts.damaged);
      const { plane, next } = this.#directory(at);
      this.#seen.add(at);
      if (plane !== null) for (const each of channelsOf(plane)) this.#planes.push(each);
      this.#at = next;
      return true;
    } catch (thrown) {
      // It points behind its own end.
      if (thrown instanceof RangeError) throw new UnreadableError(texts.damaged);
      throw thrown;
    }
  }

  /** How many planes were found so far. */
  get count(): number {
    return this.#planes.length;
  }

  /** What was read. @throws UnreadableError when there is no plane, or none in what was read. */
  get file(): TiffFile {
    const [only] = this.#planes;
    if (only === undefined) throw new UnreadableError(texts.damaged);
    const hasMore = this.#at !== 0;
    const isOne = this.#planes.length === 1 && !hasMore;
    const planes = isOne ? unfolded(only, this.#view.byteLength) : [...this.#planes];
    return { isLittle: this.#isLittle, planes, hasMore };
  }

  /** Reads the head. @returns where the first list is. */
  #begin(): number {
    const head = this.#view.part(0, Math.min(8, this.#view.byteLength));
    if (!hasTiffMark(new Uint8Array(head.buffer, head.byteOffset, head.byteLength)))
      throw new UnreadableError(texts.otherKind);
    this.#isLittle = head.getUint16(0) === 0x4949;
    this.#isBig = this.#short(2) === 43;
    return this.#place(this.#isBig ? 8 : 4);
  }

  #directory(at: number): { plane: TiffPlane | null; next: number } {
    const count = this.#isBig ? this.#long8(at) : this.#short(at);
    const size = this.#isBig ? 20 : 12;
    const from = at + (this.#isBig ? 8 : 2);
    if (count > MOST_FIELDS || from + count * size > this.#view.byteLength) throw new UnreadableError(texts.damaged);
    // All of it is fetched at once.
    this.#view.part(from, count * size);
    const fields = new Map<number, Field>();
    for (let step = 0; step < count; step++) {
      const field = this.#field(from + step * size);
      fields.set(this.#short(from + step * size), field);
    }
    const end = from + count * size;
    const next = end + (this.#isBig ? 8 : 4) <= this.#view.byteLength ? this.#place(end) : 0;
    // Smaller copies of a plane for looking from afar are no planes of their own.
    const isCopy = ((this.#numbers(fields.get(254))[0] ?? 0) & 1) === 1;
    return { plane: isCopy ? null : this.#plane(fields), next };
  }

  #field(at: number): Field {
    const type = this.#short(at + 2);
    const count = this.#isBig ? this.#long8(at + 4) : this.#long(at + 4);
    const inside = at + (this.#isBig ? 12 : 8);
    const length = count * (SIZES[type] ?? 1);
    return { type, count, at: length <= (this.#isBig ? 8 : 4) ? inside : this.#place(inside) };
  }

  #plane(fields: ReadonlyMap<number, Field>): TiffPlane {
    const first = (tag: number, usual: number): number => this.#numbers(fields.get(tag))[0] ?? usual;
    const [width, height] = [first(256, 0), first(257, 0)];
    const isTiled = fields.has(322);
    const rows = Math.min(first(278, height), height) || height;
    return {
      width,
      height,
      bits: first(258, 1),
      format: (['unsigned', 'unsigned', 'signed', 'float'] as const)[first(339, 1)] ?? 'unsigned',
      samples: first(277, 1),
      isPlanar: first(284, 1) === 2,
      compression: first(259, 1),
      photometric: first(262, 1),
      predictor: first(317, 1),
      pieceWidth: isTiled ? first(322, width) : width,
      pieceHeight: isTiled ? first(323, height) : rows,
      offsets: this.#numbers(fields.get(isTiled ? 324 : 273)),
      counts: this.#numbers(fields.get(isTiled ? 325 : 279)),
      colours: this.#numbers(fields.get(320)),
      description: this.#text(fields.get(270)),
      isReversed: first(266, 1) === 2,
      tables: this.#range(fields.get(347)),
      channels: greyChannels(first(262, 1), first(277, 1), this.#numbers(fields.get(338))),
      channel: 0,
      isFullColour: this.#numbers(fields.get(530)).join() === '1,1',
      resolution: first(282, 0),
      resolutionUnit: first(296, 2),
    };
  }

  #numbers(field: Field | undefined): readonly number[] {
    if (field === undefined) return [];
    const size = SIZES[field.type] ?? 1;
    if (field.count > MOST_VALUES || field.at + field.count * size > this.#view.byteLength)
      throw new UnreadableError(texts.damaged);
    const part = this.#view.part(field.at, field.count * size);
    return Array.from({ length: field.count }, (_, step) => this.#number(part, field.type, step * size));
  }

  #number(part: DataView, type: number, at: number): number {
    switch (type) {
      case 3:
        return part.getUint16(at, this.#isLittle);
      case 4:
      case 13:
        return part.getUint32(at, this.#isLittle);
      case 5:
        return part.getUint32(at, this.#isLittle) / Math.max(1, part.getUint32(at + 4, this.#isLittle));
      case 16:
      case 17:
      case 18:
        return Number(part.getBigUint64(at, this.#isLittle));
      default:
        return part.getUint8(at);
    }
  }

  #range(field: Field | undefined): TiffPlane['tables'] {
    if (field === undefined || field.count > MOST_VALUES || field.at + field.count > this.#view.byteLength) return null;
    return [field.at, field.at + field.count];
  }

  #text(field: Field | undefined): string {
    if (field === undefined || field.type !== 2) return '';
    const length = Math.min(field.count, MOST_TEXT, this.#view.byteLength - field.at);
    if (length <= 0) return '';
    const part = this.#view.part(field.at, length);
    const bytes = new Uint8Array(part.buffer, part.byteOffset, length);
    return decode(bytes, 'utf-8').replace(/\0[^]*$/, '');
  }

  #place(at: number): number {
    return this.#isBig ? this.#long8(at) : this.#long(at);
  }
  #short(at: number): number {
    return this.#view.part(at, 2).getUint16(0, this.#isLittle);
  }
  #long(at: number): number {
    return this.#view.part(at, 4).getUint32(0, this.#isLittle);
  }
  #long8(at: number): number {
    return Number(this.#view.part(at, 8).getBigUint64(0, this.#isLittle));
  }
}

/** Grey pictures that share their pixels; how much can be seen through them is none. */
function greyChannels(photometric: number, samples: number, extra: readonly number[]): number {
  const seenThrough = extra.filter(kind => kind === 1 || kind === 2).length;
  return photometric > 1 ? 1 : Math.min(MOST_CHANNELS, Math.max(1, samples - seenThrough));
}

/** More pictures in one are shown up to there. */
const MOST_CHANNELS = 256;

function channelsOf(plane: TiffPlane): readonly TiffPlane[] {
  return Array.from({ length: plane.channels }, (_, channel) => ({ ...plane, channel }));
}

/** ImageJ writes a large stack as one plane, with all others behind it. */
function unfolded(plane: TiffPlane, length: number): readonly TiffPlane[] {
  const images = Number(/^ImageJ=[^]*?^images=(\d+)/m.exec(plane.description)?.[1] ?? 1);
  const size = Math.ceil((plane.width * plane.samples * plane.bits) / 8) * plane.height;
  const [from] = plane.offsets;
  if (images < 2 || plane.compression !== 1 || from === undefined || size === 0) return [plane];
  const count = Math.min(images, MOST_PLANES, Math.floor((length - from) / size));
  if (count < 2) return [plane];
  return Array.from({ length: count }, (_, at) => ({
    ...plane,
    pieceHeight: plane.height,
    offsets: [from + at * size],
    counts: [size],
  }));
}
