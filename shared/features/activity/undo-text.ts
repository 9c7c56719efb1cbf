/** What an undo would do, by the kind of what takes it back. */
const WOULD: { readonly [kind: string]: string } = {
  version: 'makes the version before it the newest again; this one stays in the history',
  move: 'moves it back',
  stored: 'brings it back from the store, as a new file',
  folder: 'brings the folder back at the service, with everything that was in it',
  freed: 'downloads it again',
  all: 'brings both versions back',
  held: 'brings it back here; it is not removed at the service',
};

/** What is said about undoing. */
export const undoTexts = {
  would: (kind: string) => WOULD[kind] ?? '',
  none: 'There is nothing to undo.',
  unknown: (id: string) => `There is no '${id}' that could be undone. See: benchtop undo list`,
  already: (path: string) => `'${path}' was undone already.`,
  noInverse: (path: string) => `What was done to '${path}' cannot be undone.`,
  notMirrored: 'The folder that this was in is not mirrored any more, so it cannot be undone here.',
  gone: (path: string) => `'${path}' is no longer there, so this cannot be undone. Nothing was changed.`,
  changedThere: (path: string) =>
    `'${path}' was changed at the service since, and an undo would go over that. Nothing was changed.`,
  changedHere: (path: string) =>
    `'${path}' was changed here since, and that is not sent yet. Nothing was changed; try again when it is in step.`,
  movedSince: (path: string) => `'${path}' was moved or renamed again since. Nothing was changed.`,
  placeTaken: (path: string) => `Something else is where '${path}' was before. Nothing was changed.`,
  folderGone: (path: string) => `The folder that '${path}' was in before is not here. Nothing was changed.`,
  downloadsOnly: 'This mirror only downloads, so nothing is changed at the service. Nothing was changed.',
  notInStore: (path: string) => `The bytes of '${path}' are no longer in the store. See: benchtop store list`,
  notHeld: (path: string) => `The removal of '${path}' does not wait any more, so it cannot be undone in this way.`,
  former: (path: string) => `'${path}': the version before it is the newest again. Both are in the history.`,
  movedBack: (path: string) => `It is back as '${path}'.`,
  folderBack: (path: string) => `'${path}' is back at the service and will be downloaded.`,
  downloads: (path: string) => `'${path}' will be downloaded again.`,
} as const;
