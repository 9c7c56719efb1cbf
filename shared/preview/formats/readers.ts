import { endingOf } from '../../name-ending.ts';
import type { FileBytes } from './file-bytes.ts';
import { type FormatName, FORMATS, formatOf, type ReaderGroup } from './formats.ts';
import { type ReadersIn, readWith, type SectionsReader, type SectionsRequest } from './read-sections.ts';
import type { FileSections } from './sections.ts';

/** Each is loaded when the first file of one of its formats is looked into. The window has a worker for each instead. */
const GROUPS: { readonly [G in ReaderGroup]: () => Promise<{ readonly readers: ReadersIn<G> }> } = {
  archives: () => import('./groups/archives.ts'),
  arrays: () => import('./groups/arrays.ts'),
  cytometry: () => import('./groups/cytometry.ts'),
  hdf5: () => import('./groups/hdf5.ts'),
  parquet: () => import('./groups/parquet.ts'),
  records: () => import('./groups/records.ts'),
  sequences: () => import('./groups/sequences.ts'),
  spectra: () => import('./groups/spectra.ts'),
};

/** Reads a file by the ending of its name. @throws UnreadableError with a sentence for people. */
export async function readSections(file: FileBytes, request: SectionsRequest): Promise<FileSections> {
  const format = formatOf(endingOf(request.name));
  return readWith(format === null ? null : await readerOf(format), file, request);
}

async function readerOf(format: FormatName): Promise<SectionsReader | null> {
  const { readers }: { readonly readers: { readonly [F in FormatName]?: SectionsReader } } =
    await GROUPS[FORMATS[format].group]();
  return readers[format] ?? null;
}
