import { type ReadTexts, readSectionVersions, type VersionBytes } from '../../../../../shared/diff/read-parts.ts';
import { readers } from '../../../../../shared/preview/formats/groups/hdf5.ts';
import { readWith } from '../../../../../shared/preview/formats/read-sections.ts';
import { serveSections } from '../serve-sections.ts';

/** What this worker is asked besides: it is the only one that may load WebAssembly, so it reads versions to compare, too. */
export type Hdf5VersionsAsks = {
  versions: (versions: VersionBytes) => Promise<ReadTexts | { readonly is: 'unreadable' }>;
};

const asks: Hdf5VersionsAsks = {
  versions: versions => readSectionVersions(versions, (file, request) => readWith(readers.hdf5, file, request)),
};

serveSections(readers, asks);
