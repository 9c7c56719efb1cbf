import { imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { FileSections } from '../sections.ts';
import { factsSections, UNKNOWN } from './image-facts.ts';
import { type NikonValue, nikonValues } from './nikon-values.ts';

const MAGIC = 0x0abeceda;
const MAP_SIGN = 'ND2 CHUNK MAP SIGNATURE 0000001!';
const MAP_NAME = 'ND2 FILEMAP SIGNATURE NAME 0001!';
const MOST_MAP = 64 * MIB;
const MOST_CHUNK = 32 * MIB;
/** Before each chunk: a sign, the length of its name, and that of its content. */
const CHUNK_HEAD = 16;

/** Reads what an ND2 file of a Nikon microscope says of itself; its pixels are not read. @throws UnreadableError */
export async function readNd2(file: FileBytes): Promise<FileSections> {
  const map = await mapOf(file);
  const values = async (name: string): Promise<NikonValue> => {
    const at = map.get(name);
    return at === undefined ? {} : nikonValues(await chunkAt(file, at));
  };
  const attributes = await values('ImageAttributesLV!');
  const metadata = await values('ImageMetadataSeqLV|0!');
  const text = await values('ImageTextInfoLV!');
  const calibration = numberIn(metadata, 'dCalibration');
  const facts = {
    ...UNKNOWN,
    width: numberIn(attributes, 'uiWidth'),
    height: numberIn(attributes, 'uiHeight'),
    channelCount: numberIn(attributes, 'uiComp'),
    pixelSize: {
      ...UNKNOWN.pixelSize,
      ...(calibration !== null && calibration > 0 ? { x: calibration, y: calibration } : {}),
    },
    more: [
      [texts.bits, String(numberIn(attributes, 'uiBpcSignificant') ?? '')],
      [texts.count, String(numberIn(attributes, 'uiSequenceCount') ?? '')],
      [texts.when, textIn(text, 'TextInfoItem_9')],
      [texts.objective, textIn(text, 'TextInfoItem_13')],
      [texts.about, textIn(text, 'TextInfoItem_5')],
    ],
  } as const;
  return factsSections([facts]);
}

/** Where each chunk begins, by its name; the map of them stands at the end of the file. */
async function mapOf(file: FileBytes): Promise<ReadonlyMap<string, number>> {
  const head = await file.read(0, CHUNK_HEAD);
  if (viewOf(head).getUint32(0, true) !== MAGIC) throw new UnreadableError(archiveTexts.otherKind);
  const tail = await file.read(file.sizeBytes - 40, file.sizeBytes);
  if (decode(tail.subarray(0, 32), 'utf-8') !== MAP_SIGN) throw new UnreadableError(archiveTexts.damaged);
  const from = Number(viewOf(tail).getBigUint64(32, true));
  if (from >= file.sizeBytes || file.sizeBytes - from > MOST_MAP) throw new UnreadableError(archiveTexts.damaged);
  const content = await chunkAt(file, from, MOST_MAP);
  const map = new Map<string, number>();
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(0x21, at);
    if (end === -1 || end + 17 > content.length) break;
    const name = decode(content.subarray(at, end + 1), 'utf-8');
    if (name === MAP_NAME || name === MAP_SIGN) break;
    map.set(name, Number(viewOf(content).getBigUint64(end + 1, true)));
    at = end + 17;
  }
  return map;
}

async function chunkAt(file: FileBytes, at: number, most = MOST_CHUNK): Promise<Uint8Array> {
  const head = await file.read(at, at + CHUNK_HEAD);
  const view = viewOf(head);
  const size = Number(view.getBigUint64(8, true));
  const from = at + CHUNK_HEAD + view.getUint32(4, true);
  if (view.getUint32(0, true) !== MAGIC || size > most || from + size > file.sizeBytes)
    throw new UnreadableError(archiveTexts.damaged);
  return file.read(from, from + size);
}

/** The first value of a name, however deep. */
function valueIn(values: NikonValue, name: string): NikonValue | null {
  if (typeof values !== 'object') return null;
  for (const [own, value] of Object.entries(values)) {
    if (own === name) return value;
    const inside = valueIn(value, name);
    if (inside !== null) return inside;
  }
  return null;
}

function numberIn(values: NikonValue, name: string): number | null {
  const value = valueIn(values, name);
  return typeof value === 'number' ? value : null;
}

function textIn(values: NikonValue, name: string): string {
  const value = valueIn(values, name);
  return typeof value === 'string' ? value.trim() : '';
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
