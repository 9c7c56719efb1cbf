import { formatCount } from '../../text/format.ts';

/** Why bytes are in the store, in words. */
export const storeReasons: { readonly [reason: string]: string } = {
  'removed at the service': 'removed at the service',
  'removed here': 'removed on this computer',
  'older version': 'an older version of a file that was removed on this computer',
  replaced: 'replaced by the version of the service',
  rescued: 'rescued after an interruption',
  'moved to another folder': 'your version, which was copied to another folder of the service',
  resolved: 'the copy of a settled conflict',
};

/** What is said about bringing files back. */
export const storeTexts = {
  /** The name of a file whose name is not known. */
  unnamed: 'Rescued file',
  empty: 'The store is empty.',
  unknown: (id: string) => `There is no '${id}' in the store. See: benchtop store list`,
  notThere: (id: string) => `The bytes of '${id}' are no longer in the store.`,
  onItsWay: 'It is on its way into a folder of the service already. See: benchtop files waiting',
  notMirrored: (file: string) =>
    `The folder that this file was in is not on this computer. Name a folder that it goes into; its bytes are in '${file}'.`,
  /** In the place of a folder. */
  elsewhere: 'Elsewhere',
  none: 'Choose a file to see why it was removed, and how it can come back.',
  into: 'Put into a folder…',
  homeless: 'The folder it was in is not on this computer, so it goes into one that you choose.',
  intoTitle: (name: string) => `Put “${name}” into a folder`,
  intoLabel: 'Put into',
  intoHint:
    'Nothing there is replaced. Into a folder that is only at the service it is sent as soon as that can be reached.',
  intoYes: 'Put here',
  isIn: (path: string, folder: string) => `“${path}” is in “${folder}” now.`,
  willBeIn: (path: string, folder: string, older: number) =>
    older === 0
      ? `“${path}” is sent to “${folder}”. Until the service has it, it is kept on this computer.`
      : `“${path}” is sent to “${folder}” with its ${formatCount(older, 'older version')}, oldest first. Until the service has all of them, they are kept on this computer.`,
  /** Of a file that comes back with its history. */
  withOlder: (why: string, older: number) =>
    older === 0 ? why : `${why}, with ${formatCount(older, 'older version')}`,
  restored: (path: string, older: number) =>
    older === 0
      ? `It is back as '${path}'.`
      : `It is back as '${path}'. Its ${formatCount(older, 'older version')} ${older === 1 ? 'is' : 'are'} sent with it, oldest first.`,
} as const;
