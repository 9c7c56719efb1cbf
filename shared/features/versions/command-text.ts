/** The words of a file's history. */
export const historyWords = {
  current: 'current',
  here: 'on this computer',
  unsent: 'not sent yet',
  draft: 'merge that waits',
  onlyOne: 'There is only one version, so there is nothing to compare it with.',
  restored: (name: string) =>
    `'${name}' has a new version with the old content. The one before it stays in the history.`,
  saved: (name: string) => `'${name}' has a new version. The ones before it stay in the history.`,
  moved:
    'Somebody saved a newer version meanwhile. Nothing was changed at the service; what you merged is kept as a draft. Compare it with the newer version.',
  tooLarge: 'It has more than 4 MB; at most that much is saved in this way.',
} as const;
