// The addresses of workers as the build names them; no module of ours has them as its default export.
// oxlint-disable import/default
import type { FormatName } from '../../../../shared/preview/formats/formats.ts';
import archives from './workers/archives.worker.ts?worker&url';
import arrays from './workers/arrays.worker.ts?worker&url';
import hdf5 from './workers/hdf5.worker.ts?worker&url';
import parquet from './workers/parquet.worker.ts?worker&url';

/** What reads each format, beside the window. A worker may load nothing, so a large library has one of its own. */
export const SECTION_WORKERS: { readonly [F in FormatName]: string } = {
  numpy: arrays,
  arrays,
  parquet,
  hdf5,
  notebook: archives,
  zip: archives,
  eln: archives,
};
