import { readers } from '../../../../../shared/preview/formats/groups/spectra.ts';
import { serveSections } from '../serve-sections.ts';

serveSections(readers);
