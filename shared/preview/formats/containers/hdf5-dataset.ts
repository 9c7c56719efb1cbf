import type { Metadata } from 'h5wasm';

import { hdf5Texts as texts } from '../../../features/preview/containers-text.ts';
import { MIB } from '../../../units.ts';
import { UnreadableError } from '../../unreadable.ts';
import { grayPicture } from '../arrays/gray-picture.ts';
import type { Section, TableSection } from '../sections.ts';
import type { Hdf5File } from './hdf5-file.ts';
import type { FoundDataset } from './hdf5-tree.ts';
import { isShown } from './hdf5-decode.ts';
import { readNumbers, readValues } from './hdf5-read.ts';
import { isNumber, memberNames, recordFields, shapeWords, typeWords, valueText } from './hdf5-values.ts';

/** A block of values is unpacked whole, so larger ones are not read. In bytes. */
const MOST_BLOCK = 64 * MIB;
/** Blocks that hold what is shown come to no more, in bytes. */
const MOST_TOUCHED = 96 * MIB;
const MOST_PLANE = 2048 * 4096;
const LEAST_PLANE_SIDE = 16;
const MOST_COLUMNS = 200;
const MOST_PLANES = 10_000;
/** Filters that the library unpacks: deflate, shuffle, checksum, szip, bits, scale and offset. */
const KNOWN_FILTERS = new Set([1, 2, 3, 4, 5, 6]);

/** What of a data set is shown: rows and columns of its last two axes at one place of those before. */
interface View {
  readonly shape: readonly number[];
  readonly rows: number;
  readonly columns: number;
  readonly planes: number;
  readonly plane: number;
}

/** What is shown of values at most. */
interface Most {
  readonly mostRows: number;
  /** The number of each row is a cell, too. */
  readonly mostCells: number;
}

/** What a data set is, its values as a table, and a plane of it as a picture. */
export async function datasetSections(
  file: Hdf5File,
  { path, dataset }: FoundDataset,
  { wished, ...most }: { readonly wished: string } & Most,
): Promise<{ readonly sections: readonly Section[]; readonly isCut: boolean }> {
  const metadata = await file.ask(() => dataset.metadata);
  const filters = await file.ask(() => dataset.filters);
  const facts: [string, string][] = [
    [texts.dataset, path],
    [texts.shape, shapeWords(metadata.shape)],
    [texts.type, typeWords(metadata)],
  ];
  if (filters.length > 0) facts.push([texts.packed, filters.map(filterName).join(', ')]);
  if (metadata.chunks !== null && metadata.chunks !== undefined)
    facts.push([texts.chunks, metadata.chunks.join(' × ')]);
  const why = refusal(metadata, filters);
  if (why !== null) facts.push([texts.value, why]);
  const own: Section = { is: 'facts', title: path, facts };
  if (why !== null || metadata.shape === null || metadata.total_size === 0)
    return { sections: [own], isCut: why !== null };
  const view = viewOf(metadata.shape, wished);
  const read = await readView(file, { dataset, path }, { metadata, view, ...most }).catch(whyNot);
  if (typeof read === 'string') return { sections: [{ ...own, facts: [...facts, [texts.value, read]] }], isCut: true };
  return { sections: [own, ...choiceOf(view), ...read.sections], isCut: read.isCut };
}

/** Why values could not be read. */
function whyNot(thrown: unknown): string {
  if (thrown instanceof UnreadableError) return thrown.message;
  return thrown instanceof RangeError ? texts.tooLarge : texts.damaged;
}

function filterName({ id, name }: { readonly id: number; readonly name: string }): string {
  return name === '' ? `filter ${id}` : name;
}

/** Why the values of a data set are not read; null: they are. */
function refusal(
  metadata: Metadata,
  filters: readonly { readonly id: number; readonly name: string }[],
): string | null {
  if (!isShown(metadata)) return texts.typeNotShown(typeWords(metadata));
  if ((metadata.virtual_sources ?? []).length > 0) return texts.otherFiles;
  const unknown = filters.find(({ id }) => !KNOWN_FILTERS.has(id));
  if (unknown !== undefined) return texts.filter(filterName(unknown));
  const block = (metadata.chunks ?? []).reduce((product, length) => product * length, metadata.size);
  return block > MOST_BLOCK ? texts.tooLarge : null;
}

function viewOf(shape: readonly number[], wished: string): View {
  const planes = shape.slice(0, -2).reduce((product, length) => product * length, 1);
  const plane = /^\d{1,9}$/.test(wished) ? Math.min(planes - 1, Number(wished)) : 0;
  return { shape, rows: shape.at(-2) ?? 1, columns: shape.at(-1) ?? 1, planes, plane };
}

function choiceOf({ planes, plane }: View): readonly Section[] {
  if (planes < 2) return [];
  const options = Array.from({ length: Math.min(planes, MOST_PLANES) }, (_, at) => ({
    id: String(at),
    label: texts.planeAt(at + 1),
  }));
  return [{ is: 'choice', id: 'plane', title: texts.plane, options, chosen: String(plane) }];
}

interface Reading extends Most {
  readonly metadata: Metadata;
  readonly view: View;
}

async function readView(
  file: Hdf5File,
  { dataset }: FoundDataset,
  { metadata, view, mostRows, mostCells }: Reading,
): Promise<{ readonly sections: readonly Section[]; readonly isCut: boolean }> {
  const { shape, rows, columns, planes } = view;
  const isPicture =
    isNumber(metadata) &&
    shape.length > 1 &&
    Math.min(rows, columns) >= LEAST_PLANE_SIDE &&
    rows * columns <= MOST_PLANE &&
    touched(metadata, rangesOf(view, rows, columns)) <= MOST_TOUCHED;
  const sections: Section[] = [];
  if (isPicture) {
    const values = await file.ask(() => readNumbers(dataset, rangesOf(view, rows, columns)));
    const picture = grayPicture(values, { width: columns, height: rows });
    sections.push({ is: 'picture', title: planes > 1 ? texts.planeAt(view.plane + 1) : texts.plane, ...picture });
  }
  const wide = shape.length < 2 ? 1 : Math.min(columns, MOST_COLUMNS);
  const long = shape.length < 2 ? (shape[0] ?? 1) : rows;
  let shown = Math.min(long, mostRows, Math.max(1, Math.floor(mostCells / (wide + 1))));
  while (shown > 1 && touched(metadata, rangesOf(view, shown, wide)) > MOST_TOUCHED) shown = Math.floor(shown / 2);
  if (touched(metadata, rangesOf(view, shown, wide)) > MOST_TOUCHED) throw new RangeError('Too large.');
  const values = await file.ask(() => readValues(dataset, rangesOf(view, shown, wide)));
  sections.push(tableOf(values, metadata, { shown, wide, total: long, isFlat: shape.length < 2 }));
  return { sections, isCut: shown < long || (shape.length > 1 && wide < columns) || planes > 1 };
}

/** From where to where values are read, along each axis. */
function rangesOf({ shape, plane }: View, rows: number, columns: number): [number, number][] {
  if (shape.length < 2) return shape.map(length => [0, Math.min(length, rows)]);
  let rest = plane;
  const before = shape
    .slice(0, -2)
    .toReversed()
    .map((length): [number, number] => {
      const at = rest % length;
      rest = Math.floor(rest / length);
      return [at, at + 1];
    })
    .toReversed();
  return [...before, [0, rows], [0, columns]];
}

/** How many bytes have to be unpacked for some values: blocks only come whole. */
function touched({ chunks, size }: Metadata, ranges: readonly [number, number][]): number {
  return ranges.reduce((product, [from, to], at) => {
    const block = chunks?.[at] ?? 1;
    return product * (Math.ceil(to / block) - Math.floor(from / block)) * block;
  }, size);
}

interface TableShape {
  readonly shown: number;
  readonly wide: number;
  readonly total: number;
  readonly isFlat: boolean;
}

function tableOf(
  values: readonly unknown[],
  metadata: Metadata,
  { shown, wide, total, isFlat }: TableShape,
): TableSection {
  const members = isFlat ? memberNames(metadata) : null;
  const names = members ?? (isFlat ? [texts.value] : Array.from({ length: wide }, (_, at) => String(at)));
  const rows = Array.from({ length: shown }, (_, row) => [
    String(row),
    ...(members === null
      ? Array.from({ length: wide }, (__, at) => valueText(values[row * wide + at], metadata))
      : recordFields(values[row], metadata)),
  ]);
  return { is: 'table', title: texts.values, columns: [texts.row, ...names], rows, total };
}
