/** What is said of text that a person gave to a command. */
export const givenTexts = {
  inputIsNoText:
    'What came on standard input is no text in UTF-8, so nothing was done. Save it as UTF-8 and give it again.',
  fileIsNoText: (file: string): string =>
    `'${file}' is no text in UTF-8, so nothing was done. Save it as UTF-8 and try again.`,
} as const;
