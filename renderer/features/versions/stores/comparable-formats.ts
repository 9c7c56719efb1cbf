import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import {
  type FormatName,
  type FormatsIn,
  formatOf,
  type TextFormat,
} from '../../../../shared/preview/formats/formats.ts';
import { readers as archives } from '../../../../shared/preview/formats/groups/archives.ts';
import { readers as arrays } from '../../../../shared/preview/formats/groups/arrays.ts';
import { readers as cytometry } from '../../../../shared/preview/formats/groups/cytometry.ts';
import { readers as parquet } from '../../../../shared/preview/formats/groups/parquet.ts';
import { readers as records } from '../../../../shared/preview/formats/groups/records.ts';
import { readers as sequences } from '../../../../shared/preview/formats/groups/sequences.ts';
import { readWith, type SectionsReader } from '../../../../shared/preview/formats/read-sections.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';

/**
 * What is compared in the window's worker, which may load nothing later. Texts are compared as they are. The library of HDF5
 * needs WebAssembly, which only its own worker may use: that one reads their versions (`hdf5-versions.ts`).
 */
const READERS: { readonly [F in Exclude<FormatName, TextFormat | FormatsIn<'hdf5'>>]: SectionsReader } = {
  ...archives,
  ...arrays,
  ...cytometry,
  ...parquet,
  ...records,
  ...sequences,
};

/** Reads a version of a file of measurements to compare it with another. @throws UnreadableError */
export const readComparable: SectionsReader = async (file, request) => {
  const readers: { readonly [F in FormatName]?: SectionsReader } = READERS;
  const format = formatOf(endingOf(request.name));
  const read = format === null ? undefined : readers[format];
  if (read === undefined) throw new UnreadableError(compareTexts.why.unreadable);
  return readWith(read, file, request);
};
