import { readNumpy } from '../../../../../shared/preview/formats/arrays/numpy.ts';
import { readNumpyArchive } from '../../../../../shared/preview/formats/arrays/numpy-archive.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ numpy: readNumpy, arrays: readNumpyArchive });
