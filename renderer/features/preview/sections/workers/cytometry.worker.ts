import { readFcs } from '../../../../../shared/preview/formats/cytometry/fcs.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ fcs: readFcs });
