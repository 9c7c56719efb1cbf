import { arrayTexts as texts } from '../../../features/preview/sections-text.ts';
import { archiveTexts } from '../../../features/preview/files-text.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { grayPicture } from './gray-picture.ts';
import { bytesOfType, numbersOf, writtenNumber } from './numbers-of.ts';

/** The header of a `.npy` file, which is the beginning of its version 3 and of all before. */
interface Header {
  /** Where the values begin, in bytes. */
  readonly at: number;
  /** As NumPy names it, without the sign for the order of bytes, such as `f8`. */
  readonly type: string;
  readonly isLittle: boolean;
  /** Values of the first axis change fastest. */
  readonly isByColumns: boolean;
  readonly shape: readonly number[];
}

/** Longer headers are those of arrays with a great many named fields. */
const MOST_HEADER_BYTES = 1024 * 1024;
/** Larger planes are not drawn, in values. */
const MOST_PLANE = 4096 * 4096;
/** Smaller ones are tables rather than pictures, in rows and columns. */
const LEAST_PLANE_SIDE = 16;
const MOST_COLUMNS = 200;

/** Reads an array of NumPy: what it is, its first values, and a plane of it as a picture. @throws UnreadableError */
export async function readNumpy(file: FileBytes, { wish, mostRows }: SectionsRequest): Promise<FileSections> {
  const header = await headerOf(file);
  const facts = factsOf(header);
  const size = bytesOfType(header.type);
  if (header.type.startsWith('O')) facts.push([texts.value, texts.objects]);
  if (size === null) return { sections: [{ is: 'facts', title: texts.array, facts }], isCut: true };
  const count = header.shape.reduce((product, length) => product * length, 1);
  if (header.at + count * size > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  const sections: Section[] = [{ is: 'facts', title: texts.array, facts }];
  for (const section of await planeOf(file, header, wish['plane'] ?? '0')) sections.push(section);
  const table = await tableOf(file, header, mostRows);
  if (table !== null) sections.push(table);
  return { sections, isCut: table === null || table.total > table.rows.length || header.shape.length > 2 };
}

async function headerOf(file: FileBytes): Promise<Header> {
  const head = await file.read(0, 12);
  const isNumpy = head[0] === 0x93 && decode(head.subarray(1, 6), 'utf-8') === 'NUMPY';
  const [version = 0] = head.subarray(6);
  if (!isNumpy || version < 1 || version > 3) throw new UnreadableError(archiveTexts.otherKind);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = version === 1 ? 10 : 12;
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MOST_HEADER_BYTES) throw new UnreadableError(archiveTexts.damaged);
  const text = decode(await file.read(start, start + length), 'utf-8');
  // A literal of Python's that NumPy writes in one fixed form; nothing of it is run.
  const type = /'descr':\s*'([<>|=]?)([^']+)'/.exec(text);
  const shape = /'shape':\s*\(([^)]*)\)/.exec(text)?.[1];
  if (shape === undefined) throw new UnreadableError(archiveTexts.damaged);
  return {
    at: start + length,
    type: type?.[2] ?? /'descr':\s*(\[.*?\])\s*,\s*'fortran/s.exec(text)?.[1] ?? '',
    isLittle: type?.[1] !== '>',
    isByColumns: /'fortran_order':\s*True/.test(text),
    shape: shape.split(',').flatMap(each => (/^\s*\d+\s*$/.test(each) ? [Number(each)] : [])),
  };
}

function factsOf({ shape, type, isByColumns }: Header): [string, string][] {
  return [
    [texts.shape, shape.length === 0 ? texts.single : shape.join(' × ')],
    [texts.type, type],
    ...(shape.length > 1
      ? [[texts.order, isByColumns ? texts.byColumns : texts.byRows] satisfies [string, string]]
      : []),
  ];
}

/** Values of the last two axes at one place of those before them, row by row. */
async function valuesOfPlane(file: FileBytes, header: Header, plane: number): Promise<readonly (number | bigint)[]> {
  const { rows, columns } = sidesOf(header);
  const size = bytesOfType(header.type) ?? 1;
  if (!header.isByColumns) {
    const from = header.at + plane * rows * columns * size;
    return numbersOf(await file.read(from, from + rows * columns * size), header.type, header.isLittle);
  }
  // Only of two axes: then the values stand column by column.
  const values = numbersOf(await file.read(header.at, header.at + rows * columns * size), header.type, header.isLittle);
  return Array.from(
    { length: rows * columns },
    (_, at) => values[(at % columns) * rows + Math.floor(at / columns)] ?? 0,
  );
}

function sidesOf({ shape }: Header): { readonly rows: number; readonly columns: number; readonly planes: number } {
  const planes = shape.slice(0, -2).reduce((product, length) => product * length, 1);
  return { rows: shape.at(-2) ?? 1, columns: shape.at(-1) ?? 1, planes };
}

async function planeOf(file: FileBytes, header: Header, wished: string): Promise<readonly Section[]> {
  const { rows, columns, planes } = sidesOf(header);
  const isDrawn = Math.min(rows, columns) >= LEAST_PLANE_SIDE && rows * columns <= MOST_PLANE && planes > 0;
  if (!isDrawn || (header.isByColumns && header.shape.length > 2)) return [];
  const at = /^\d+$/.test(wished) ? Math.min(planes - 1, Number(wished)) : 0;
  const values = await valuesOfPlane(file, header, at);
  const picture = grayPicture(values, { width: columns, height: rows });
  const title = planes > 1 ? texts.planeAt(at + 1) : texts.plane;
  return [...choiceOf(planes, at), { is: 'picture', title, ...picture }];
}

function choiceOf(planes: number, at: number): readonly Section[] {
  if (planes < 2) return [];
  const options = Array.from({ length: Math.min(planes, 10_000) }, (_, plane) => ({
    id: String(plane),
    label: texts.planeAt(plane + 1),
  }));
  return [{ is: 'choice', id: 'plane', title: texts.plane, options, chosen: String(at) }];
}

/** The first rows of an array of up to two axes; null of one that has more, or whose values stand column by column. */
async function tableOf(
  file: FileBytes,
  header: Header,
  mostRows: number,
): Promise<Extract<Section, { is: 'table' }> | null> {
  const { shape, type, isLittle } = header;
  if (shape.length > 2) return null;
  const rows = shape[0] ?? 1;
  const columns = shape[1] ?? 1;
  if (header.isByColumns && shape.length === 2 && rows * columns > MOST_PLANE) return null;
  const shown = Math.min(rows, mostRows);
  const size = bytesOfType(type) ?? 1;
  const values =
    header.isByColumns && shape.length === 2
      ? await valuesOfPlane(file, header, 0)
      : numbersOf(await file.read(header.at, header.at + shown * columns * size), type, isLittle);
  const wide = Math.min(columns, MOST_COLUMNS);
  const names = shape.length < 2 ? [texts.value] : Array.from({ length: wide }, (_, at) => String(at));
  return {
    is: 'table',
    title: texts.values,
    columns: [texts.row, ...names],
    rows: Array.from({ length: shown }, (_, row) => [
      String(row),
      ...Array.from({ length: wide }, (__, at) => writtenNumber(values[row * columns + at] ?? 0, type)),
    ]),
    total: rows,
  };
}
