import { formatBytes, formatCount } from '../../text/format.ts';

/** The last name of a folder's path at the service, where `/` inside a name is written `\/`. */
export function mirrorFolderName(remotePath: string): string {
  const last = /(?:\\.|[^/\\])+$/.exec(remotePath)?.[0] ?? '';
  const name = last.replaceAll(/\\(.)/g, '$1');
  return name === '' ? remotePath : name;
}

/** What is said about files that come in from outside. */
export const dropTexts = {
  noTicket: 'This address for files is not good any more. Add the files again; what came so far is kept.',
  notPlanned: (path: string) => `“${path}” was not announced, so it was not taken. Add it again.`,
  outOfOrder: (path: string) =>
    `The parts of “${path}” did not come one after the other, so it was not taken. Add it again.`,
  badName: (name: string) => `“${name}” is a name that Benchtop keeps for itself. Rename it, then add it again.`,
  title: (files: number, size: string, folder: string) => `Add ${formatCount(files, 'file')} (${size}) to “${folder}”?`,
  here: (files: number) =>
    `${files === 1 ? 'It is' : 'They are'} copied into the mirrored folder on this computer, and sent from there.`,
  service: (files: number) =>
    files === 1
      ? 'This folder is not on this computer. The file is kept by Benchtop until the service has confirmed it; offline it waits.'
      : 'This folder is not on this computer. The files are kept by Benchtop until the service has confirmed each of them; offline they wait.',
  nothingReplaced: 'Nothing is replaced.',
  renamed: ({ from, to }: { readonly from: string; readonly to: string }) =>
    `“${from}” is there already, so this one becomes “${to}”.`,
  moreRenamed: (count: number) =>
    `and ${formatCount(count, 'more', 'more')} that ${count === 1 ? 'gets a number, because its name is' : 'get a number, because their names are'} taken`,
  refused: ({ ending, files }: { readonly ending: string; readonly files: number }) =>
    `The service has refused “${ending}” files before. ${formatCount(files, 'file')} of that kind will likely stay on this computer only.`,
  noRoom: (roomBytes: number, sizeBytes: number) =>
    `There is not enough room on this disk: ${formatBytes(sizeBytes)} are needed and ${formatBytes(roomBytes)} are free. Make room, then add them again.`,
  yes: (files: number) => `Add ${formatCount(files, 'file')}`,
  region: 'Adding files',
  folder: (name: string, files: number) => `${name} (folder with ${formatCount(files, 'file')})`,
  more: (count: number) => `and ${formatCount(count, 'more', 'more')}`,
  view: 'You can view this folder.',
  viewOnly: 'It only downloads: what you change in it here is not sent, and nothing can be added.',
  emptyNotMade: 'Empty folders were not made, because this folder is not on this computer.',
  waiting: (files: number) =>
    `${formatCount(files, 'file')} wait${files === 1 ? 's' : ''} to be sent to folders that are not on this computer.`,
  stuck: (name: string, why: string) => `“${name}” was not taken: ${why}`,
  keptHere: 'The file stays on this computer meanwhile.',
  again: 'Try again',
  toStore: 'Do not send',
  stored: (name: string, sent: number) =>
    sent === 0
      ? `“${name}” is not sent. It is kept in the store for 30 days.`
      : `Nothing more of “${name}” is sent. The service has ${formatCount(sent, 'older version')} of it; everything is kept in the store for 30 days.`,
  /** A folder whose name cannot be asked now. */
  unnamed: 'the chosen folder',
  /** Of a file that is put back. */
  versions: ({ sent, of }: { readonly sent: number; readonly of: number }) =>
    `${sent} of ${of} versions are at the service`,
  readOnly: 'This folder only downloads: nothing that is added here would reach the service.',
  overlay: (folder: string) => `Add to “${folder}”`,
  overlayUnnamed: 'Add to this folder',
  noFolder: 'This is no folder that files can be added to.',
  overlayHint: 'Files and folders are copied; nothing is replaced.',
  drafts: {
    overlay: 'Add to your drafts',
    overlayHint: 'This page is no folder. You are asked before anything is sent.',
    notReady: 'Sign in and finish setting up first.',
    what: (folder: string, files: number) =>
      files === 1
        ? `This was not dropped on a folder, so it goes to “${folder}”, your own folder for drafts at the service. To put it elsewhere, cancel, open a folder and drop it there.`
        : `These were not dropped on a folder, so they go to “${folder}”, your own folder for drafts at the service. To put them elsewhere, cancel, open a folder and drop them there.`,
  },
  noDrop: 'Nothing can be added here',
  reading: 'Reading what was chosen…',
  adding: (done: number, of: number) => `Adding ${done} of ${formatCount(of, 'file')}`,
  cancel: 'Stop',
  added: (files: number, sizeBytes: number, folder: string) =>
    files === 0
      ? 'No file was added.'
      : `${formatCount(files, 'file')} (${formatBytes(sizeBytes)}) added to “${folder}”.`,
  stopped: (left: number) => `You stopped; ${formatCount(left, 'file')} ${left === 1 ? 'was' : 'were'} not added.`,
  left: ({ path, text }: { readonly path: string; readonly text: string }) => `“${path}” was not added: ${text}`,
  notCome: 'it did not come to its end.',
  inStore: 'it came as Benchtop ended, and is kept under “Recently removed”. Put it back from there.',
  unsure: 'it came as Benchtop ended, and its folder could not be looked at since. Look there before you add it again.',
  interrupted: (folder: string) => `Adding to “${folder}” was broken off, because its window or Benchtop ended.`,
  ended: (folder: string) => `Adding to “${folder}” has ended.`,
  outcome: ({ added, leftTotal }: { readonly added: number; readonly leftTotal: number }) =>
    leftTotal === 0
      ? `${formatCount(added, 'file')} ${added === 1 ? 'was' : 'were'} added, and none is missing.`
      : `${added === 0 ? 'No file was' : `${formatCount(added, 'file')} ${added === 1 ? 'was' : 'were'}`} added, ${formatCount(leftTotal, 'file')} ${leftTotal === 1 ? 'was' : 'were'} not. Add ${leftTotal === 1 ? 'it' : 'them'} again if you still want ${leftTotal === 1 ? 'it' : 'them'} there.`,
  moreLeft: (count: number) =>
    `and ${formatCount(count, 'more', 'more')} that ${count === 1 ? 'was' : 'were'} not added`,
  seen: 'Dismiss',
  runs: (folder: string, added: number, files: number) =>
    `Adding to “${folder}”: ${added} of ${formatCount(files, 'file')} so far.`,
  nothingChosen: 'Nothing was chosen, so nothing was added.',
  unread: (path: string) => `“${path}” could not be read, so it was not added.`,
  nothing: 'There was no file in what was dropped. Empty folders were made.',
} as const;
