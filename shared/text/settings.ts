/** The words of the Settings screen. */
export const settingsWords = {
  place: 'Settings',
} as const;
