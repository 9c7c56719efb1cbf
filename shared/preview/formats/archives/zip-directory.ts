import { inflateSync } from 'fflate';

import { archiveTexts } from '../../../features/preview/files-text.ts';
import { zipTexts } from '../../../features/preview/archives-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';

/** An entry of a zip archive, as its directory says it. */
export interface ZipEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isEncrypted: boolean;
  /** 0: stored as it is, 8: deflated. */
  readonly method: number;
  readonly packedBytes: number;
  /** What it says to unpack to. */
  readonly sizeBytes: number;
  /** Where its own header is, in bytes. */
  readonly at: number;
  /** In the local time of the program that wrote it, such as `2026-11-20 14:03`; empty: it has none. */
  readonly changed: string;
}

/** A comment behind the directory is at most this long, so the end of the directory is within these last bytes. */
const TAIL_BYTES = 22 + 65_535 + 20;
const MOST_DIRECTORY_BYTES = 64 * MIB;
const MOST_ENTRIES = 200_000;

/** The directory of a zip archive; nothing of it is unpacked. @throws UnreadableError */
export async function readDirectory(file: FileBytes): Promise<readonly ZipEntry[]> {
  const { at, bytes: size, count } = await endOf(file);
  if (at + size > file.sizeBytes || size > MOST_DIRECTORY_BYTES || count * 46 > size)
    throw new UnreadableError(archiveTexts.damaged);
  if (count > MOST_ENTRIES) throw new UnreadableError(zipTexts.tooMany(MOST_ENTRIES));
  const bytes = await file.read(at, at + size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  for (let place = 0; entries.length < count;) {
    if (view.getUint32(place, true) !== 0x02014b50) throw new UnreadableError(archiveTexts.damaged);
    const nameLength = view.getUint16(place + 28, true);
    const extraLength = view.getUint16(place + 30, true);
    entries.push(entryAt(view, place, { nameLength, extraLength }));
    place += 46 + nameLength + extraLength + view.getUint16(place + 32, true);
  }
  return checkedEntries(entries, file);
}

/** An entry as a file, unpacked in memory if it is packed. @throws UnreadableError when it unpacks to more than `most`. */
export async function entryBytes(file: FileBytes, entry: ZipEntry, most: number): Promise<FileBytes> {
  const head = await file.read(entry.at, entry.at + 30);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(0, true) !== 0x04034b50) throw new UnreadableError(archiveTexts.damaged);
  if (entry.isEncrypted) throw new UnreadableError(archiveTexts.password);
  const from = entry.at + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  const to = from + entry.packedBytes;
  if (to > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  if (entry.method === 0) {
    const sizeBytes = entry.packedBytes;
    return { sizeBytes, read: (one, other) => file.read(from + one, from + Math.min(other, sizeBytes)) };
  }
  if (entry.method !== 8) throw new UnreadableError(zipTexts.method);
  if (entry.sizeBytes > most || entry.packedBytes > most) throw new UnreadableError(zipTexts.entryTooLarge(entry.name));
  // What it unpacks to beyond its own size is not written: the room is all there is.
  const bytes = inflateSync(await file.read(from, to), { out: new Uint8Array(entry.sizeBytes) });
  if (bytes.length !== entry.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  return { sizeBytes: bytes.length, read: async (one, other) => bytes.subarray(one, other) };
}

interface DirectoryPlace {
  readonly at: number;
  readonly bytes: number;
  readonly count: number;
}

async function endOf(file: FileBytes): Promise<DirectoryPlace> {
  const begin = Math.max(0, file.sizeBytes - TAIL_BYTES);
  const tail = await file.read(begin, file.sizeBytes);
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const first = await file.read(0, 2);
  if (first[0] !== 0x50 || first[1] !== 0x4b) throw new UnreadableError(archiveTexts.otherKind);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    const short = {
      count: view.getUint16(at + 10, true),
      bytes: view.getUint32(at + 12, true),
      at: view.getUint32(at + 16, true),
    };
    const isLong = at >= 20 && view.getUint32(at - 20, true) === 0x07064b50;
    return isLong ? longEnd(file, safe(view.getBigUint64(at - 12, true))) : short;
  }
  throw new UnreadableError(archiveTexts.damaged);
}

/** The end of the directory of an archive of more than 4 GB or 65,535 entries. */
async function longEnd(file: FileBytes, at: number): Promise<DirectoryPlace> {
  const bytes = await file.read(at, at + 56);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 56 || view.getUint32(0, true) !== 0x06064b50) throw new UnreadableError(archiveTexts.damaged);
  return {
    count: safe(view.getBigUint64(32, true)),
    bytes: safe(view.getBigUint64(40, true)),
    at: safe(view.getBigUint64(48, true)),
  };
}

function entryAt(
  view: DataView,
  place: number,
  { nameLength, extraLength }: { readonly nameLength: number; readonly extraLength: number },
): ZipEntry {
  const flags = view.getUint16(place + 8, true);
  const raw = new Uint8Array(view.buffer, view.byteOffset + place + 46, nameLength);
  // Without the mark for UTF-8 the name is in the old code page, which is the same for plain letters.
  const name = decode(raw, 'utf-8');
  const sizes = {
    sizeBytes: view.getUint32(place + 24, true),
    packedBytes: view.getUint32(place + 20, true),
    at: view.getUint32(place + 42, true),
  };
  const extra = { from: place + 46 + nameLength, to: place + 46 + nameLength + extraLength };
  return {
    name,
    isFolder: name.endsWith('/'),
    isEncrypted: (flags & 1) === 1,
    method: view.getUint16(place + 10, true),
    changed: dateOf(view.getUint16(place + 14, true), view.getUint16(place + 12, true)),
    ...longSizes(view, sizes, extra),
  };
}

type Sizes = Pick<ZipEntry, 'sizeBytes' | 'packedBytes' | 'at'>;

/** Sizes of more than 4 GB stand behind the name, in this order and only where they are needed. */
function longSizes(view: DataView, sizes: Sizes, { from, to }: { readonly from: number; readonly to: number }): Sizes {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    const long = (size: number): number => {
      if (size !== 0xffffffff) return size;
      const value = safe(view.getBigUint64(next, true));
      next += 8;
      return value;
    };
    const sizeBytes = long(sizes.sizeBytes);
    return { sizeBytes, packedBytes: long(sizes.packedBytes), at: long(sizes.at) };
  }
  return sizes;
}

/** Entries that lie over one another, or unpack to far more than deflating allows, are those of a bomb. */
function checkedEntries(entries: readonly ZipEntry[], file: FileBytes): readonly ZipEntry[] {
  let packed = 0;
  for (const { at, packedBytes, sizeBytes, method } of entries) {
    packed += packedBytes;
    if (at + 30 + packedBytes > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
    const isSwollen =
      method === 8 ? sizeBytes > 1100 * packedBytes + MIB : method === 0 && sizeBytes > packedBytes + MIB;
    if (isSwollen) throw new UnreadableError(archiveTexts.bomb);
  }
  if (packed > file.sizeBytes) throw new UnreadableError(archiveTexts.bomb);
  return entries;
}

/** @throws UnreadableError when a number of 64 bits is none that a file can have. */
function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new UnreadableError(archiveTexts.damaged);
  return Number(value);
}

function dateOf(date: number, time: number): string {
  if (date === 0) return '';
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`;
  return `${day} ${two(time >> 11)}:${two((time >> 5) & 63)}`;
}
