import { archiveTexts } from '../../../features/preview/files-text.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';

/** What an ABIF file holds under names like `PBAS2`: a container of the sequencers of Applied Biosystems. */
export class Abif {
  private readonly view: DataView;
  private readonly entries: ReadonlyMap<string, AbifEntry>;
  /** Such as 1.01. */
  readonly version: string;

  /** @throws UnreadableError when it is no such file or its directory lies outside of it. */
  constructor(bytes: Uint8Array) {
    // A computer of long ago wrote 128 bytes of its own before some of these files.
    const start = [0, 128].find(at => decode(bytes.subarray(at, at + 4), 'windows-1252') === 'ABIF');
    if (start === undefined) throw new UnreadableError(archiveTexts.otherKind);
    const own = bytes.subarray(start);
    if (own.length < 34) throw new UnreadableError(archiveTexts.damaged);
    this.view = new DataView(own.buffer, own.byteOffset, own.byteLength);
    this.version = (this.view.getUint16(4) / 100).toFixed(2);
    const [count, at] = [this.view.getUint32(18), this.view.getUint32(26)];
    if (count > MOST_ENTRIES || at + count * ENTRY_BYTES > own.length) throw new UnreadableError(archiveTexts.damaged);
    this.entries = new Map(Array.from({ length: count }, (_, entry) => this.entryAt(at + entry * ENTRY_BYTES)));
  }

  /** A text, without zeros at its end; null: there is none of this name. */
  text(name: string): string | null {
    const entry = this.entries.get(name);
    if (entry === undefined) return null;
    const bytes = this.bytesOf(entry);
    // A text of Pascal says its length first.
    const own = entry.type === PASCAL_TEXT ? bytes.subarray(1, 1 + (bytes[0] ?? 0)) : bytes;
    return decode(own, 'windows-1252')
      .replace(/\0[\s\S]*$/, '')
      .trim();
  }

  /** Whole numbers, or null: there are none of this name. */
  numbers(name: string): readonly number[] | null {
    const entry = this.entries.get(name);
    const read = entry === undefined ? undefined : NUMBERS[entry.type];
    if (entry === undefined || read === undefined) return null;
    const { buffer, byteOffset, byteLength } = this.bytesOf(entry);
    const view = new DataView(buffer, byteOffset, byteLength);
    return Array.from({ length: Math.floor(byteLength / read.bytes) }, (_, at) => read.of(view, at * read.bytes));
  }

  /** A day such as 2026-11-29; null: there is none of this name. */
  date(name: string): string | null {
    const bytes = this.parts(name, DATE);
    if (bytes === null) return null;
    return `${bytes.getUint16(0)}-${two(bytes.getUint8(2))}-${two(bytes.getUint8(3))}`;
  }

  /** A time of day such as 14:02:09; null: there is none of this name. */
  time(name: string): string | null {
    const bytes = this.parts(name, TIME);
    return bytes === null ? null : [0, 1, 2].map(at => two(bytes.getUint8(at))).join(':');
  }

  private parts(name: string, type: number): DataView | null {
    const entry = this.entries.get(name);
    if (entry?.type !== type) return null;
    const { buffer, byteOffset, byteLength } = this.bytesOf(entry);
    return byteLength < 4 ? null : new DataView(buffer, byteOffset, byteLength);
  }

  private entryAt(at: number): [string, AbifEntry] {
    const { view } = this;
    const name = decode(new Uint8Array(view.buffer, view.byteOffset + at, 4), 'windows-1252');
    const sizeBytes = view.getUint32(at + 16);
    // Up to 4 bytes stand in the place of the offset.
    const from = sizeBytes <= 4 ? at + 20 : view.getUint32(at + 20);
    return [`${name}${view.getUint32(at + 4)}`, { type: view.getUint16(at + 8), from, sizeBytes }];
  }

  private bytesOf({ from, sizeBytes }: AbifEntry): Uint8Array {
    if (from + sizeBytes > this.view.byteLength) throw new UnreadableError(archiveTexts.damaged);
    return new Uint8Array(this.view.buffer, this.view.byteOffset + from, sizeBytes);
  }
}

interface AbifEntry {
  readonly type: number;
  readonly from: number;
  readonly sizeBytes: number;
}

const ENTRY_BYTES = 28;
const MOST_ENTRIES = 100_000;
const [DATE, TIME, PASCAL_TEXT] = [10, 11, 18];

const NUMBERS: { readonly [type: number]: { readonly bytes: number; of(view: DataView, at: number): number } } = {
  1: { bytes: 1, of: (view, at) => view.getUint8(at) },
  2: { bytes: 1, of: (view, at) => view.getUint8(at) },
  3: { bytes: 2, of: (view, at) => view.getUint16(at) },
  4: { bytes: 2, of: (view, at) => view.getInt16(at) },
  5: { bytes: 4, of: (view, at) => view.getInt32(at) },
  7: { bytes: 4, of: (view, at) => view.getFloat32(at) },
  8: { bytes: 8, of: (view, at) => view.getFloat64(at) },
};

function two(value: number): string {
  return String(value).padStart(2, '0');
}
