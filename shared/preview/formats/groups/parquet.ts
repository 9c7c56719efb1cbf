import { readParquet } from '../containers/parquet.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of Parquet tables. */
export const readers: ReadersIn<'parquet'> = { parquet: readParquet };
