import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of browsing: places, how they stand, and what can be done. */
export const browseTexts = {
  here: 'On this computer',
  base: 'Knowledge base',
  /** All folders at the service, beside those on this computer. Its own name is mostly that of a folder in it. */
  top: 'At the service',
  archived: 'Archived folders',
  removed: 'Recently removed',
  loose: 'Not in a folder',
  folders: 'Folders',
  readingFolders: 'Reading…',
  more: (count: number) => `${formatCount(count, 'more folder')}, in the list`,

  reading: (page: number, pages: number | null) =>
    pages === null || pages < 2 ? 'Checking…' : `Loading ${formatNumber(page)} of ${formatNumber(pages)} pages`,

  unvisited: 'This folder hasn’t been opened on this computer yet.',
  unvisitedOffline: 'You’re offline. Its contents will be listed when the connection returns.',
  emptyBase: 'This folder holds nothing that you can see.',
  emptyArchived: 'No folder is archived.',
  emptyArchivedHint:
    'Folders that are removed at the service are kept in its archive and can be brought back from here.',
  readingStore: 'Looking what is kept…',
  emptyRemoved: 'Nothing is kept here now.',
  emptyRemovedHint:
    'What is removed or replaced in your folders is kept on this computer for 30 days and listed here. What you removed a moment ago still stands in its folder as “Will be removed”: choose it there to bring it back.',
  emptyLoose: 'No file without a folder was found.',
  hidden: 'You can see this folder but nothing inside it is shared with you.',
  hiddenHint: 'Ask somebody who manages it for access.',
  closed: 'You don’t have access to this folder',
  closedHint: 'It is not shared with you, or no longer. Ask somebody who manages it for access.',
  gone: 'This folder is no longer at the service',
  goneHint: 'It was removed while you were away, or you lost access to it. What is on this computer is not affected.',
  partial: (got: number, of: number | null) =>
    of === null
      ? `Showing ${formatNumber(got)}; the rest could not be read.`
      : `Showing ${formatNumber(got)} of about ${formatNumber(of)}`,
  old: 'This could not be checked just now. What you see is from the last time.',
  tryAgain: 'Try again',
  parent: 'Go to the folder above',
  toTop: 'Go to all folders',
  incomplete:
    'Files in no folder, or in one that you can’t open. The service only tells about some, so there may be more.',

  archivedBanner: 'This folder is archived. What you see was here before; it can’t be changed.',
  archivedIn: (name: string) => `This folder is in “${name}”, which is archived. What you see was here before.`,
  restore: 'Restore',
  restoreHint: (name: string) => `Restore “${name}” with everything in it`,
  restored: (name: string) => `“${name}” is back, with everything in it.`,
  restoreRefused: (name: string) => `“${name}” could not be restored. It is still in the archive.`,
  archivedAt: 'Archived',

  filter: 'Filter by name',
  filterClear: 'Clear the filter',
  noMatch: (text: string) => `No name here contains “${text}”.`,
  noMatchHint: (all: number) => `${formatCount(all, 'item')} in this folder.`,
  matching: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)}`,
  columns: 'Columns',
  asTiles: 'Show as tiles',
  asList: 'Show as a list',
  noRoom: 'no room just now',
  loadingRow: 'Loading…',

  storeFrom: 'Was in',
  storeWhy: 'Why',
  topFolder: 'top folder',
  restoreFile: (folder: string) => `Restoring puts it back into “${folder}”; nothing there is replaced.`,
  removedAt: 'Removed',
  keptUntil: 'Kept until',
  broughtBack: (path: string, older: number) =>
    older === 0
      ? `Brought back: ${path}`
      : `Brought back: ${path}. Its ${formatCount(older, 'older version')} ${older === 1 ? 'is' : 'are'} sent with it, oldest first.`,
  count: (count: number) => formatCount(count, 'file'),

  notFound: (path: string) =>
    `There is no folder '${path}' that you can see, or it was never listed on this computer. Check the name, or give the folder's id.`,
  several: (path: string, ids: readonly string[]) =>
    `Several folders are called '${path}': ${ids.join(', ')}. Give the id of the one you mean.`,
  noList: 'That is no list of files. See: benchtop removed list',
  noFolder: 'This mirrored folder is no longer set up.',
  goneItem: 'This folder is no longer there.',
} as const;
