import { readers } from '../../../../../shared/preview/formats/groups/parquet.ts';
import { serveSections } from '../serve-sections.ts';

serveSections(readers);
