import { readMzml } from '../../../../../shared/preview/formats/spectra/mzml.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ mzml: readMzml });
