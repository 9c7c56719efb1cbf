import { formatBytes, formatCount } from '../../text/format.ts';

/** The words of the library: what the organization published for all its members. */
export const libraryTexts = {
  place: 'Library',
  emptyTitle: 'Your organization hasn’t published anything yet.',
  emptyHint: 'What is published to the library at the service is listed here, for everybody in the organization.',
  emptyFolder: 'Nothing is published in this folder yet.',
  none: 'There is no library to show',
  noneHint: 'The service has no library for your organization, or you no longer belong to it.',
  noFolder: 'This folder is no longer in the library',
  noFolderHint: 'Somebody who manages the library removed it. Its files may stand one folder higher.',
  toTop: 'Go to the library',
  closed: 'You can’t see the library',
  closedHint: 'Your account may not read what the organization publishes. Ask an administrator of your organization.',
  unvisited: 'The library hasn’t been opened on this computer yet.',
  unvisitedFolder: 'This folder of the library hasn’t been opened on this computer yet.',
  readOnly: 'Published by your organization. You can look at it, keep it offline and copy it to a folder of yours.',
  newFolderHint: 'Everybody in the organization will see it.',
  removeTitle: (name: string) => `Remove the folder “${name}” from the library?`,
  removeBody:
    'Folders inside it go with it. Its files stay published, one folder higher. Folders of the library can’t be brought back from here.',
  removeDo: 'Remove folder',
  folderMade: (name: string) => `“${name}” was made in the library.`,
  folderRenamed: (before: string, name: string) => `“${before}” is now “${name}”.`,
  folderRemoved: (name: string) => `“${name}” was removed from the library. Its files are one folder higher.`,
  whichOrganization:
    'Your key does not say which organization it belongs to, so its library cannot be found. Sign in with a key that does.',
  notInLibrary: (path: string) => `There is nothing called '${path}' in the library. See: benchtop library list`,
  severalInLibrary: (path: string, ids: readonly string[]) =>
    `Several things in the library are called '${path}': ${ids.join(', ')}. Give the id of the one you mean.`,
  isFolder: (path: string) => `'${path}' is a folder of the library. Name a file.`,
  isFile: (path: string) => `'${path}' is a file of the library. Name a folder.`,
  noFolderId: (id: string) => `'${id}' is no folder of the library.`,
  offline:
    'The service could not be reached, so it is not known whether this was done. Look at the list again when the connection is back.',
  mayNotManage: 'Only administrators of your organization may change the folders of the library. Nothing was changed.',
} as const;

/** The words of files that are kept on this computer without being in a mirrored folder. */
export const keptTexts = {
  noPlace: 'Files cannot be kept offline here: nothing says where.',
  tooMany: 'Too many single files are kept offline already. Sync a whole folder instead, or free up the space of some.',
  noBytes: 'This file has no content at the service yet, so there is nothing to keep.',
  ended: 'It is no longer wanted on this computer.',
  mirrored: 'It is in a folder that is synced with this computer. Keep it offline there.',
  nothing: 'There is no file in it that could be kept.',
  older: 'The service has a newer version. What is here is from before; the new one is downloaded by itself.',
  wanted: (files: number) =>
    files === 0
      ? 'Kept offline already.'
      : `${formatCount(files, 'file')} will be kept on this computer, to look into offline.`,
  copy: 'A copy to look into offline. It is renewed once a list shows a newer version. To change it, copy it to a folder of yours.',
  wholeFolder: 'All files that were in it are kept here to look into offline. What is published into it later is not.',
  withdrawn: 'It is no longer in the library. The copy that was kept of it is still here.',
  where: 'a copy to look into, in no folder',
  letGoNone: 'None of these files was kept offline.',
  letGo: (files: number, size: string) =>
    `${formatCount(files, 'file')} no longer kept offline, ${size} freed. At the service nothing changed.`,
  letGoStored: (files: number) =>
    `The service no longer has ${files === 1 ? 'one' : formatCount(files, 'file')} of them: what was kept is in the store for 30 days.`,
  letGoLeft: (files: number) =>
    `${formatCount(files, 'file')} ${files === 1 ? 'stays' : 'stay'} kept: the service could not be asked whether it still has ${files === 1 ? 'it' : 'them'}. Try again when the connection is back.`,
} as const;

/** What letting go of kept files came to. */
export function letGoLine(gone: { files: number; sizeBytes: number; stored: number; left: number }): string {
  const { files, sizeBytes, stored, left } = gone;
  if (files + left === 0) return keptTexts.letGoNone;
  return [
    ...(files > 0 ? [keptTexts.letGo(files, formatBytes(sizeBytes))] : []),
    ...(stored > 0 ? [keptTexts.letGoStored(stored)] : []),
    ...(left > 0 ? [keptTexts.letGoLeft(left)] : []),
  ].join(' ');
}

/** The words of copying at the service. */
export const copyTexts = {
  title: (names: string) => `Copy ${names}`,
  label: 'Copy into',
  hint: 'The copy is a file of your own from the version that the service has now. Later changes of the one do not reach the other. Nothing is replaced: where the name is taken, the copy gets a number.',
  yes: 'Copy here',
  folder: 'Folders cannot be copied. Choose files.',
  notSent:
    'What was saved here last is not sent yet, so a copy would be of the version before. Copy it when it is sent.',
  offline:
    'You’re offline. Copies are made at the service itself. Nothing was copied; try again when the connection is back.',
  unsure:
    'The connection broke off while it was copied. It may have been made all the same: look into the folder before you copy it again.',
  done: (count: number, to: string) =>
    count === 0 ? 'Nothing was copied.' : `${formatCount(count, 'file')} copied to “${to}”.`,
  left: ({ path, text }: { readonly path: string; readonly text: string }) => `“${path}”: ${text}`,
} as const;

/** The words of publishing to the library, and of taking out of it. */
export const publishTexts = {
  title: (names: string) => `Publish ${names} in the library`,
  readers: (organization: string | null, people: number | null) =>
    `Everybody in ${organization === null ? 'your organization' : `“${organization}”`}${people === null ? '' : people === 1 ? ', one person now,' : `, ${formatCount(people, 'person', 'people')} now,`} will be able to read it, and every version of it that is sent later. Who can change it stays as it is.`,
  readersUnread: 'Looking up who will be able to read it…',
  label: 'Where in the library',
  yes: 'Publish',
  done: (count: number) =>
    count === 0 ? 'Nothing was published.' : `${formatCount(count, 'file')} published in the library.`,
  withdrawTitle: (names: string) => `Take ${names} out of the library?`,
  withdrawBody:
    'Who can read it only because it is published can’t any more. Who it is shared with keeps it, and so does everybody who made a copy. It can be published again.',
  withdrawYes: 'Take out',
  withdrawn: (count: number) =>
    count === 0 ? 'Nothing was taken out of the library.' : `${formatCount(count, 'file')} taken out of the library.`,
  folder: 'Folders cannot be published. Choose files.',
  notSent: 'It is not at the service yet. Publish it when it is sent.',
  mayNot: 'Only who manages this file may publish it or take it out of the library. Nothing was changed.',
  offline: 'You’re offline. The library is at the service. Nothing was changed; try again when the connection is back.',
  unsure:
    'The connection broke off, so it is not known whether this was done. Look into the library before you do it again.',
  notDone: 'The service did not answer properly, and the library shows no change. Try again.',
  notSeen: 'The service took the change, but the library does not show it. Look again before you rely on it.',
  notRead: (why: string) =>
    `The service took the change, but the library could not be read afterwards. Look again before you rely on it. ${why}`,
} as const;

/** The words of the commands about the library. */
export const libraryCommandTexts = {
  summary: 'look at what the organization published, and keep or copy files of it',
  group:
    'What the organization published for all its members. What was listed before is shown offline, too. Names are joined by / from the top of the library; an id of the service does as well.',
  list: 'Lists the library, or a folder of it.',
  kept: 'Lists files that are kept on this computer outside of mirrored folders, to look into offline.',
  keptNothing: 'No single file is kept offline.',
  keep: 'Downloads files of the library, and of no folder, to look into them offline: copies of the version that the service has, and no files of a folder here. They are renewed when the list is looked at and has a newer one. Of a folder, all files in it now.',
  free: 'Lets go of what keep downloaded. At the service nothing changes.',
  get: 'Downloads copies of files to any place. Nothing is replaced.',
  copy: 'Makes files of your own from the present versions of others, at the service. Nothing is replaced; what has a taken name gets a number.',
  copyTo: 'the folder that the copies go into: in a mirrored folder, of the knowledge base, or its id',
  publish:
    'Publishes files: everybody in the organization can read them. Without --yes, only who that would be is said.',
  publishWhat: 'a file of a mirrored folder or of the knowledge base, or its id',
  publishIn: 'the folder of the library that it goes into; without, its top',
  visibility: 'the word of your service for it, where it has others',
  withdraw: 'Takes files out of the library. Who they are shared with keeps them.',
  yes: 'without it, only what would happen is said',
  newFolder: 'Makes a folder of the library. For administrators.',
  rename: 'Gives a folder of the library another name. For administrators.',
  remove: 'Removes a folder of the library; its files stay published, one folder higher. For administrators.',
  folder: 'a folder of the library, such as Protocols/qPCR, or its id',
  file: 'a file of the library, such as Protocols/pcr.md, or its id',
  what: 'a file or folder of the library, or the id of a file',
  newName: 'the new name',
  notAll: 'Name files or folders; the whole library at once is not kept.',
  notTop: 'The library itself cannot be renamed or removed. Name a folder of it.',
  states: {
    here: 'here',
    older: 'an older version is here',
    waiting: 'waiting to download',
    downloading: 'downloading',
    blocked: 'could not be downloaded',
  },
} as const;
