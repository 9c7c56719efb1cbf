import { imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { FileSections } from '../sections.ts';
import { childrenOf, elementAt, everyOf, textAt, type XmlElement, xmlTree } from '../xml-tree.ts';
import { factsSections, type ImageFacts } from './image-facts.ts';

const MOST_METADATA = 64 * MIB;
/** Where the header names the place of the metadata, in bytes. SPEC: DV_FILEFORMAT for ZEISS CZI. */
const METADATA_AT = 92;
/** Of the segment's own header, and of what stands between it and the text. */
const SEGMENT = 32;
const BEFORE_TEXT = 256;

/** Reads what a CZI file of a Zeiss microscope says of itself; its pixels are not read. @throws UnreadableError */
export async function readCzi(file: FileBytes): Promise<FileSections> {
  const head = await file.read(0, 128);
  if (sign(head, 0) !== 'ZISRAWFILE') throw new UnreadableError(archiveTexts.otherKind);
  const at = Number(viewOf(head).getBigUint64(METADATA_AT, true));
  const segment = await file.read(at, at + SEGMENT + BEFORE_TEXT);
  if (sign(segment, 0) !== 'ZISRAWMETADATA') throw new UnreadableError(archiveTexts.damaged);
  const size = viewOf(segment).getUint32(SEGMENT, true);
  const from = at + SEGMENT + BEFORE_TEXT;
  if (size > MOST_METADATA || from + size > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  const root = xmlTree(decode(await file.read(from, from + size), 'utf-8'));
  const facts = imageOf(elementAt(root, 'Metadata'));
  return factsSections([facts]);
}

function imageOf(metadata: XmlElement | undefined): ImageFacts {
  const information = elementAt(metadata, 'Information');
  const image = elementAt(information, 'Image');
  const size = (name: string): number | null => {
    const text = textAt(image, name);
    return /^\d+$/.test(text) ? Number(text) : null;
  };
  const channels = childrenOf(elementAt(image, 'Dimensions', 'Channels'), 'Channel');
  const distances = childrenOf(elementAt(metadata, 'Scaling', 'Items'), 'Distance');
  const distance = (axis: string): number | null => {
    const element = distances.find(each => each.attribute('Id') === axis);
    // The file says metres.
    const value = Number(textAt(element, 'Value')) * 1e6;
    return value > 0 ? value : null;
  };
  const objective = elementAt(information, 'Instrument', 'Objectives', 'Objective');
  return {
    name: textAt(information, 'Document', 'Title') || textAt(information, 'Document', 'Name'),
    width: size('SizeX'),
    height: size('SizeY'),
    planes: size('SizeZ'),
    times: size('SizeT'),
    channels: channels.map(channel => channel.attribute('Name') ?? ''),
    channelCount: size('SizeC'),
    pixelSize: { x: distance('X'), y: distance('Y'), z: distance('Z') },
    more: [
      [texts.scenes, String(size('SizeS') ?? '')],
      [texts.type, textAt(image, 'PixelType')],
      [texts.objective, objective?.attribute('Name') ?? ''],
      [texts.when, textAt(image, 'AcquisitionDateAndTime') || textAt(information, 'Document', 'CreationDate')],
      [
        texts.by,
        [...(information === undefined ? [] : everyOf(information, 'Application'))]
          .map(each => textAt(each, 'Name'))
          .join(', '),
      ],
    ],
  };
}

function sign(bytes: Uint8Array, at: number): string {
  return decode(bytes.subarray(at, at + 16), 'utf-8').replaceAll('\0', '');
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
