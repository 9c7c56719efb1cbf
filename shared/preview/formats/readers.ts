import { endingOf } from '../../name-ending.ts';
import type { FileBytes } from './file-bytes.ts';
import { type FormatName, formatOf } from './formats.ts';
import { readWith, type SectionsReader, type SectionsRequest } from './read-sections.ts';
import type { FileSections } from './sections.ts';

/** Each is loaded when the first file of its format is looked into. The window has a worker for each instead. */
const READERS: { readonly [F in FormatName]: () => Promise<SectionsReader> } = {
  numpy: async () => (await import('./arrays/numpy.ts')).readNumpy,
  fcs: async () => (await import('./cytometry/fcs.ts')).readFcs,
  ab1: async () => (await import('./sequences/ab1.ts')).readAb1,
  fasta: async () => (await import('./sequences/fasta.ts')).readFasta,
  fastq: async () => (await import('./sequences/fastq.ts')).readFastq,
  genbank: async () => (await import('./sequences/genbank.ts')).readGenbank,
  mzml: async () => (await import('./spectra/mzml.ts')).readMzml,
  prism: async () => (await import('./statistics/prism.ts')).readPrism,
  rdml: async () => (await import('./qpcr/rdml.ts')).readRdml,
  eds: async () => (await import('./qpcr/eds.ts')).readEds,
  dicom: async () => (await import('./images/dicom.ts')).readDicom,
  zeiss: async () => (await import('./images/zeiss.ts')).readCzi,
  leica: async () => (await import('./images/leica.ts')).readLif,
  nikon: async () => (await import('./images/nikon.ts')).readNd2,
  arrays: async () => (await import('./arrays/numpy-archive.ts')).readNumpyArchive,
  parquet: async () => (await import('./containers/parquet.ts')).readParquet,
  hdf5: async () => (await import('./containers/hdf5.ts')).readHdf5,
  notebook: async () => (await import('./notebooks/notebook.ts')).readNotebook,
  zip: async () => (await import('./archives/zip.ts')).readZip,
  eln: async () => (await import('./archives/zip.ts')).readEln,
};

/** Reads a file by the ending of its name. @throws UnreadableError with a sentence for people. */
export async function readSections(file: FileBytes, request: SectionsRequest): Promise<FileSections> {
  const format = formatOf(endingOf(request.name));
  return readWith(format === null ? null : await READERS[format](), file, request);
}
