import type { SampleFile } from './sample-file.ts';
import { INSTRUMENT_FILES, PLATE_FILES, WESTERN_FILES } from './plan-measured.ts';
import { NOTE_FILES } from './plan-notes.ts';
import { OFFICE_FILES } from './plan-office.ts';
import { PROTOCOL_FILES } from './plan-protocols.ts';
import { SHARED_FILES, SHARED_FOLDERS } from './plan-shares.ts';

/** The folders below the Knowledge Base, parents first. */
export const FOLDERS: readonly string[] = [
  'Protocols',
  'Protocols/Western blot',
  'Protocols/qPCR',
  'Protocols/Cell culture',
  'Protocols/Assays',
  'SOPs',
  'Plates',
  'Plates/ELISA (TNF-α)',
  'Plates/qPCR runs',
  'Plates/Viability (MTT)',
  'Westerns 2026',
  'Westerns 2026/Blot 14 – pERK time course',
  'Westerns 2026/Blot 15 – pERK n=3',
  'Cell lines',
  'Inventory',
  'Instruments',
  'Instruments/HPLC',
  'Instruments/Plate reader',
  'Project Kestrel (KST-118)',
  'Project Kestrel (KST-118)/Figures',
  'Meetings',
  ...SHARED_FOLDERS,
];

/** Roots beside the Knowledge Base that only the owner sees, as the service makes them. */
export const OTHER_ROOTS: readonly string[] = ['memory', 'tasks', 'uploads'];

export const FILES: readonly SampleFile[] = [
  ...PROTOCOL_FILES,
  ...NOTE_FILES,
  ...PLATE_FILES,
  ...WESTERN_FILES,
  ...INSTRUMENT_FILES,
  ...OFFICE_FILES,
  ...SHARED_FILES,
];
