import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of zip archives. */
export const zipTexts = {
  archive: 'Archive',
  contents: 'Contents',
  files: 'Files',
  unpacked: 'Size unpacked',
  packed: 'Size packed',
  encrypted: 'Protected',
  withPassword: 'with a password; the names can be read, the contents cannot',
  strange: 'Names that are not shown in the list',
  strangeWhy:
    'These names lead out of the folder that the archive is unpacked to, or look like others. Unpack it only if you trust where it comes from.',
  tooMany: (most: number) =>
    `This archive has more than ${formatCount(most, 'entry', 'entries')}, too many to list here.`,
  method: 'This part of the archive is packed in a way that is not unpacked here. Open it in its own program.',
  entryTooLarge: (name: string) => `“${name}” is too large to be unpacked here. Open it in its own program.`,
} as const;

/** The words of archives with many NumPy arrays. */
export const arraysTexts = {
  title: 'Arrays',
  array: 'Array',
  none: 'This archive holds no array.',
} as const;

/** The words of RO-Crates, which electronic lab notebooks write. */
export const crateTexts = {
  title: 'What it says of itself',
  none: 'This archive has no description (ro-crate-metadata.json), so only its entries are listed.',
  tooLarge: 'The description of this archive is too large to be read here, so only its entries are listed.',
  broken: 'The description of this archive (ro-crate-metadata.json) cannot be read, so only its entries are listed.',
  name: 'Name',
  description: 'Description',
  authors: 'Authors',
  published: 'Published',
  created: 'Created',
  modified: 'Changed',
  license: 'Licence',
  keywords: 'Keywords',
  program: 'Written by',
  parts: 'Parts',
  partColumns: ['Name', 'Kind', 'Authors', 'Date', 'Place'],
} as const;

/** The words of notebooks. */
export const notebookTexts = {
  title: 'Notebook',
  language: 'Language',
  kernel: 'Kernel',
  format: 'Format',
  cells: 'Cells',
  code: (count: string) => (count === '' ? 'Code' : `Code [${count}]`),
  text: 'Text',
  raw: 'Raw text',
  output: (count: string) => (count === '' ? 'Output' : `Output [${count}]`),
  errors: 'Messages',
  error: 'Error',
  picture: 'Picture',
  notShown: (types: string) => `An output of ${types}, which is not drawn here.`,
  damagedPicture: 'A picture that is damaged.',
  cut: (lines: number) => `… ${formatNumber(lines)} more lines`,
  broken: 'This is no notebook: it is damaged, or another kind of file than its name says.',
} as const;
