import { formatCount } from './format.ts';

/** The words of the library: what the organization published for all its members. */
export const libraryTexts = {
  place: 'Library',
  emptyTitle: 'Your organization hasn’t published anything yet.',
  emptyHint: 'What is published to the library at the service is listed here, for everybody in the organization.',
  emptyFolder: 'Nothing is published in this folder yet.',
  none: 'There is no library to show',
  noneHint: 'The service has no library for your organization, or you no longer belong to it.',
  noFolder: 'This folder is no longer in the library',
  noFolderHint: 'It was removed or renamed by somebody who manages the library. Its files may stand one folder higher.',
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
      ? 'These files are kept offline already.'
      : `${formatCount(files, 'file')} will be kept on this computer, to look into offline. They are copies: to change one, copy it to a folder of yours.`,
  meaning:
    'Kept offline: a copy of the version that the service has is on this computer, for looking into it without a connection. It is renewed when the list shows a newer one. It is no file in your folders and cannot be changed; to change it, copy it to a folder of yours.',
  letGo: (files: number, size: string) =>
    files === 0
      ? 'None of these files was kept offline.'
      : `${formatCount(files, 'file')} no longer kept offline, ${size} freed. At the service nothing changed.`,
} as const;

/** The words of copying at the service. */
export const copyTexts = {
  title: (names: string) => `Copy ${names}`,
  label: 'Copy into',
  hint: 'The copy is a file of your own from the version that the service has now. Later changes of the one do not reach the other. Nothing is replaced: where the name is taken, the copy gets a number.',
  yes: 'Copy here',
  folder: 'Folders cannot be copied. Choose files.',
  notSent:
    'What was saved here last is not sent yet, so a copy would be of the version before. Copy it when it is sent.',
  unsure:
    'The connection broke off while it was copied. It may have been made all the same: look into the folder before you copy it again.',
  done: (count: number, to: string) =>
    count === 0 ? 'Nothing was copied.' : `${formatCount(count, 'file')} copied to “${to}”.`,
  left: ({ path, text }: { readonly path: string; readonly text: string }) => `“${path}”: ${text}`,
} as const;
