import type { SampleFile } from './sample-file.ts';
import { written } from './texts.ts';

/** Protocols and procedures. */
export const PROTOCOL_FILES: readonly SampleFile[] = [
  {
    folder: '',
    name: 'Start here.md',
    description: 'What is where, and the house rules',
    tags: ['lab'],
    versions: written(
      'start-here',
      ['2026-09-02T09:10', 1],
      [
        '2026-10-01T08:55',
        3,
        'Rule 4 after the plate without a map',
        [
          '4. A plate without a plate map does not exist.',
          '4. A plate without a plate map does not exist. The map is `<plate> map.csv` beside it.',
        ],
      ],
    ),
  },

  {
    folder: 'Protocols/Western blot',
    name: 'Western blot (wet transfer).md',
    description: 'From lysis to quantification, for phospho-proteins',
    tags: ['western blot', 'protocol'],
    versions: written(
      'western-blot',
      ['2026-09-03T10:00', 2],
      ['2026-10-16T17:20', 2, '60 min transfer are enough for ERK', ['100 V, 70 min', '100 V, 60 min']],
      [
        '2026-11-04T11:05',
        2,
        'Fresh TBS-T on the day, lower background on blot 15',
        [
          '3. Wash 3 × 10 min TBS-T.\n4. Secondary',
          '3. Wash 3 × 10 min TBS-T, made on the day (blot 14 against blot 15).\n4. Secondary',
        ],
      ],
    ),
  },
  {
    folder: 'Protocols/Western blot',
    name: 'SDS-PAGE gel recipes.md',
    description: 'Separating and stacking gels, 8 to 15 %',
    tags: ['western blot', 'recipe'],
    versions: written('gel-recipes', ['2026-09-03T10:20', 2]),
  },
  {
    folder: 'Protocols/Western blot',
    name: 'BCA protein assay.md',
    description: 'Protein concentration in 96 wells',
    tags: ['protein', 'protocol'],
    versions: written('bca', ['2026-09-03T10:35', 2]),
  },

  {
    folder: 'Protocols/qPCR',
    name: 'RNA extraction.md',
    description: 'Spin columns with DNase on column',
    tags: ['RNA', 'protocol'],
    versions: written('rna-extraction', ['2026-09-04T09:00', 2]),
  },
  {
    folder: 'Protocols/qPCR',
    name: 'cDNA synthesis.md',
    description: '500 ng RNA, 20 µL',
    tags: ['RNA', 'protocol'],
    versions: written('cdna', ['2026-09-04T09:15', 2]),
  },
  {
    folder: 'Protocols/qPCR',
    name: 'qPCR (SYBR Green).md',
    description: 'Reaction, programme and rules for replicates',
    tags: ['qPCR', 'protocol'],
    versions: written(
      'qpcr',
      ['2026-09-04T09:40', 2],
      [
        '2026-10-28T15:12',
        2,
        'GAPDH moves after long LPS',
        ['Never GAPDH alone in hypoxia.', 'Never GAPDH alone in hypoxia or after LPS beyond 12 h.'],
      ],
    ),
  },
  {
    folder: 'Protocols/qPCR',
    name: 'Troubleshooting qPCR.md',
    description: 'What a strange run usually means',
    tags: ['qPCR'],
    versions: written('qpcr-troubleshooting', ['2026-10-28T15:40', 2]),
  },

  {
    folder: 'Protocols/Cell culture',
    name: 'Thawing cells.md',
    description: 'From the freezer to the flask',
    tags: ['cell culture', 'protocol'],
    versions: written('thawing', ['2026-09-02T14:00', 3]),
  },
  {
    folder: 'Protocols/Cell culture',
    name: 'Passaging adherent cells.md',
    description: 'HEK293T, HeLa, A549, with seeding densities',
    tags: ['cell culture', 'protocol'],
    versions: written(
      'passaging',
      ['2026-09-02T14:20', 3],
      ['2026-10-05T16:31', 3, 'A549 come off late', ['A549 4 min', 'A549 4 min (tap the flask)']],
    ),
  },
  {
    folder: 'Protocols/Cell culture',
    name: 'PEI transfection (HEK293T).md',
    description: 'Amounts per format',
    tags: ['cell culture', 'transfection'],
    versions: written('transfection', ['2026-09-02T14:45', 3]),
  },
  {
    folder: 'Protocols/Cell culture',
    name: 'Mycoplasma test.md',
    description: 'Monthly PCR',
    tags: ['cell culture', 'quality'],
    versions: written('mycoplasma', ['2026-09-02T15:00', 3]),
  },

  {
    folder: 'Protocols/Assays',
    name: 'TNF-α ELISA.md',
    description: 'Sandwich ELISA, 15.6–1000 pg/mL',
    tags: ['ELISA', 'protocol'],
    versions: written(
      'elisa',
      ['2026-09-08T11:00', 3],
      [
        '2026-09-30T09:05',
        3,
        'Five washes after streptavidin, blank was too high',
        ['6. Wash 4 ×. Streptavidin-HRP 1:200', '6. Wash 5 ×, soak 30 s each. Streptavidin-HRP 1:200'],
      ],
    ),
  },
  {
    folder: 'Protocols/Assays',
    name: 'MTT viability.md',
    description: '48 h, 96 wells',
    tags: ['viability', 'protocol'],
    versions: written('mtt', ['2026-09-08T11:30', 3]),
  },

  {
    folder: 'SOPs',
    name: 'SOP-001 Biosafety cabinet.md',
    description: 'Signed, valid from January 2026',
    tags: ['SOP', 'safety'],
    versions: written('sop-001', ['2026-01-12T08:00', 1]),
  },
  {
    folder: 'SOPs',
    name: 'SOP-004 Freezers −80 °C.md',
    description: 'Use, alarm, defrosting',
    tags: ['SOP'],
    versions: written('sop-004', ['2025-09-01T08:00', 1]),
  },
  {
    folder: 'SOPs',
    name: 'SOP-007 Checking pipettes.md',
    description: 'Quarterly, with limits',
    tags: ['SOP', 'quality'],
    versions: written('sop-007', ['2025-10-20T08:00', 1]),
  },
  {
    folder: 'SOPs',
    name: 'SOP-011 Waste.md',
    description: 'What goes where',
    tags: ['SOP', 'safety'],
    versions: written('sop-011', ['2025-10-20T08:30', 1]),
  },
  {
    folder: 'SOPs',
    name: 'SOP-012 Names of files.md',
    description: 'How we name files and versions',
    tags: ['SOP'],
    versions: written('sop-012', ['2026-08-28T12:00', 1]),
  },
];
