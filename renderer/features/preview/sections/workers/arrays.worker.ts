import { readers } from '../../../../../shared/preview/formats/groups/arrays.ts';
import { serveSections } from '../serve-sections.ts';

serveSections(readers);
