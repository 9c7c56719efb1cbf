import { formatBytes, formatCount } from './format.ts';

/** The words of everything that is done with files. */
export const acting = {
  toolbar: 'What can be done here',
  menu: 'What can be done with it',
  selected: (count: number, sizeBytes: number, hasUnknown: boolean) =>
    `${formatCount(count, 'item')} selected${sizeBytes > 0 ? ` · ${formatBytes(sizeBytes)}` : ''}${hasUnknown && sizeBytes > 0 ? ' in files' : ''}`,
  clear: 'Clear selection',
  more: 'More',
  add: 'Add',
  actions: {
    open: 'Open',
    newFolder: 'New folder…',
    addFiles: 'Add files…',
    addFolder: 'Add a folder…',
    keep: 'Keep offline',
    free: 'Free up space',
    rename: 'Rename…',
    move: 'Move…',
    clearFolder: 'Take out of its folder…',
    describe: 'Description and tags…',
    details: 'Details',
    copyPath: 'Copy path',
    copyId: 'Copy id',
    remove: 'Remove…',
  },
} as const;

/** What is said once something was done. */
export const doneTexts = {
  kept: (files: number) =>
    files === 0
      ? 'Everything of it is kept on this computer already.'
      : `${formatCount(files, 'file')} will be downloaded and kept on this computer.`,
  freed: (files: number, sizeBytes: number) =>
    files === 0
      ? 'No space was freed.'
      : `${formatBytes(sizeBytes)} freed: ${formatCount(files, 'file')} ${files === 1 ? 'is' : 'are'} only online now.`,
  stays: (path: string, why: string) => `“${path}” stays: ${why}`,
  copied: (text: string) => `Copied: ${text}`,
} as const;

/** Why something that was asked for is not done. Each says what happened, what is safe and what to do. */
export const refusalTexts = {
  noId: (id: string) => `'${id.slice(0, 40)}' is no id of a file or folder. Take one from: benchtop files list --json`,
  notMirrored: 'It is in no mirrored folder, so there is no place for it on this computer. Mirror its folder first.',
} as const;
