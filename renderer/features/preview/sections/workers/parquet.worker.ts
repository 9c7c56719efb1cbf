import { readParquet } from '../../../../../shared/preview/formats/containers/parquet.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ parquet: readParquet });
