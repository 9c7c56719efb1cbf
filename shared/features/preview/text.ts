import { formatBytes } from '../../text/format.ts';

/** Sentences about looking into a file, from the engine. */
export const contentTexts = {
  folder: 'This is a folder. Only files can be looked into.',
  noBytes: 'The service knows this file, but has no bytes of it yet. Somebody may still be sending it.',
  notHere: 'This file is not on this computer.',
  offline:
    'This file is not on this computer, and the service cannot be reached now. It can be looked into once there is a connection.',
  tooLarge: (most: number) =>
    `Files of more than ${formatBytes(most)} are not fetched only for looking. Keep it offline, then it can be opened from this computer.`,
  noVersion: (id: string) => `“${id}” is no version. Versions are named by their ids, as the history shows them.`,
  gone: 'This preview has ended. Open it again.',
  changed: 'The file changed while it was read. Open it again to see it as it is now.',
} as const;

/** The words of the command that looks into a file. */
export const lookTexts = {
  command:
    'Says what a file is; with --text prints what is in it: text, tables, the sheets of a workbook, the text of documents and PDFs, ' +
    'and what a TIFF picture says of itself. How a table is read is found as in the window. A file that is only at the ' +
    'service is downloaded into memory for it, if it is small or --fetch says so, and lands in no folder.',
  notHere: 'This file is not on this computer, and not small. Add --fetch to download it for looking.',
  unknownSize:
    'This is not on this computer, and the service does not say how large it is. Add --fetch to download it for looking.',
  noText: 'There is no text in this kind of file.',
  tables: (count: number) =>
    `There are ${count} tables in this file, one below the other. Each is printed below its title.`,
  part: (read: number, all: number) =>
    `The first ${formatBytes(read)} of ${formatBytes(all)} were read. What stands behind them, such as another table, is not known here.`,
  more: 'The file holds more than what is printed.',
  cut: (lines: number) => `These are the first ${lines} lines. Ask for more with --lines.`,
  name: 'Name',
  kind: 'Kind',
  size: 'Size',
  from: 'Read from',
  places: { here: 'this computer', service: 'the service' },
  modified: 'Changed',
  version: 'Version',
} as const;
