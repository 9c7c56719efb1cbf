import { formatBytes, formatCount } from '../../text/format.ts';

/** The words of the sheet that keeps folders and files of the service on this computer. */
export const keepTexts = {
  add: 'Keep folders on this computer',
  title: (name: string) => `Keep “${name}” on this computer?`,
  several: (things: number) => `Keep ${formatCount(things, 'thing')} on this computer?`,
  counting: 'Counting what is in it…',
  uncounted: 'How much is in it could not be counted.',
  holds: (files: number, bytes: number, isWhole: boolean) =>
    `${isWhole ? '' : 'More than '}${formatCount(files, 'file')}, ${formatBytes(bytes)}`,
  files: (files: number) =>
    files === 1
      ? 'The file is downloaded and kept by Benchtop itself, to be looked at without a connection. It is opened from its row here.'
      : `${formatCount(files, 'file')} are downloaded and kept by Benchtop itself, to be looked at without a connection. They are opened from their rows here.`,
  place: 'In this folder on this computer',
  placeHint: 'Folders that are not there yet are made.',
  mode: 'Which way changes travel',
  where: (local: string) => `It will be in ${local}`,
  room: (bytes: number) => `${formatBytes(bytes)} free`,
  safe: 'What lies there already is compared first; nothing is overwritten.',
  yes: 'Keep here',
  done: (names: string) => `${names} is kept in step on this computer from now on.`,
  doneSeveral: (folders: number) => `${formatCount(folders, 'folder')} are kept in step on this computer from now on.`,
} as const;
