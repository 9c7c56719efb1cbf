import { readers } from '../../../../../shared/preview/formats/groups/archives.ts';
import { serveSections } from '../serve-sections.ts';

serveSections(readers);
