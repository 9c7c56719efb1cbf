// The addresses of workers as the build names them; no module of ours has them as its default export.
// oxlint-disable import/default
import type { ReaderGroup } from '../../../../shared/preview/formats/formats.ts';
import archives from './workers/archives.worker.ts?worker&url';
import arrays from './workers/arrays.worker.ts?worker&url';
import cytometry from './workers/cytometry.worker.ts?worker&url';
import hdf5 from './workers/hdf5.worker.ts?worker&url';
import parquet from './workers/parquet.worker.ts?worker&url';
import records from './workers/records.worker.ts?worker&url';
import sequences from './workers/sequences.worker.ts?worker&url';
import spectra from './workers/spectra.worker.ts?worker&url';

/** What reads each group of formats, beside the window. A worker may load nothing, so a large library has one of its own. */
export const SECTION_WORKERS: { readonly [G in ReaderGroup]: string } = {
  archives,
  arrays,
  cytometry,
  hdf5,
  parquet,
  records,
  sequences,
  spectra,
};
