import { readCzi } from '../../../../../shared/preview/formats/images/zeiss.ts';
import { readDicom } from '../../../../../shared/preview/formats/images/dicom.ts';
import { readLif } from '../../../../../shared/preview/formats/images/leica.ts';
import { readNd2 } from '../../../../../shared/preview/formats/images/nikon.ts';
import { readEds } from '../../../../../shared/preview/formats/qpcr/eds.ts';
import { readRdml } from '../../../../../shared/preview/formats/qpcr/rdml.ts';
import { readPrism } from '../../../../../shared/preview/formats/statistics/prism.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({
  prism: readPrism,
  rdml: readRdml,
  eds: readEds,
  dicom: readDicom,
  zeiss: readCzi,
  leica: readLif,
  nikon: readNd2,
});
