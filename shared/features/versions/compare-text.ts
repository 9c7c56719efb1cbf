import { sectionTexts } from '../preview/sections-text.ts';
import type { Origin } from '../../diff/choice.ts';
import type { NoComparison } from '../../diff/comparison.ts';
import type { NoTable } from '../../diff/table-merge.ts';

/** Who made a difference. */
const ORIGIN: { readonly [O in Origin]: string } = {
  mine: 'changed on this side',
  theirs: 'changed on the other side',
  same: 'the same change on both sides',
  conflict: 'changed differently on both sides',
  differs: 'different',
};

const WHY: { readonly [W in NoComparison]: string } = {
  'too-large':
    'One of the versions is larger than 4 MB, so only its facts are compared. Download both to compare them.',
  'not-text': 'At least one of the versions is no text, so only their facts are compared.',
  unreadable:
    'At least one of the versions is damaged, protected, or of a kind that is not read here, so only their facts are compared.',
  'too-different': 'The versions are so different that comparing them takes too long. Their facts are shown.',
};

const NO_TABLE: { readonly [N in NoTable]: string } = {
  'no-table': 'One of the versions is no table, so they are compared by their lines.',
  'no-key': 'No columns tell all rows apart, so they are compared by their lines.',
  'other-separator': 'The versions have different separators, so they are compared by their lines.',
};

/** The words of comparing, on the command line and in the window. */
export const compareTexts = {
  same: 'Both versions have the same bytes.',
  sameText: 'Nothing that is compared here differs.',
  /** Said with every comparison of a kind: two versions that show no difference may still differ in these. */
  notCompared: {
    sheets:
      'Compared are the values and formulas that are stored. Not compared: number formats, colours, widths, charts, pictures, notes and macros.',
    tables:
      'There are several tables in this file, and each is compared for itself. To take over parts of one, compare the file by its lines.',
    document:
      'Compared is the text with its notes, comments, headers and footers. Not compared: how it looks, pictures, charts and macros.',
    pdf: 'Compared is the text of the pages, with what forms and notes on them say. Not compared: how it looks, pictures and drawings.',
    sections: sectionTexts.notCompared,
  },
  cut: 'At least one of the versions goes on behind what was compared here.',
  formulas: (sheet: string) => `${sheet}, formulas`,
  sheet: (name: string) => `Sheet “${name}”`,
  table: (name: string) => `Table “${name}”`,
  onlyOne: 'only the first version has it',
  onlyOther: 'only the second version has it',
  sizes: (one: string, other: string) => `Size: ${one} → ${other}`,
  hashes: (one: string, other: string) => `SHA-256: ${one} → ${other}`,
  planes: (one: number, other: number) => `Planes: ${one} → ${other}`,
  imageHere: 'Images are compared in the window.',
  why: WHY,
  noTable: NO_TABLE,
  origin: ORIGIN,
  by: 'Rows are told apart by',
  reordered: 'The rows stand in another order. The order of the current version is kept.',
  onlyWritten: 'All values are the same; the versions are only written differently, in quotes, spaces or line ends.',
  head: 'What stands above the table is different.',
  column: 'column',
  row: 'row',
  nothing: '(not there)',
  empty: '(empty)',
} as const;
