import { readFileSync } from 'node:fs';

import type { SampleFile } from './sample-file.ts';
import { nuclei } from './stack.ts';
import { once } from './texts.ts';

/** Files that office programs and a microscope made. Those of `office/` were written by us and saved with LibreOffice. */
export const OFFICE_FILES: readonly SampleFile[] = [
  {
    folder: 'Plates/ELISA (TNF-α)',
    name: '2026-11-05 ELISA plate 4 map.xlsx',
    description: 'Where what stands, and how the doses were diluted',
    tags: ['ELISA', 'KST-118'],
    versions: once('2026-11-05T10:02', 3, saved('plate-4-map.xlsx')),
  },
  {
    folder: 'SOPs',
    name: 'SOP-015 Microplate reader.docx',
    description: 'Settings for each assay, and what to do when the plate sticks',
    tags: ['SOP', 'plate reader'],
    versions: once('2026-09-30T16:20', 2, saved('sop-015.docx')),
  },
  {
    folder: 'Project Kestrel (KST-118)',
    name: 'KST-118 certificate of analysis.pdf',
    description: 'Lot 118-04, from the supplier',
    tags: ['KST-118', 'quality'],
    versions: once('2026-09-16T11:31', 1, saved('certificate.pdf')),
  },
  {
    folder: 'Cell lines',
    name: 'RAW 264.7 p11 nuclei z-stack.tif',
    description: 'Six planes of 2 µm, 16 bits, 40×',
    tags: ['microscopy', 'cell culture'],
    versions: once('2026-10-20T09:05', 2, nuclei(6, 71)),
  },
];

function saved(name: string): Uint8Array {
  return readFileSync(new URL(`office/${name}`, import.meta.url));
}
