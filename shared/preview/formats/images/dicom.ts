import type { DataSet } from 'dicom-parser';

import { archiveTexts } from '../../../features/preview/files-text.ts';
import { dicomTexts, imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, PictureSection, Section } from '../sections.ts';
import { colouredPicture, palettePicture, paletteOf } from './dicom-colours.ts';
import { readDicomData } from './dicom-data.ts';
import { frameBytes, frameValues, type Pixels, pixelsOf } from './dicom-pixels.ts';
import { dicomEncoding, dicomText } from './dicom-text.ts';
import { windowedPicture } from './windowed-picture.ts';

/** Reads a medical image: what it is of, and a frame of it as it asks to be shown. @throws UnreadableError */
export async function readDicom(file: FileBytes, { wish }: SectionsRequest): Promise<FileSections> {
  const { data, file: unpacked, bytes, syntax, cut } = await readDicomData(file);
  const encoding = dicomEncoding(data.string('x00080005') ?? '');
  const facts = Object.entries(dicomTexts.tags).flatMap(([tag, word]) => {
    const value = NUMBERS.has(tag) ? String(data.uint16(tag) ?? '') : dicomText(bytesOf(data, bytes, tag), encoding);
    return value === '' ? [] : [[word, value] as const];
  });
  if (cut !== null && facts.length === 0) throw new UnreadableError(archiveTexts.damaged);
  const said: Section = { is: 'facts', title: dicomTexts.facts, facts };
  const pixels = cut ?? pixelsOf(data, syntax, unpacked.sizeBytes);
  if (typeof pixels === 'string') return { sections: [said, sentence(pixels)], isCut: true };
  const shown = await frameSections(unpacked, { data, bytes, pixels, wished: wish['frame'] ?? '0' });
  return { sections: [said, ...shown], isCut: false };
}

const NUMBERS = new Set(['x00280010', 'x00280011', 'x00280100', 'x00280101']);

function bytesOf({ elements }: DataSet, bytes: Uint8Array, tag: string): Uint8Array {
  const element = elements[tag];
  return element === undefined
    ? new Uint8Array()
    : bytes.subarray(element.dataOffset, element.dataOffset + element.length);
}

function sentence(line: string): Section {
  return { is: 'lines', title: '', look: 'prose', lines: [line] };
}

interface Framed {
  readonly data: DataSet;
  /** In which `data` counts its places. */
  readonly bytes: Uint8Array;
  readonly pixels: Pixels;
  readonly wished: string;
}

async function frameSections(file: FileBytes, framed: Framed): Promise<readonly Section[]> {
  const { pixels, wished } = framed;
  const { frames } = pixels;
  const frame = /^\d+$/.test(wished) ? Math.min(frames - 1, Number(wished)) : 0;
  if (pixels.at + (frame + 1) * frameBytes(pixels) > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  const picture = pictureOf(await frameValues(file, pixels, frame), framed);
  const shown: Section =
    picture === null ? sentence(dicomTexts.palette) : { is: 'picture', title: texts.image, ...picture };
  if (frames < 2) return [shown];
  const options = Array.from({ length: Math.min(frames, 10_000) }, (_, at) => ({
    id: String(at),
    label: texts.frameAt(at + 1, frames),
  }));
  return [{ is: 'choice', id: 'frame', title: texts.frame, options, chosen: String(frame) }, shown];
}

/** Null: it has a palette that is not read. */
function pictureOf(
  values: readonly number[],
  { data, bytes, pixels }: Framed,
): Pick<PictureSection, 'width' | 'height' | 'pixels' | 'note'> | null {
  const { colours, columns, rows } = pixels;
  if (colours === 'PALETTE COLOR') {
    const palette = paletteOf(data, bytes, pixels);
    return palette === null ? null : palettePicture(values, palette, pixels);
  }
  if (colours !== 'MONOCHROME1' && colours !== 'MONOCHROME2')
    return colouredPicture(values, pixels, data.uint16('x00280006') === 1);
  const number = (tag: string): number | null => {
    const first = (data.string(tag) ?? '').split('\\')[0]?.trim() ?? '';
    return first === '' || !Number.isFinite(Number(first)) ? null : Number(first);
  };
  return windowedPicture(values, {
    width: columns,
    height: rows,
    isInverted: colours === 'MONOCHROME1',
    slope: number('x00281053') ?? 1,
    intercept: number('x00281052') ?? 0,
    window: { centre: number('x00281050'), width: number('x00281051') },
  });
}
