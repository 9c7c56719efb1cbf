import type { SampleVersion } from './sample-file.ts';

/** What the organization published for everybody, and what lies in no folder. */

/** Folders of the library, parents first, names joined by `/`. */
export const LIBRARY_FOLDERS: readonly string[] = ['Templates', 'Training', 'Training/Safety'];

/** A file outside of the Knowledge Base. */
export interface OutsideFile {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** A folder of the library, empty for its top; null: it is not published and lies in no folder. */
  readonly library: string | null;
  readonly version: SampleVersion;
}

const WELLS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].flatMap(row =>
  Array.from({ length: 12 }, (_, column) => `${row}${column + 1}`),
);

const PLATE_MAP = ['well,sample,dilution,replicate', ...WELLS.map(well => `${well},,1,1`)].join('\n');

const BUFFERS = [
  'buffer,component,final concentration,unit,for 1 L',
  'TBST,Tris-HCl pH 7.6,20,mM,20 mL of 1 M',
  'TBST,NaCl,137,mM,8.0 g',
  'TBST,Tween-20,0.1,%,1 mL',
  'RIPA,Tris-HCl pH 7.4,50,mM,50 mL of 1 M',
  'RIPA,NaCl,150,mM,8.77 g',
  'RIPA,NP-40,1,%,10 mL',
  'RIPA,Sodium deoxycholate,0.5,%,5 g',
  'RIPA,SDS,0.1,%,1 g',
].join('\n');

const WELCOME = `# Welcome to the lab

- Ask Jonas to show you the rooms; nobody works alone before that.
- Read the SOPs of the instruments that you will use, and sign them.
- Your own folder is for drafts. What others need goes into *Knowledge Base*.

| Question | Whom to ask |
| --- | --- |
| Orders, keys | Mira |
| Rooms, freezers | Jonas |
| Plate reader, analysis | Aiko |
`;

const SAFETY = `# Nitrogen and freezers

The oxygen alarm in the cold room is tested on the first Monday of the month. When it sounds on any other day, leave, and
close the door behind you.

| Room | Alarm | Who comes |
| --- | --- | --- |
| 1.12 | oxygen | Jonas, then the porter |
| 1.14 | −80 °C | Mira |
`;

const by = (at: string, content: string): SampleVersion => ({ at, by: 1, summary: null, content });

export const OUTSIDE_FILES: readonly OutsideFile[] = [
  {
    name: 'Buffer recipes.csv',
    description: 'What the lab agreed on; stock solutions are in the cold room',
    tags: ['recipes'],
    library: '',
    version: by('2026-09-03T10:12', `${BUFFERS}\n`),
  },
  {
    name: 'Welcome.md',
    description: 'The first week',
    tags: ['training'],
    library: 'Training',
    version: by('2026-08-31T09:05', WELCOME),
  },
  {
    name: 'Nitrogen and freezers.md',
    description: '',
    tags: ['safety'],
    library: 'Training/Safety',
    version: by('2026-09-07T14:40', SAFETY),
  },
  {
    name: 'Plate map template (96).csv',
    description: 'Copy it beside your data and fill it in',
    tags: ['template'],
    library: 'Templates',
    version: by('2026-09-07T15:02', `${PLATE_MAP}\n`),
  },
  {
    name: 'Scan 2026-11-10.md',
    description: '',
    tags: [],
    library: null,
    version: by('2026-11-10T17:48', '# Scan\n\nBlot 15, second exposure: the file is on the scanner’s own disk.\n'),
  },
];
