import { readHdf5 } from '../containers/hdf5.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of HDF5, with a library that needs WebAssembly. */
export const readers: ReadersIn<'hdf5'> = { hdf5: readHdf5 };
