import type { SampleFile } from './sample-file.ts';
import {
  ANTIBODIES,
  ANTIBODIES_BEFORE,
  CHEMICALS,
  OLIGOS,
  OLIGOS_NEW,
  SAMPLE_SHEET,
  SAMPLE_SHEET_BEFORE,
  freezerMap,
  pipetteCheck,
  windowsText,
} from './lists.ts';
import { once, written } from './texts.ts';

/** Logs, lists, the project's papers and the minutes of meetings. */

const OCTOBER = '| 2026-10-05 | all | – | Mycoplasma PCR: negative | – | AT |';
const BLOT_CELLS = '| 2026-10-19 | RAW 264.7 | 11 | 6 dishes for blot 14 | 95 % | JB |';
const NEW_VIAL = `| 2026-11-02 | all | – | Mycoplasma PCR: negative | – | AT |
| 2026-11-03 | HEK293T | 19 | Thawed, Freezer 1 A-3-10, replaces passage 27 | 91 % | AT |`;
const KESTREL = 'Project Kestrel (KST-118)';

export const NOTE_FILES: readonly SampleFile[] = [
  {
    folder: 'Cell lines',
    name: 'Cell line log.md',
    description: 'Thaws, passages, mycoplasma tests',
    tags: ['cell culture', 'log'],
    versions: written(
      'cell-line-log',
      ['2026-09-21T18:02', 3],
      ['2026-10-05T18:10', 3, 'October mycoplasma test', ['97 % | JB |\n', `97 % | JB |\n${OCTOBER}\n`]],
      ['2026-10-19T17:44', 2, 'RAW 264.7 for blot 14', [OCTOBER, `${OCTOBER}\n${BLOT_CELLS}`]],
      ['2026-11-03T18:20', 3, 'New HEK293T vial, November mycoplasma test', [BLOT_CELLS, `${BLOT_CELLS}\n${NEW_VIAL}`]],
    ),
  },

  {
    folder: 'Inventory',
    name: 'Antibodies (lots).csv',
    description: 'Lots, dilutions, where they stand',
    tags: ['inventory', 'western blot'],
    versions: [
      { at: '2026-09-10T13:00', by: 3, summary: null, content: ANTIBODIES_BEFORE },
      { at: '2026-10-30T16:48', by: 2, summary: 'New secondary lot 22A, JNK arrived', content: ANTIBODIES },
    ],
  },
  {
    folder: 'Inventory',
    name: 'Chemicals.csv',
    description: 'As the old list saved it (Windows-1252)',
    tags: ['inventory'],
    versions: once('2026-09-10T13:20', 3, windowsText(CHEMICALS)),
  },
  {
    folder: 'Inventory',
    name: 'Oligos.csv',
    description: 'qPCR primers with sequences',
    tags: ['inventory', 'qPCR'],
    versions: [
      { at: '2026-09-10T13:40', by: 2, summary: null, content: OLIGOS },
      { at: '2026-10-28T14:30', by: 2, summary: 'New IL6 primers after the two melt peaks', content: OLIGOS_NEW },
    ],
  },
  {
    folder: 'Inventory',
    name: 'Freezer 1 map.csv',
    description: 'Racks, shelves, boxes',
    tags: ['inventory'],
    versions: once('2026-09-11T10:00', 3, freezerMap()),
  },
  {
    folder: 'Inventory',
    name: 'Pipette check 2026-Q4.csv',
    description: 'Weighings after SOP-007',
    tags: ['quality'],
    versions: once('2026-10-01T15:00', 3, pipetteCheck()),
  },
  {
    folder: 'Inventory',
    name: 'Ordering.md',
    description: 'Who orders what',
    tags: ['lab'],
    versions: written('ordering', ['2026-09-10T14:00', 1]),
  },

  {
    folder: KESTREL,
    name: 'Project plan.md',
    description: 'Question, experiments, stop rules',
    tags: ['KST-118'],
    versions: written(
      'project-plan',
      ['2026-09-16T09:00', 1],
      [
        '2026-09-29T16:00',
        1,
        'Purity and viability done',
        ['2026-09-25 | planned', '2026-09-25 | done, 99.1 %'],
        ['2026-10-02 | planned', '2026-10-02 | done, ≤ 1 µM is safe'],
      ],
      [
        '2026-10-27T17:30',
        1,
        'First Western',
        ['2026-10-30 | planned', '2026-10-30 | blot 14 done, repeat with n = 3'],
      ],
      [
        '2026-11-10T17:15',
        1,
        'ELISA and blot 15 done',
        ['2026-11-06 | planned', '2026-11-06 | done, IC₅₀ 104 nM'],
        ['blot 14 done, repeat with n = 3', 'done, −68 % pERK'],
        ['2026-11-13 | planned', '2026-11-20 | run 23 fine, two more'],
      ],
    ),
  },
  {
    folder: KESTREL,
    name: 'Open questions.md',
    description: 'What we do not know yet',
    tags: ['KST-118'],
    versions: written('open-questions', ['2026-10-27T17:40', 1]),
  },
  {
    folder: KESTREL,
    name: 'Abstract spring meeting.md',
    description: 'Due on 4 December',
    tags: ['KST-118', 'writing'],
    versions: written(
      'abstract',
      ['2026-11-06T10:00', 1],
      [
        '2026-11-09T12:25',
        2,
        'Numbers of blot 15',
        [
          'without loss of viability up to 1 µM.',
          'without loss of viability up to 1 µM, and ERK phosphorylation by 68 ± 7 % at 300 nM (n = 3).',
        ],
      ],
      ['2026-11-12T09:48', 1, 'IC50 from three plates', ['IC₅₀ of about 120 nM', 'IC₅₀ of 104 nM (95 % CI 88–123)']],
    ),
  },
  {
    folder: KESTREL,
    name: 'Sample sheet ELISA.yaml',
    description: 'Cells, doses, exclusions',
    tags: ['KST-118', 'ELISA'],
    versions: [
      { at: '2026-10-06T08:30', by: 3, summary: null, content: SAMPLE_SHEET_BEFORE },
      { at: '2026-10-15T14:02', by: 3, summary: 'D7 of plate 3 excluded (bubble)', content: SAMPLE_SHEET },
    ],
  },

  {
    folder: 'Meetings',
    name: '2026-09-15 Lab meeting.md',
    description: 'KST-118 has arrived',
    tags: ['meeting'],
    versions: written('meeting-0915', ['2026-09-15T11:30', 3]),
  },
  {
    folder: 'Meetings',
    name: '2026-09-29 Lab meeting.md',
    description: 'Purity, viability, first ELISA',
    tags: ['meeting'],
    versions: written(
      'meeting-0929',
      ['2026-09-29T11:40', 2],
      [
        '2026-10-02T09:00',
        2,
        'Cytometer time asked for',
        ['- [ ] Ask the core facility', '- [x] Ask the core facility'],
      ],
    ),
  },
  {
    folder: 'Meetings',
    name: '2026-10-13 Lab meeting.md',
    description: 'IC50 of the first good plate',
    tags: ['meeting'],
    versions: written('meeting-1013', ['2026-10-13T11:20', 3]),
  },
  {
    folder: 'Meetings',
    name: '2026-10-27 Lab meeting.md',
    description: 'Blot 14, qPCR run 21',
    tags: ['meeting'],
    versions: written('meeting-1027', ['2026-10-27T11:50', 2]),
  },
  {
    folder: 'Meetings',
    name: '2026-11-10 Lab meeting.md',
    description: 'Blot 15, IC50, abstract',
    tags: ['meeting'],
    versions: written('meeting-1110', ['2026-11-10T11:35', 3]),
  },
];
