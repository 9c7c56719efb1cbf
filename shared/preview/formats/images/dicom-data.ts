import dicomParser, { type DataSet } from 'dicom-parser';
import { Inflate } from 'fflate';

import { archiveTexts } from '../../../features/preview/files-text.ts';
import { dicomTexts } from '../../../features/preview/measurements-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import { bytesInMemory, type FileBytes, readWhole } from '../file-bytes.ts';

export const PIXELS = 'x7fe00010';
const DEFLATED = '1.2.840.10008.1.2.1.99';
/** How a file is written that does not say it. */
const USUAL = '1.2.840.10008.1.2';
/** How files are written that name the kind of each value: with the lowest byte of a number first, or the highest. */
const LOWEST_FIRST = '1.2.840.10008.1.2.1';
const HIGHEST_FIRST = '1.2.840.10008.1.2.2';

/** As much of a file is looked through for what stands before its pixels. */
const MOST_HEADER = 8 * MIB;
/** Of files that are packed as a whole, no more is read, and unpacked. */
const [MOST_PACKED, MOST_UNPACKED] = [64 * MIB, 128 * MIB];
const PIECE = 65_536;

/** What a file says of itself, and the bytes in which its pixels stand. */
export interface DicomData {
  readonly data: DataSet;
  /** The file as `data` counts its places: unpacked, where it is packed as a whole. */
  readonly file: FileBytes;
  /** As much of it as was looked through. */
  readonly bytes: Uint8Array;
  /** How the pixels are written, by the number that DICOM gives it. */
  readonly syntax: string;
  /** Why there may be more than `data`, in a sentence; null: it is all that stands before the pixels. */
  readonly cut: string | null;
}

/** Reads what stands before the pixels, as far as it goes. @throws UnreadableError */
export async function readDicomData(file: FileBytes): Promise<DicomData> {
  const head = await file.read(0, MOST_HEADER);
  const isPacked = decode(head.subarray(0, 1024), 'windows-1252').includes(DEFLATED);
  const bytes = isPacked ? await readWhole(file, MOST_PACKED) : head;
  const whole: { unpacked: Uint8Array | null } = { unpacked: null };
  const { data, isCut } = parsed(bytes, (_, from) => (whole.unpacked = inflated(bytes.subarray(from))));
  const { unpacked } = whole;
  const isLong = unpacked === null && bytes.length < file.sizeBytes;
  return {
    data,
    file: unpacked === null ? file : bytesInMemory(unpacked),
    bytes: unpacked ?? bytes,
    // Its pixels stand as they are once it is unpacked.
    syntax: unpacked === null ? (data.string('x00020010') ?? USUAL) : LOWEST_FIRST,
    cut: isCut ? (isLong ? dicomTexts.longHeader : dicomTexts.endsEarly) : null,
  };
}

type Unpack = (bytes: Uint8Array, from: number) => Uint8Array;

/** @param unpack called for a file that is packed as a whole, with where its packed part begins. */
function parsed(bytes: Uint8Array, unpack: Unpack): { readonly data: DataSet; readonly isCut: boolean } {
  try {
    const unsaid = syntaxWithoutMark(bytes);
    const syntax = unsaid === null ? {} : { TransferSyntaxUID: unsaid };
    const data = dicomParser.parseDicom(bytes, { untilTag: PIXELS, inflater: unpack, ...syntax });
    return { data, isCut: data.warnings.some(warning => warning.startsWith('eof')) };
  } catch (thrown) {
    if (thrown instanceof UnreadableError) throw thrown;
    const data = dataBefore(thrown);
    if (data !== null) return { data, isCut: true };
    throw new UnreadableError(hasMark(bytes) ? archiveTexts.damaged : archiveTexts.otherKind);
  }
}

function hasMark(bytes: Uint8Array): boolean {
  return decode(bytes.subarray(128, 132), 'utf-8') === 'DICM';
}

/** How a file is written that begins with its first element, as older programs write them; null: it does not. */
function syntaxWithoutMark(bytes: Uint8Array): string | null {
  if (hasMark(bytes) || bytes.length < 8) return null;
  const head = new DataView(bytes.buffer, bytes.byteOffset, 8);
  const hasKind = /^[A-Z]{2}$/.test(decode(bytes.subarray(4, 6), 'windows-1252'));
  if (hasKind && isFirstGroup(head.getUint16(0, false))) return HIGHEST_FIRST;
  if (!isFirstGroup(head.getUint16(0, true))) return null;
  if (hasKind) return LOWEST_FIRST;
  // Its first element is a length or a short text.
  return head.getUint16(2, true) <= 0x20 && head.getUint32(4, true) <= 64 ? USUAL : null;
}

/** What a file is written like, and what it is of, are the groups that stand first. */
function isFirstGroup(group: number): boolean {
  return group === 2 || group === 8;
}

/** What the library had read when it failed; null: nothing. */
function dataBefore(thrown: unknown): DataSet | null {
  if (typeof thrown !== 'object' || thrown === null || !('dataSet' in thrown)) return null;
  return isDataSet(thrown.dataSet) ? thrown.dataSet : null;
}

function isDataSet(value: unknown): value is DataSet {
  return typeof value === 'object' && value !== null && 'elements' in value && 'byteArray' in value;
}

/** What was packed, as far as it goes. @throws UnreadableError when it is more than any header and image. */
function inflated(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const unpacking = new Inflate(piece => {
    size += piece.length;
    if (size > MOST_UNPACKED) throw new UnreadableError(archiveTexts.bomb);
    pieces.push(piece);
  });
  // In small pieces, since each is unpacked whole before it can be counted. None is said to be the last: a file that
  // ends early is shown as far as it goes.
  for (let at = 0; at < packed.length; at += PIECE) unpacking.push(packed.subarray(at, at + PIECE));
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const piece of pieces) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}
