import { ownValue } from '../../own-value.ts';
import { endingOf } from '../../name-ending.ts';
import { formatBytes, formatCount, formatNumber } from '../../text/format.ts';

/** The words around a file that is looked into. */
export const previewTexts = {
  title: 'Preview',
  titleOf: (name: string) => `Preview of ${name}`,
  open: 'Preview',
  close: 'Close preview',
  enlarge: 'Show larger',
  none: 'Choose a file to look into it.',
  many: (count: number) => `${formatCount(count, 'item')} selected. Choose one file to look into it.`,
  folder: 'This is a folder. Open it to see what is in it.',
  opening: 'Opening…',
  fetching: 'Downloading for the preview…',
  came: (done: number, all: number | null) =>
    all === null ? `${formatBytes(done)} so far` : `${formatBytes(done)} of ${formatBytes(all)}`,
  stop: 'Stop downloading',
  notHere: (size: string | null) =>
    size === null
      ? 'This is not on this computer, and the service does not say how large it is.'
      : `This is not on this computer (${size}).`,
  fetch: (size: string | null) => (size === null ? 'Download and preview' : `Download and preview · ${size}`),
  fetchNote: 'It is downloaded into this preview only and lands in no folder.',
  fetchUnknown: (most: number) =>
    `At most ${formatBytes(most)} are downloaded, into this preview only; nothing lands in a folder, and you can stop it.`,
  tooLarge: (most: number) =>
    `It is larger than ${formatBytes(most)}, which is too much to download only for looking. Keep it offline, then it can be looked into here.`,
  newer: 'There is a newer version of this file.',
  showNewer: 'Show it',
  version: 'An older version',
  fromService: 'From the service, not on this computer',
  fromServiceKept: 'From the service',
  notAllowed: 'You may not look into this file. Nothing changed; ask its owner for access.',
  again: 'Try again',
  said: 'The service said',
  facts: {
    label: 'What is known of this file',
    kind: 'Kind',
    size: 'Size',
    modified: 'Changed',
    text: 'Text',
    sync: 'State',
    where: 'On this computer',
    sha256: 'SHA-256',
  },
  noViewer: 'There is no preview for this kind of file. What is known of it:',
  noViewerTail: 'It is kept, sent and downloaded like any other file.',
  /** Why a preview was given up. */
  stopped: {
    time: 'This preview was stopped because it took too long. The file itself is untouched.',
    broke:
      'This preview was stopped because it needed too much memory, or the file is damaged. The file itself is untouched.',
    shown: 'This preview could not be drawn. The file itself is untouched.',
    binary: 'This file is not the text that its name promises. It may be damaged, or another kind of file.',
    tooLarge: (limit: string) => `This file is too large for a preview; ${limit} is the most.`,
    empty: 'This file is empty.',
  },
  /** Of long files. */
  part: (shown: number, all: number) => `Showing the first ${formatBytes(shown)} of ${formatBytes(all)}.`,
  more: 'Show more',
  cut: 'It goes on, but is too long to be drawn whole. The source shows all of it.',
} as const;

/** The words of text and code. */
export const textViewTexts = {
  label: (name: string) => `Text of ${name}`,
  encoding: 'Encoding',
  wrap: 'Wrap lines',
  find: 'Find in this file',
  clear: 'Clear',
  next: 'Next match',
  previous: 'Previous match',
  matches: (at: number, all: number, isAll: boolean) =>
    all === 0 ? 'No match' : `${formatNumber(at)} of ${isAll ? '' : 'more than '}${formatNumber(all)}`,
  lines: (count: number) => formatCount(count, 'line'),
  asText: 'Show as text',
} as const;

/** The words of tables. */
export const tableTexts = {
  label: (name: string) => `Table of ${name}`,
  separator: 'Separator',
  decimal: 'Decimal sign',
  encoding: 'Encoding',
  header: 'First row names the columns',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' },
  decimals: { '.': 'Point', ',': 'Comma' },
  told: 'the file says so',
  decided: 'How this table is read',
  change: 'Change',
  changed: 'as you chose',
  reset: 'As found',
  rows: (shown: number, all: number) =>
    shown === all ? formatCount(all, 'row') : `${formatNumber(shown)} of ${formatCount(all, 'row')}`,
  columns: (count: number) => formatCount(count, 'column'),
  filter: 'Only rows with',
  clear: 'Clear',
  preamble: (count: number) => `${formatCount(count, 'line')} before the table`,
  figures: (cells: number) => formatCount(cells, 'cell'),
  sum: 'Sum',
  mean: 'Mean',
  deviation: 'SD',
  count: 'Numbers',
  copy: 'Copy the selected cells',
  copied: (cells: number) => `${formatCount(cells, 'cell')} copied.`,
  unnamed: (at: number) => `Column ${at}`,
  zeroBytes: (count: number) =>
    `The file ends with ${formatCount(count, 'zero byte')}, which ${count === 1 ? 'is no text and is' : 'are no text and are'} left out.`,
  /** Of several in one file. `title`: the line above its header; empty when there is none. */
  part: (at: number, all: number, title: string) =>
    `Table ${formatNumber(at)} of ${formatNumber(all)}${title === '' ? '' : `: ${title}`}`,
  parts: 'Table',
  wholeFile: 'All lines of the file',
  rowNumber: 'Row',
  sortBy: (name: string) => `Sort by ${name}`,
  reading: 'Reading view',
  readingOf: (count: number) => `The first ${formatCount(count, 'row')} as a plain table`,
  grid: 'Grid view',
  noRows: 'No row has this.',
  loading: '…',
} as const;

/** The words of trees. */
export const treeTexts = {
  label: (name: string) => `Contents of ${name}`,
  open: 'Open',
  close: 'Close',
  openAll: 'Open all',
  closeAll: 'Close all',
  find: 'Find a key or value',
  entries: (count: number) => formatCount(count, 'entry', 'entries'),
  items: (count: number) => formatCount(count, 'item'),
  broken: (why: string) => `This is not valid, so it is shown as text. ${why}`,
  at: (line: number, column: number) => `Line ${line}, column ${column}`,
  tooMany: 'It has more than 500,000 entries, so it is shown as text.',
  tooDeep: 'It goes deeper than can be shown as a tree, so it is shown as text.',
  alias: (name: string) => `same as &${name}`,
} as const;

/** The words of pictures. */
export const pictureTexts = {
  label: (name: string) => `Picture ${name}`,
  described: (name: string, width: number, height: number) => `${name}, ${width} by ${height} pixels`,
  size: 'Width × height',
  pixels: (width: number, height: number) => `${formatNumber(width)} × ${formatNumber(height)} pixels`,
  fit: 'Fit',
  whole: 'Actual size',
  larger: 'Zoom in',
  smaller: 'Zoom out',
  zoom: (percent: number) => `${formatNumber(percent)} %`,
  tooMany: 'This picture has more than 100 million pixels, too many to draw here.',
  damaged: 'This picture could not be drawn: it is damaged, or another kind of file than its name says.',
  heavy: 'This drawing repeats parts of itself so often that drawing it would stop the window.',
  outside: 'This drawing defines text of its own, which is not drawn here.',
} as const;

/** The words of Markdown. */
export const markdownTexts = {
  label: (name: string) => `${name}, as it reads`,
  /** @param file its name, where it is said. */
  picture: (text: string, file = '') => {
    const about = [text, file].filter((part, at, all) => part !== '' && all.indexOf(part) === at).join(', ');
    return about === '' ? 'A picture, not shown here' : `Picture, not shown here: ${about}`;
  },
  remote: 'It is on the internet. Previews load nothing from there.',
  notOpened: (address: string) => `Not opened from here: ${address}`,
  link: 'A link inside the knowledge base, which previews do not follow',
  done: 'Done:',
  open: 'To do:',
  asRead: 'As it reads',
  source: 'Source',
} as const;

/** What a file is, in words, by the end of its name. */
export function kindWords(name: string): string {
  const ending = endingOf(name);
  return ownValue(KINDS, ending) ?? (ending === '' ? 'File' : `${ending.toUpperCase()} file`);
}

const KINDS: { readonly [ending: string]: string } = {
  csv: 'Table (CSV)',
  tsv: 'Table (TSV)',
  md: 'Markdown document',
  json: 'JSON data',
  yaml: 'YAML data',
  yml: 'YAML data',
  png: 'PNG picture',
  jpg: 'JPEG picture',
  jpeg: 'JPEG picture',
  gif: 'GIF picture',
  webp: 'WebP picture',
  svg: 'SVG drawing',
  tif: 'TIFF picture',
  tiff: 'TIFF picture',
  pdf: 'PDF document',
  docx: 'Word document',
  doc: 'Word document',
  xlsx: 'Excel workbook',
  xls: 'Excel workbook',
  pptx: 'PowerPoint slides',
  odt: 'OpenDocument text',
  odp: 'OpenDocument slides',
  rtf: 'Rich text',
  msg: 'Outlook mail',
  pzfx: 'Prism tables',
  rdml: 'qPCR data (RDML)',
  eds: 'qPCR data (EDS)',
  dcm: 'Medical image (DICOM)',
  ipynb: 'Jupyter notebook',
  h5: 'HDF5 container',
  hdf5: 'HDF5 container',
  hdf: 'HDF container',
  h5ad: 'Annotated data (HDF5)',
  nc: 'NetCDF container',
  mat: 'MATLAB data',
  npy: 'NumPy array',
  npz: 'NumPy arrays',
  parquet: 'Parquet table',
  zip: 'ZIP archive',
  eln: 'Lab notebook archive (ELN)',
  gz: 'Compressed file (gzip)',
  tar: 'TAR archive',
  '7z': '7z archive',
  czi: 'Microscope image (CZI)',
  nd2: 'Microscope image (ND2)',
  lif: 'Microscope image (LIF)',
  fcs: 'Flow cytometry data',
  ab1: 'Sequencing trace',
  raw: 'Instrument data',
  fastq: 'Sequences (FASTQ)',
  fq: 'Sequences (FASTQ)',
  fasta: 'Sequences (FASTA)',
  fa: 'Sequences (FASTA)',
  fna: 'Sequences (FASTA)',
  faa: 'Sequences (FASTA)',
  ffn: 'Sequences (FASTA)',
  gb: 'Sequence record (GenBank)',
  gbk: 'Sequence record (GenBank)',
  embl: 'Sequence record (EMBL)',
  mzml: 'Mass spectra (mzML)',
  py: 'Python program',
  r: 'R program',
  exe: 'Windows program',
  mp4: 'Video',
  mov: 'Video',
};
