import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of Office documents of every kind. */
export const archiveTexts = {
  password: 'This file is protected with a password. Previews ask for none; open it in its own program.',
  older: 'This file has the older Office format under a newer name. Open it in its own program.',
  otherKind: 'This is another kind of file than its name says, or it is damaged.',
  damaged: 'This file is damaged or ends too early, so it cannot be shown. The file itself is untouched.',
  bomb: 'This file unpacks to far more than any document holds, so it is not opened here.',
  entities: 'This file defines text of its own, which documents of this kind never do. It is not opened here.',
} as const;

/** The words of workbooks. */
export const workbookTexts = {
  bar: 'How this workbook is shown',
  sheet: 'Sheet',
  sheets: (count: number) => `of ${formatCount(count, 'sheet')}`,
  hidden: (name: string) => `${name} (hidden)`,
  values: 'Values as last saved; nothing is calculated here.',
  unknown: (count: number) =>
    `${formatCount(count, 'formula was', 'formulas were')} never calculated, and shown as written. Nothing is calculated here.`,
  empty: 'This sheet is empty.',
  cut: 'The sheet goes on; the rest is too large to be shown here.',
  noSheets: 'This workbook has no sheet with cells.',
  notRead: 'Not read: as many rows as were asked for stand before it.',
} as const;

/** A sample as it is: whole ones have all their figures, others at least four. */
function level(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
}

/** The words of TIFF files. */
export const stackTexts = {
  plane: 'Plane',
  planeOf: (at: number, all: number) => `${formatNumber(at)} of ${formatNumber(all)}`,
  planeOfMore: (at: number, known: number) => `${formatNumber(at)} of at least ${formatNumber(known)}`,
  /** Where a plane is along one of the axes of a stack, from 1. `name`: the name that the file gives it. */
  along: {
    channel: (at: number, all: number, name: string) => `channel ${at}/${all}${name === '' ? '' : ` (${name})`}`,
    slice: (at: number, all: number) => `slice ${at}/${all}`,
    frame: (at: number, all: number) => `time ${at}/${all}`,
  },
  colourful: 'Channels as colours',
  coloursLabel: 'Colours of the channels',
  channel: (at: number) => `Channel ${formatNumber(at)}`,
  contrast: 'Contrast',
  black: 'Black at',
  white: 'White at',
  range: (low: number, high: number) => `${level(low)} – ${level(high)}`,
  auto: 'Auto',
  full: 'Full range',
  reduced: 'Showing a reduced size',
  kind: (bits: number, format: 'unsigned' | 'signed' | 'float', isColoured: boolean) =>
    `${bits}-bit${format === 'float' ? ' float' : format === 'signed' ? ' signed' : ''}${isColoured ? ' colour' : ' grey'}`,
  pixelSize: (micrometres: number) => `${micrometres} µm per pixel`,
  facts: {
    size: 'Size of a plane',
    planes: 'Planes',
    atLeast: (known: number) => `at least ${formatNumber(known)}; the others were not looked for`,
    axes: 'They differ in',
    kind: 'Pixels',
    packed: 'Packed as',
    pixelSize: 'Size of a pixel',
    description: 'Described as',
    along: (axis: 'channel' | 'slice' | 'frame', count: number) =>
      formatCount(count, { channel: 'channel', slice: 'slice', frame: 'time' }[axis]),
  },
  tooMany: 'This picture has more than 100 million pixels in a plane, too many to draw here.',
  planeTooLarge: 'A plane of this picture is too large to be drawn here. Open it in its own program.',
  otherKind: 'This is no TIFF picture: it is damaged, or another kind of file than its name says.',
  damaged: 'This TIFF picture is damaged or ends too early, so it cannot be drawn. The file itself is untouched.',
  packed: (name: string) => `This picture is packed as ${name}, which is not drawn here. Open it in its own program.`,
  colours: (name: string) =>
    `The colours of this picture are kept as ${name}, which is not drawn here. Open it in its own program.`,
  bits: (bits: number) =>
    `The pixels of this picture are kept in a way that is not drawn here (${bits} bits). Open it in its own program.`,
} as const;

/** The words of Word documents. */
export const documentTexts = {
  note: 'The text of the document with its notes; pages, headers, comments and pictures are left out.',
  empty: 'This document has no text.',
  cut: 'The document goes on, but is too long to be drawn whole. Open it in its own program.',
} as const;

/** The words of PDF documents. */
export const pdfTexts = {
  label: (name: string) => `Pages of ${name}`,
  noText: 'This document has no text: its pages are pictures, or their letters have no meaning.',
  missing: (count: number) =>
    `${count === 1 ? 'A picture' : formatCount(count, 'picture')} on this page cannot be drawn here: packed as JPEG 2000, JBIG2 or fax. Open the document in its own program.`,
  pageMark: (at: number) => `— ${formatNumber(at)} —`,
  page: (at: number, all: number) => `Page ${formatNumber(at)} of ${formatNumber(all)}`,
  cut: (most: number) => `Showing the first ${formatCount(most, 'page')}.`,
  password: 'This PDF is protected with a password. Previews ask for none; open it in its own program.',
  otherKind: 'This is no PDF document: it is damaged, or another kind of file than its name says.',
  damaged: 'This PDF is damaged or ends too early, so it cannot be shown. The file itself is untouched.',
} as const;
