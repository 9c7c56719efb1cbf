import { readEln, readZip } from '../../../../../shared/preview/formats/archives/zip.ts';
import { readNotebook } from '../../../../../shared/preview/formats/notebooks/notebook.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ notebook: readNotebook, zip: readZip, eln: readEln });
