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
    `Problem '${id}' is neither about who can read an item nor about a service that was set back, so there is nothing to allow.`,
  skip: (id: string) => `Problem ${id} is left alone until something about it changes.`,
} as const;
