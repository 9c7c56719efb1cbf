import { formatBytes, formatCount } from '../../text/format.ts';

/** The words of copying files out of the knowledge base. */
export const downloadToTexts = {
  command:
    'Saves copies of the current versions at the service, whether the files are here or not, and prints their paths. Copies are not kept in step. Nothing is replaced: in a folder a taken name gets a number, a name that you give has to be free.',
  title: (names: string) => `Download ${names}`,
  about:
    'The current version at the service is saved as a copy of its own. It is not kept in step: what you change in it is not sent.',
  label: 'Folder on this computer',
  hint: 'A name that is taken there gets a number. Nothing is replaced.',
  yes: 'Download',
  under: (names: string) => `Downloading ${names}…`,
  done: (files: number, sizeBytes: number, folder: string) =>
    files === 0
      ? 'Nothing was downloaded.'
      : `${formatCount(files, 'file')} (${formatBytes(sizeBytes)}) downloaded to “${folder}”.`,
  named: (path: string) => `Saved as “${path}”.`,
  left: ({ path, text }: { readonly path: string; readonly text: string }) => `“${path}” was not downloaded: ${text}`,

  noFolder: (path: string) => `There is no folder '${path}'. Nothing was downloaded; make it, or choose another one.`,
  isFile: (path: string) => `'${path}' is a file. Nothing was downloaded; choose a folder.`,
  unreadable: (path: string) => `'${path}' cannot be opened. Nothing was downloaded; choose another folder.`,
  noAnswer: (path: string) =>
    `'${path}' does not answer. Nothing was downloaded; check the connection to its disk or share, or choose another folder.`,
  notWritable: (path: string) => `You may not write into '${path}'. Nothing was downloaded; choose another folder.`,
  inMirror: (path: string) =>
    `'${path}' is in a folder that is kept in step, so the copy would be sent as a new file. Nothing was downloaded; choose a folder outside, or keep the file offline.`,
  ours: (path: string) =>
    `'${path}' is where Benchtop keeps its own records. Nothing was downloaded; choose another folder.`,
  badName: (name: string) => `'${name}' cannot be the name of a file here. Choose another one.`,
  taken: (path: string) => `'${path}' is there already. Nothing was replaced; choose another name.`,
  folder: 'It is a folder, and only files are downloaded this way. Keep the folder offline instead.',
  noBytes: 'The service has no bytes of it yet. Try again when whoever sent it is done.',
  notWhole: 'Not all of it came, so nothing was saved. Download it again.',
  aPage:
    'A web page came in its place, so nothing was saved. Sign in to the network in a browser, then download it again.',
  closing: 'Benchtop was ended before it was here. Nothing of it was left; download it again.',
} as const;
