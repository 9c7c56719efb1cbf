import { FORMATS } from '../../preview/formats/formats.ts';

/** Endings of the files of measurements that are read before they are compared. */
const READ_ENDINGS = Object.values(FORMATS)
  .filter(format => !('isText' in format))
  .map(({ endings }) => endings)
  .join(' ');

/** What `versions diff` compares, by the tables that decide it. */
export const diffHelp =
  'Compares two versions: tables and the sheets of workbooks by cell, JSON by its tree, texts and the text of documents and ' +
  'PDFs by line; of measurements and records the facts, texts and tables that are read of them, by line ' +
  `(${READ_ENDINGS}); of pictures and everything else size and hash, of TIFF the number of planes as well. ` +
  'Without versions: what is not sent yet, or else the version before, with the current one. ' +
  'A conflict is compared with what both were made from.';

/** The words of a file's history. */
export const historyWords = {
  current: 'current',
  here: 'on this computer',
  unsent: 'not sent yet',
  draft: 'merge that waits',
  onlyOne: 'There is only one version, so there is nothing to compare it with.',
  restored: (name: string) =>
    `'${name}' has a new version with the old content. The one before it stays in the history.`,
  saved: (name: string) => `'${name}' has a new version. The ones before it stay in the history.`,
  moved:
    'Somebody saved a newer version meanwhile. Nothing was changed at the service; what you merged is kept as a draft. Compare it with the newer version.',
  tooLarge: 'It has more than 4 MB; at most that much is saved in this way.',
} as const;
