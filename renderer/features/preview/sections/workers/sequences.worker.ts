import { readers } from '../../../../../shared/preview/formats/groups/sequences.ts';
import { serveSections } from '../serve-sections.ts';

serveSections(readers);
