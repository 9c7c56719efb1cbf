import type { FolderClaim } from './model.ts';

/** What is said of a folder that other records of Benchtop keep in step. */
export const claimTexts = {
  claimed: (local: string, { path, where }: FolderClaim) =>
    `${WHERE[where](local, path)} Both would send its files, to readers of their own. Nothing was changed. Choose another folder, or stop mirroring it there first.`,
  inCommand: 'If those records are gone, give the command again with --take-over.',
  inFile: 'If those records are gone, write "takesOver": true beside its "local".',
  inWindow: 'If those records are gone, use it all the same.',
  takeOver: 'Use it all the same',
} as const;

const WHERE = {
  in: (local: string) =>
    `'${local}' is kept in step by other records of Benchtop already: another person's, or those of another data folder.`,
  above: (local: string, path: string) => `'${local}' lies in '${path}', which other records of Benchtop keep in step.`,
  below: (local: string, path: string) =>
    `'${path}' inside of '${local}' is kept in step by other records of Benchtop.`,
} as const;
