import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { FileSections } from '../sections.ts';
import { childrenOf, elementAt, type XmlElement, xmlTree } from '../xml-tree.ts';
import { factsSections, type ImageFacts, UNKNOWN } from './image-facts.ts';

const MOST_METADATA = 64 * MIB;
const HEAD = 13;
/** Numbers of the axes in the file. */
const AXIS = { x: '1', y: '2', z: '3', time: '4' } as const;

/** Reads what a LIF file of a Leica microscope says of its images; their pixels are not read. @throws UnreadableError */
export async function readLif(file: FileBytes): Promise<FileSections> {
  const head = await file.read(0, HEAD);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(0, true) !== 0x70 || view.getUint8(8) !== 0x2a) throw new UnreadableError(archiveTexts.otherKind);
  const size = view.getUint32(9, true) * 2;
  if (size > MOST_METADATA || HEAD + size > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  const root = xmlTree(decode(await file.read(HEAD, HEAD + size), 'utf-16le'));
  return factsSections(imagesIn(root, ''));
}

/** Images stand in folders of the project, which their names begin with. */
function imagesIn(element: XmlElement, folder: string): readonly ImageFacts[] {
  return element.children.flatMap(child => {
    const own = child.name === 'Element' ? (child.attribute('Name') ?? '') : '';
    const name = [folder, own].filter(part => part !== '').join('/');
    const image = child.name === 'Element' ? elementAt(child, 'Data', 'Image', 'ImageDescription') : undefined;
    const under = child.name === 'Data' ? [] : imagesIn(child, element.name === '' || own === '' ? folder : name);
    return image === undefined ? under : [imageOf(image, name), ...under];
  });
}

function imageOf(image: XmlElement, name: string): ImageFacts {
  const dimensions = childrenOf(elementAt(image, 'Dimensions'), 'DimensionDescription');
  const along = (axis: keyof typeof AXIS): XmlElement | undefined =>
    dimensions.find(each => each.attribute('DimID') === AXIS[axis]);
  const count = (axis: keyof typeof AXIS): number | null =>
    Number(along(axis)?.attribute('NumberOfElements') ?? '') || null;
  const size = (axis: keyof typeof AXIS): number | null => {
    const pixels = count(axis) ?? 0;
    // The file says the length of all of them in metres, from the middle of the first to that of the last.
    const length = Math.abs(Number(along(axis)?.attribute('Length') ?? '') * 1e6);
    return pixels > 1 && length > 0 ? length / (pixels - 1) : null;
  };
  const channels = childrenOf(elementAt(image, 'Channels'), 'ChannelDescription');
  return {
    ...UNKNOWN,
    name,
    width: count('x'),
    height: count('y'),
    planes: count('z'),
    times: count('time'),
    channels: channels.map(channel => channel.attribute('LUTName') ?? ''),
    channelCount: channels.length,
    pixelSize: { x: size('x'), y: size('y'), z: size('z') },
  };
}
