import type { SampleFile } from './sample-file.ts';
import { CYCLER_SETTINGS, HPLC_METHOD, READER_CALIBRATION, readerLog, utf16Text } from './lists.ts';
import { blot, cells, doseResponse, plateView } from './pictures.ts';
import {
  bandVolumes,
  crashedPlate,
  ctTable,
  elisaMap,
  elisaPlate,
  elisaStandards,
  meltCurves,
  viability,
} from './plates.ts';
import { textOf } from './texts.ts';
import { chromatogram } from './traces.ts';

/** What instruments measured, and the pictures made of it. */

const ELISA = 'Plates/ELISA (TNF-α)';
const QPCR = 'Plates/qPCR runs';
const MTT = 'Plates/Viability (MTT)';
const BLOT_14 = 'Westerns 2026/Blot 14 – pERK time course';
const BLOT_15 = 'Westerns 2026/Blot 15 – pERK n=3';
const READER = 'Instruments/Plate reader';
const FIGURES = 'Project Kestrel (KST-118)/Figures';

interface Described {
  readonly at: string;
  readonly by: 1 | 2 | 3;
  readonly description: string;
  readonly tags: readonly string[];
}

/** A file of one version. */
function file(folder: string, name: string, content: string | Uint8Array, described: Described): SampleFile {
  const { at, by, description, tags } = described;
  return { folder, name, description, tags, versions: [{ at, by, summary: null, content }] };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const elisa = (at: string, description: string): Described => ({ at, by: 3, description, tags: ['ELISA', 'KST-118'] });
const qpcr = (at: string, description: string): Described => ({ at, by: 2, description, tags: ['qPCR', 'KST-118'] });
const western = (at: string, description: string): Described => ({
  at,
  by: 2,
  description,
  tags: ['western blot', 'KST-118'],
});
const machine = (at: string, description: string): Described => ({ at, by: 2, description, tags: ['instrument'] });

/** Blot 14: pERK and total ERK; lane 6 has a bubble. */
const PERK_14 = [0.2, 0.46, 0.86, 0.58, 0.31, 0.05, 0.29, 0.24];
const ERK_14 = [0.7, 0.72, 0.69, 0.71, 0.7, 0.66, 0.71, 0.7];
const PERK_15 = [0.19, 0.21, 0.2, 0.84, 0.88, 0.79, 0.27, 0.3, 0.25];
const ERK_15 = [0.7, 0.71, 0.69, 0.72, 0.7, 0.7, 0.71, 0.69, 0.7];

export const PLATE_FILES: readonly SampleFile[] = [
  file(
    ELISA,
    '2026-09-24 ELISA plate 1 (AT).csv',
    elisaPlate({ seed: 1, date: '2026-09-24', blank: 0.14, ic50: 140 }),
    elisa('2026-09-24T17:05', 'Blank too high, repeated as plate 2'),
  ),
  file(ELISA, '2026-09-24 ELISA plate 1 map.csv', elisaMap(1), elisa('2026-09-24T10:00', 'Where what stands')),
  file(
    ELISA,
    '2026-10-08 ELISA plate 2 (AT).csv',
    elisaPlate({ seed: 2, date: '2026-10-08', blank: 0.052, ic50: 120 }),
    elisa('2026-10-08T17:22', 'IC50 near 120 nM'),
  ),
  file(ELISA, '2026-10-08 ELISA plate 2 map.csv', elisaMap(2), elisa('2026-10-08T10:00', 'Where what stands')),
  file(
    ELISA,
    '2026-10-14 ELISA plate 3 (AT).csv',
    elisaPlate({ seed: 3, date: '2026-10-14', blank: 0.049, ic50: 97 }),
    elisa('2026-10-14T17:40', 'Second of three plates, D7 excluded'),
  ),
  {
    folder: ELISA,
    name: '2026-11-05 ELISA plate 4 (AT).csv',
    description: 'Third of three plates',
    tags: ['ELISA', 'KST-118'],
    versions: [
      {
        at: '2026-11-05T17:12',
        by: 3,
        summary: null,
        content: elisaPlate({ seed: 4, date: '2026-11-05', blank: 0.055, ic50: 99 }),
      },
      {
        at: '2026-11-05T17:31',
        by: 3,
        summary: 'Read again after wiping the bottom of the plate',
        content: elisaPlate({ seed: 41, date: '2026-11-05', blank: 0.047, ic50: 101 }),
      },
    ],
  },
  file(
    ELISA,
    'Standard curve plate 2.csv',
    elisaStandards(21),
    elisa('2026-10-08T17:50', 'Four-parameter fit, R² 0.998'),
  ),
  file(
    ELISA,
    '2026-10-12 Plate 7 (reader crashed).csv',
    crashedPlate(),
    elisa('2026-10-12T18:33', 'Export broke off, kept as it is'),
  ),

  file(
    QPCR,
    '2026-10-22 Run 21 Ct values.csv',
    ctTable(210, 31.2),
    qpcr('2026-10-22T18:15', 'TNF, IL6; late signal in the IL6 NTC'),
  ),
  file(
    QPCR,
    '2026-10-22 Run 21 melt curves.tsv',
    meltCurves(211),
    qpcr('2026-10-22T18:16', 'Tabs, decimal commas, sep= line'),
  ),
  file(QPCR, '2026-11-09 Run 23 Ct values.csv', ctTable(230, null), qpcr('2026-11-09T15:20', 'New IL6 primers, clean')),
  file(QPCR, '2026-11-09 Run 23 melt curves.tsv', meltCurves(231), qpcr('2026-11-09T15:21', 'One peak each')),
  file(
    QPCR,
    '2026-11-09 Run 23 settings.json',
    json(CYCLER_SETTINGS),
    qpcr('2026-11-09T15:22', 'Programme of the cycler'),
  ),

  file(
    MTT,
    '2026-09-25 MTT RAW 264.7.tsv',
    viability({ seed: 31, line: 'RAW 264.7', toxicNm: 60_000 }),
    elisa('2026-09-25T16:10', 'No toxicity'),
  ),
  file(
    MTT,
    '2026-09-25 MTT HEK293T.tsv',
    viability({ seed: 32, line: 'HEK293T', toxicNm: 22_000 }),
    elisa('2026-09-25T16:25', '73 % at 10 µM'),
  ),
  file(
    MTT,
    '2026-09-25 MTT plate.png',
    plateView((column, row) => 0.85 - (column > 8 ? (column - 8) * 0.16 : 0) - row * 0.008),
    elisa('2026-09-25T16:30', 'Photograph before reading'),
  ),
];

export const WESTERN_FILES: readonly SampleFile[] = [
  file(BLOT_14, 'Blot 14 pERK 30s.png', blot([PERK_14], 140), western('2026-10-20T17:02', 'pERK1/2, 30 s exposure')),
  file(BLOT_14, 'Blot 14 ERK total.png', blot([ERK_14], 141), western('2026-10-21T12:20', 'After stripping')),
  file(
    BLOT_14,
    'Blot 14 notes.md',
    textOf('blot-14'),
    western('2026-10-20T17:30', 'Lanes, antibodies, what went wrong'),
  ),
  file(
    BLOT_14,
    'Blot 14 volumes.csv',
    bandVolumes(142),
    western('2026-10-21T15:00', 'Band volumes, lane 6 not quantified'),
  ),
  file(
    BLOT_15,
    'Blot 15 pERK and ERK.png',
    blot([PERK_15, ERK_15], 150),
    western('2026-11-03T18:00', 'Three dishes each'),
  ),
  file(BLOT_15, 'Blot 15 notes.md', textOf('blot-15'), western('2026-11-03T18:25', 'Means and deviations')),
  file('Cell lines', 'RAW 264.7 p11 before LPS.png', cells(150, 61), {
    at: '2026-10-20T08:40',
    by: 2,
    description: 'Phase contrast, 20×',
    tags: ['cell culture'],
  }),
  file('Cell lines', 'HEK293T p19 day 2.png', cells(260, 62), {
    at: '2026-11-05T08:15',
    by: 3,
    description: 'Two days after the thaw',
    tags: ['cell culture'],
  }),
  {
    folder: FIGURES,
    name: 'Figure 1 dose response.png',
    description: 'TNF-α and viability over dose',
    tags: ['figure', 'KST-118'],
    versions: [
      {
        at: '2026-10-14T19:00',
        by: 1,
        summary: null,
        content: doseResponse([{ ic50: 0.5, floor: 0.12, colour: [31, 96, 173] }], 71),
      },
      {
        at: '2026-11-06T16:40',
        by: 1,
        summary: 'Viability added, three plates',
        content: doseResponse(
          [
            { ic50: 0.48, floor: 0.1, colour: [31, 96, 173] },
            { ic50: 1.02, floor: 0.3, colour: [201, 94, 33] },
          ],
          72,
        ),
      },
    ],
  },
  file(FIGURES, 'Figure 2 draft (pERK).png', blot([PERK_15.slice(0, 9), ERK_15], 152), {
    at: '2026-11-09T11:00',
    by: 1,
    description: 'From blot 15',
    tags: ['figure', 'KST-118'],
  }),
];

export const INSTRUMENT_FILES: readonly SampleFile[] = [
  file(
    'Instruments/HPLC',
    'PUR-05 method.yaml',
    HPLC_METHOD,
    machine('2026-09-22T08:50', 'Gradient for small molecules'),
  ),
  file(
    'Instruments/HPLC',
    'Column 7 log.md',
    textOf('hplc-log'),
    machine('2026-11-12T17:00', 'Injections, pressure, plates'),
  ),
  file(
    'Instruments/HPLC',
    '20260922_001_blank.trc',
    chromatogram('blank', [[1.6, 9, 0.08]], 91),
    machine('2026-09-22T09:31', 'Detector trace, 254 nm'),
  ),
  file(
    'Instruments/HPLC',
    '20260922_002_KST-118.trc',
    chromatogram(
      'KST-118, 0.5 mg/mL',
      [
        [1.6, 9, 0.08],
        [7.4, 840, 0.11],
        [7.9, 5.2, 0.09],
      ],
      92,
    ),
    machine('2026-09-22T09:48', 'Detector trace, 254 nm'),
  ),
  file(
    'Instruments/HPLC',
    '20261021_004_KST-118 4 °C.trc',
    chromatogram(
      'KST-118, three weeks at 4 °C',
      [
        [1.6, 9, 0.08],
        [7.4, 821, 0.11],
        [7.9, 5.4, 0.09],
      ],
      93,
    ),
    machine('2026-10-21T10:12', 'Detector trace, 254 nm'),
  ),
  file(
    READER,
    'Export plate 2.txt',
    utf16Text(readerLog(2, '08.10.2026')),
    machine('2026-10-08T17:21', 'UTF-16, as the reader writes it'),
  ),
  file(
    READER,
    'Export plate 3.txt',
    utf16Text(readerLog(3, '14.10.2026')),
    machine('2026-10-14T17:39', 'UTF-16, as the reader writes it'),
  ),
  file(READER, 'Calibration 2026-08.json', json(READER_CALIBRATION), machine('2026-08-04T15:00', 'Service visit')),
];
