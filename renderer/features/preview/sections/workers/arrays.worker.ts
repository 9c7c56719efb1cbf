import { readNumpy } from '../../../../../shared/preview/formats/arrays/numpy.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ numpy: readNumpy });
