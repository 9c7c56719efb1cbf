import { archiveTexts } from '../../../features/preview/files-text.ts';
import { hdf5Texts as texts } from '../../../features/preview/containers-text.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { datasetSections } from './hdf5-dataset.ts';
import { Hdf5File } from './hdf5-file.ts';
import { contentsOf, type FoundDataset } from './hdf5-tree.ts';

const SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
/** What other programs write before the file itself is at most this large, in bytes. */
const MOST_BEFORE = 2 ** 30;
const MOST_NODES = 3000;
const MOST_OPTIONS = 1000;

/** Files that are open, so that another choice does not read them again. */
const open = new WeakMap<FileBytes, Promise<Hdf5File>>();

/** Reads an HDF5 file, also one of NetCDF-4, MATLAB 7.3 or AnnData: its tree, and one of its data sets. @throws UnreadableError */
export async function readHdf5(
  file: FileBytes,
  { wish, mostRows, mostCells = Infinity }: SectionsRequest,
): Promise<FileSections> {
  await checkKind(file);
  const opening = open.get(file) ?? Hdf5File.open(file);
  open.set(file, opening);
  const hdf5 = await opening;
  const { nodes, datasets, attributes, isCut } = await contentsOf(hdf5, MOST_NODES);
  const sections: Section[] = [{ is: 'tree', title: texts.contents, nodes }];
  const rows = attributes.filter(([, name]) => !isOfLibrary(name));
  if (rows.length > 0)
    sections.push({
      is: 'table',
      title: texts.attributes,
      columns: ['Path', 'Name', 'Value'],
      rows,
      total: rows.length,
    });
  const chosen = chosenOf(datasets, wish['dataset']);
  if (chosen === null) return { sections, isCut };
  if (datasets.length > 1) {
    const options = datasets.slice(0, MOST_OPTIONS).map(({ path }) => ({ id: path, label: path }));
    sections.push({ is: 'choice', id: 'dataset', title: texts.dataset, options, chosen: chosen.path });
  }
  const own = await datasetSections(hdf5, chosen, { wished: wish['plane'] ?? '0', mostRows, mostCells });
  return { sections: [...sections, ...own.sections], isCut: isCut || own.isCut || datasets.length > 1 };
}

/** What NetCDF and HDF5 keep for themselves says nothing to people. */
function isOfLibrary(name: string): boolean {
  return ['DIMENSION_LIST', 'REFERENCE_LIST', '_Netcdf4Dimid', '_Netcdf4Coordinates', '_NCProperties'].includes(name);
}

/** The data set that was asked for; else the matrix of annotated data, the first with values in rows, or the first. */
function chosenOf(datasets: readonly FoundDataset[], wished: string | undefined): FoundDataset | null {
  const size = ({ dataset }: FoundDataset): number =>
    (dataset.shape ?? []).reduce((product, length) => product * length, 1);
  const named = (path: string | undefined): FoundDataset | undefined => datasets.find(each => each.path === path);
  const isTable = ({ dataset }: FoundDataset): boolean => (dataset.shape ?? []).length > 1;
  const filled = datasets.filter(each => size(each) > 1);
  return named(wished) ?? named('/X') ?? filled.find(isTable) ?? filled[0] ?? datasets[0] ?? null;
}

/** @throws UnreadableError unless the file is HDF5, with what it is instead where that is known. */
async function checkKind(file: FileBytes): Promise<void> {
  const head = await file.read(0, 128);
  if (head[0] === 0x0e && head[1] === 0x03 && head[2] === 0x13 && head[3] === 0x01)
    throw new UnreadableError(texts.hdf4);
  const text = decode(head, 'windows-1252');
  if (text.startsWith('CDF') && [1, 2, 5].includes(head[3] ?? 0)) throw new UnreadableError(texts.classic);
  if (text.startsWith('MATLAB 5.0')) throw new UnreadableError(texts.older);
  for (let at = 0; at + 8 <= file.sizeBytes && at <= MOST_BEFORE; at = at === 0 ? 512 : at * 2) {
    const mark = await file.read(at, at + 8);
    if (SIGNATURE.every((byte, place) => mark[place] === byte)) return;
  }
  throw new UnreadableError(archiveTexts.otherKind);
}
