import { readers } from '../../../../../shared/preview/formats/groups/records.ts';
import { serveSections } from '../serve-sections.ts';

serveSections(readers);
