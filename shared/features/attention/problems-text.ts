/** What is said about things that are stuck. */
export const problemTexts = {
  none: 'There are no problems.',
  skipped: 'left alone until it changes',
  unknown: (id: string) => `There is no problem '${id}'. See: benchtop problems list`,
  mirrorStopped: (id: string) =>
    `The mirror '${id}' has stopped as a whole, so there is nothing to skip. Set right what it says, or remove the mirror; the local files stay.`,
  retried: (count: number) =>
    count === 1 ? 'It is tried again with the next sync.' : `${count} things are tried again with the next sync.`,
  allow: (id: string) => `Problem ${id}: allowed; it is carried out with the next sync.`,
  notToAllow: (id: string) =>
    `Problem '${id}' is not about who can read an item, older versions of a removed file, or a service that was set back, so there is nothing to allow.`,
  take: (id: string) =>
    `Problem ${id}: the service's version comes here with the next sync; what is here now is kept in the store.`,
  notToTake: (id: string) =>
    `Problem '${id}' is not about an older version of a file at the service, so there is nothing to take.`,
  /** Of an edit in a mirror that only receives. */
  onlyReceives: (path: string, id: string) =>
    `'${path}' was changed here, but this mirror only receives: your change is kept on this computer and not sent. To keep it at the service too: benchtop problems move-copy ${id} --to FOLDER`,
  nothingToCopy: (id: string) =>
    `'${id}' is no file with changes that the service does not have, or it is being sent. See: benchtop problems list`,
  copied: (path: string) =>
    `Your version is at the service as '${path}', and in the store here. The service's version comes back with the next sync.`,
  /** Of a new file that a scanner or a rule at the service takes away again and again. */
  removedEachTime: (times: number) =>
    `Not sent: it was removed at the service ${times} times within a day, each time after this computer had sent it. It is kept on this computer. To have it sent once more, give it another name.`,
  skip: (id: string) => `Problem ${id} is left alone until something about it changes.`,
} as const;
