/** Why bytes are in the store, in words. */
export const storeReasons: { readonly [reason: string]: string } = {
  'removed at the service': 'removed at the service',
  'removed here': 'removed on this computer',
  replaced: 'replaced by the version of the service',
  rescued: 'rescued after an interruption',
  'moved to another folder': 'your version, which was copied to another folder of the service',
  resolved: 'the copy of a settled conflict',
};

/** What is said about bringing files back. */
export const storeTexts = {
  /** The name of a file of which nobody knows what it was called. */
  unnamed: 'Rescued file',
  empty: 'The store is empty.',
  unknown: (id: string) => `There is no '${id}' in the store. See: benchtop store list`,
  notThere: (id: string) => `The bytes of '${id}' are no longer in the store.`,
  notMirrored: (file: string) =>
    `The folder that this file was in is not mirrored any more. Its bytes are in '${file}'; copy them from there.`,
  restored: (path: string) => `It is back as '${path}'.`,
} as const;
