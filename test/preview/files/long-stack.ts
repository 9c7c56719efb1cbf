import type { FileBytes } from '../../../shared/preview/formats/file-bytes.ts';

/** How a long stack is written. */
export interface LongStack {
  readonly planes: number;
  /** Pixels of 16 bits. */
  readonly width: number;
  readonly height: number;
  /** Pieces of a plane. Where there are several, the lists of their places stand far from the list of the plane. */
  readonly strips: number;
  /** Bytes left free behind a plane, so that planes are not in even steps; left out: none. */
  readonly gapAfter?: (plane: number) => number;
}

/** A TIFF file that is made as it is read, so that one of gigabytes takes no room; counts what is read of it. */
export interface LongStackFile extends FileBytes {
  reads: number;
  readBytes: number;
}

interface Part {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Its pixels are all 0. */
export function longStack({ planes, width, height, strips, gapAfter = () => 0 }: LongStack): LongStackFile {
  const parts: Part[] = [];
  let at = 8;
  let link = 4;
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0x4949);
  head.setUint16(2, 42, true);
  parts.push({ at: 0, bytes: new Uint8Array(head.buffer) });
  let linked: DataView = head;
  for (let plane = 0; plane < planes; plane += 1) {
    const piece = (width * height * 2) / strips;
    const places =
      strips === 1 ? [] : [longs(strips, step => at + 8 * strips + step * piece), longs(strips, () => piece)];
    for (const [step, bytes] of places.entries()) parts.push({ at: at + 4 * strips * step, bytes });
    const pixelsAt = strips === 1 ? at : at + 8 * strips;
    const listAt = pixelsAt + width * height * 2;
    const list = listOf([
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 1, 16],
      [262, 3, 1, 1],
      [273, 4, strips, at],
      [278, 4, 1, height / strips],
      [279, 4, strips, strips === 1 ? piece : at + 4 * strips],
    ]);
    linked.setUint32(link, listAt, true);
    [linked, link] = [list, list.byteLength - 4];
    parts.push({ at: listAt, bytes: new Uint8Array(list.buffer) });
    at = listAt + list.byteLength + gapAfter(plane);
  }
  return fileOf(parts, at);
}

function longs(count: number, valueAt: (step: number) => number): Uint8Array {
  return new Uint8Array(Uint32Array.from({ length: count }, (_, step) => valueAt(step)).buffer);
}

function listOf(tags: readonly (readonly [tag: number, type: number, count: number, value: number])[]): DataView {
  const list = new DataView(new ArrayBuffer(2 + tags.length * 12 + 4));
  list.setUint16(0, tags.length, true);
  for (const [step, [tag, type, count, value]] of tags.entries()) {
    list.setUint16(2 + step * 12, tag, true);
    list.setUint16(4 + step * 12, type, true);
    list.setUint32(6 + step * 12, count, true);
    list.setUint32(10 + step * 12, value, true);
  }
  return list;
}

function fileOf(parts: readonly Part[], sizeBytes: number): LongStackFile {
  const file = {
    sizeBytes,
    reads: 0,
    readBytes: 0,
    read: async (from: number, to: number): Promise<Uint8Array> => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, sizeBytes) - from));
      file.reads += 1;
      file.readBytes += bytes.length;
      for (const part of parts) {
        const begin = Math.max(from, part.at);
        const end = Math.min(from + bytes.length, part.at + part.bytes.length);
        if (begin < end) bytes.set(part.bytes.subarray(begin - part.at, end - part.at), begin - from);
      }
      return bytes;
    },
  };
  return file;
}
