import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import { readEln, readZip } from '../../../../shared/preview/formats/archives/zip.ts';
import { readNumpyArchive } from '../../../../shared/preview/formats/arrays/numpy-archive.ts';
import { readNumpy } from '../../../../shared/preview/formats/arrays/numpy.ts';
import { readParquet } from '../../../../shared/preview/formats/containers/parquet.ts';
import { readFcs } from '../../../../shared/preview/formats/cytometry/fcs.ts';
import { type FormatName, formatOf } from '../../../../shared/preview/formats/formats.ts';
import { readDicom } from '../../../../shared/preview/formats/images/dicom.ts';
import { readLif } from '../../../../shared/preview/formats/images/leica.ts';
import { readNd2 } from '../../../../shared/preview/formats/images/nikon.ts';
import { readCzi } from '../../../../shared/preview/formats/images/zeiss.ts';
import { readNotebook } from '../../../../shared/preview/formats/notebooks/notebook.ts';
import { readEds } from '../../../../shared/preview/formats/qpcr/eds.ts';
import { readRdml } from '../../../../shared/preview/formats/qpcr/rdml.ts';
import { readWith, type SectionsReader } from '../../../../shared/preview/formats/read-sections.ts';
import { readAb1 } from '../../../../shared/preview/formats/sequences/ab1.ts';
import { readPrism } from '../../../../shared/preview/formats/statistics/prism.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';

/**
 * What is compared in the window's worker, which may load nothing later. Texts are compared as they are. The library of HDF5
 * needs WebAssembly, which only its own worker may use: that one reads their versions (`hdf5-versions.ts`).
 */
const READERS: {
  readonly [F in Exclude<FormatName, 'hdf5' | 'fasta' | 'fastq' | 'genbank' | 'mzml'>]: SectionsReader;
} = {
  numpy: readNumpy,
  arrays: readNumpyArchive,
  parquet: readParquet,
  notebook: readNotebook,
  zip: readZip,
  eln: readEln,
  fcs: readFcs,
  ab1: readAb1,
  prism: readPrism,
  rdml: readRdml,
  eds: readEds,
  dicom: readDicom,
  zeiss: readCzi,
  leica: readLif,
  nikon: readNd2,
};

/** Reads a version of a file of measurements to compare it with another. @throws UnreadableError */
export const readComparable: SectionsReader = async (file, request) => {
  const format = formatOf(endingOf(request.name));
  if (format === null || !(format in READERS)) throw new UnreadableError(compareTexts.why.unreadable);
  return readWith(READERS[format as keyof typeof READERS], file, request);
};
