import { readDicom } from '../images/dicom.ts';
import { readLif } from '../images/leica.ts';
import { readNd2 } from '../images/nikon.ts';
import { readCzi } from '../images/zeiss.ts';
import { readEds } from '../qpcr/eds.ts';
import { readRdml } from '../qpcr/rdml.ts';
import { readPrism } from '../statistics/prism.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of what instruments and programs record, and images of scanners and microscopes. */
export const readers: ReadersIn<'records'> = {
  prism: readPrism,
  rdml: readRdml,
  eds: readEds,
  dicom: readDicom,
  zeiss: readCzi,
  leica: readLif,
  nikon: readNd2,
};
