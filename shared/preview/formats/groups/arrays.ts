import { readNumpy } from '../arrays/numpy.ts';
import { readNumpyArchive } from '../arrays/numpy-archive.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of arrays of NumPy. */
export const readers: ReadersIn<'arrays'> = { numpy: readNumpy, arrays: readNumpyArchive };
