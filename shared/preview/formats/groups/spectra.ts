import { readMzml } from '../spectra/mzml.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of mass spectra. */
export const readers: ReadersIn<'spectra'> = { mzml: readMzml };
