import { readHdf5 } from '../../../../../shared/preview/formats/containers/hdf5.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ hdf5: readHdf5 });
