import { readers } from '../../../../../shared/preview/formats/groups/cytometry.ts';
import { serveSections } from '../serve-sections.ts';

serveSections(readers);
