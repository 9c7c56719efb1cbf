/** What is said of a merge that the service has not taken, by how it stands. */
export const mergeTexts = {
  title: 'A merge that is not sent',
  unsent: (name: string) =>
    `Your merge of '${name}' is kept on this computer and is not sent yet. Send it, or look at it first.`,
  moved: (name: string) =>
    `Your merge of '${name}' is kept on this computer. There is a newer version by now, and nothing is ever sent over that by itself: go on with the merge.`,
  gone: (name: string) =>
    `Your merge of '${name}' is kept on this computer, but the file is no longer among what is mirrored here. Save a copy of it before you forget it.`,
  sent: (name: string) => `Your merge of '${name}' is a version now.`,
  stays: (name: string) => `There is a newer version of '${name}' by now. Your merge stays here; go on with it.`,
  waits: (name: string) =>
    `Another merge of '${name}' waits on this computer. It is not replaced: go on with that one, save a copy of it, or forget it first.`,
} as const;
