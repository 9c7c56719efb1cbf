import dicomParser, { type DataSet } from 'dicom-parser';

import { dicomTexts, imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import { archiveTexts, stackTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import { numbersOf } from '../arrays/numbers-of.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { dicomEncoding, dicomText } from './dicom-text.ts';
import { windowedPicture } from './windowed-picture.ts';

/** As much of a file is looked through for what stands before its pixels. */
const MOST_HEADER = 8 * MIB;
const PIXELS = 'x7fe00010';
const DEFLATED = '1.2.840.10008.1.2.1.99';
/** Larger pictures are not drawn, in pixels. */
const MOST_PIXELS = 64 * 1024 * 1024;
/** Ways of writing in which pixels stand as they are. */
const PLAIN_SYNTAXES: { readonly [syntax: string]: { readonly isLittle: boolean } } = {
  '1.2.840.10008.1.2': { isLittle: true },
  '1.2.840.10008.1.2.1': { isLittle: true },
  '1.2.840.10008.1.2.2': { isLittle: false },
};

/** How the pixels of a picture stand in its file. */
interface Pixels {
  readonly at: number;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samples: number;
  /** As `numbersOf` names it. */
  readonly type: string;
  readonly isLittle: boolean;
}

/** Reads a medical image: what it is of, and a frame of it as it asks to be shown. @throws UnreadableError */
export async function readDicom(file: FileBytes, { wish }: SectionsRequest): Promise<FileSections> {
  const head = await file.read(0, MOST_HEADER);
  const data = parsed(head);
  const encoding = dicomEncoding(data.string('x00080005') ?? '');
  const tags = Object.entries(dicomTexts.tags);
  const facts = tags.flatMap(([tag, word]) => {
    const value = NUMBERS.has(tag) ? String(data.uint16(tag) ?? '') : dicomText(bytesOf(head, data, tag), encoding);
    return value === '' ? [] : [[word, value] as const];
  });
  const said: Section = { is: 'facts', title: dicomTexts.facts, facts };
  const syntax = data.string('x00020010') ?? '1.2.840.10008.1.2';
  const pixels = pixelsOf(data, syntax, file.sizeBytes);
  if (typeof pixels === 'string')
    return { sections: [said, { is: 'lines', title: '', look: 'prose', lines: [pixels] }], isCut: true };
  const shown = await frameSections(file, { data, pixels, wished: wish['frame'] ?? '0' });
  return { sections: [said, ...shown], isCut: false };
}

function parsed(head: Uint8Array): DataSet {
  try {
    return dicomParser.parseDicom(head, { untilTag: PIXELS });
  } catch {
    // Its whole header is packed, and could unpack without end.
    if (decode(head.subarray(0, 1024), 'windows-1252').includes(DEFLATED))
      throw new UnreadableError(texts.compressed(DEFLATED));
    const isDicom = decode(head.subarray(128, 132), 'utf-8') === 'DICM';
    throw new UnreadableError(isDicom ? archiveTexts.damaged : archiveTexts.otherKind);
  }
}

const NUMBERS = new Set(['x00280010', 'x00280011', 'x00280100', 'x00280101']);

function bytesOf(head: Uint8Array, { elements }: DataSet, tag: string): Uint8Array {
  const element = elements[tag];
  return element === undefined
    ? new Uint8Array()
    : head.subarray(element.dataOffset, element.dataOffset + element.length);
}

/** How the pixels stand; a sentence: there are none, or they are not drawn. What the file says of itself is shown still. */
function pixelsOf(data: DataSet, syntax: string, sizeBytes: number): Pixels | string {
  const element = data.elements[PIXELS];
  if (element === undefined) return dicomTexts.noImage;
  const how = PLAIN_SYNTAXES[syntax];
  const bits = data.uint16('x00280100');
  const isSigned = data.uint16('x00280103') === 1;
  if (how === undefined) return texts.compressed(syntax);
  if (bits !== 8 && bits !== 16) return stackTexts.bits(bits ?? 0);
  const pixels: Pixels = {
    at: element.dataOffset,
    rows: data.uint16('x00280010') ?? 0,
    columns: data.uint16('x00280011') ?? 0,
    frames: Math.max(1, Number(data.string('x00280008') ?? '1') || 1),
    samples: data.uint16('x00280002') ?? 1,
    type: `${isSigned ? 'i' : 'u'}${bits / 8}`,
    isLittle: how.isLittle,
  };
  const { rows, columns, samples, at } = pixels;
  const isOdd = rows === 0 || columns === 0 || rows * columns > MOST_PIXELS || (samples !== 1 && samples !== 3);
  const isShort = at + rows * columns * samples * (bits / 8) > sizeBytes;
  return isOdd || isShort ? dicomTexts.oddImage : pixels;
}

interface Framed {
  readonly data: DataSet;
  readonly pixels: Pixels;
  readonly wished: string;
}

async function frameSections(file: FileBytes, { data, pixels, wished }: Framed): Promise<readonly Section[]> {
  const { rows, columns, frames, samples, type, isLittle } = pixels;
  const frame = /^\d+$/.test(wished) ? Math.min(frames - 1, Number(wished)) : 0;
  const bytes = rows * columns * samples * (type.endsWith('2') ? 2 : 1);
  const from = pixels.at + frame * bytes;
  if (from + bytes > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  const values = numbersOf(await file.read(from, from + bytes), type, isLittle);
  const number = (tag: string): number | null => {
    const first = (data.string(tag) ?? '').split('\\')[0]?.trim() ?? '';
    return first === '' || !Number.isFinite(Number(first)) ? null : Number(first);
  };
  const picture = windowedPicture(values, {
    width: columns,
    height: rows,
    samples,
    isInPlanes: data.uint16('x00280006') === 1,
    isInverted: data.string('x00280004')?.trim() === 'MONOCHROME1',
    slope: number('x00281053') ?? 1,
    intercept: number('x00281052') ?? 0,
    window: { centre: number('x00281050'), width: number('x00281051') },
  });
  const shown: Section = { is: 'picture', title: texts.image, ...picture };
  if (frames < 2) return [shown];
  const options = Array.from({ length: Math.min(frames, 10_000) }, (_, at) => ({
    id: String(at),
    label: texts.frameAt(at + 1, frames),
  }));
  return [{ is: 'choice', id: 'frame', title: texts.frame, options, chosen: String(frame) }, shown];
}
