import { readFcs } from '../cytometry/fcs.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of flow cytometry. */
export const readers: ReadersIn<'cytometry'> = { fcs: readFcs };
