import { readEln, readZip } from '../archives/zip.ts';
import { readNotebook } from '../notebooks/notebook.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of notebooks and archives. */
export const readers: ReadersIn<'archives'> = { notebook: readNotebook, zip: readZip, eln: readEln };
