/** Words of the desktop app about newer versions of it. */
export const updateTexts = {
  notice: {
    title: (version: string) => `Benchtop ${version} is ready`,
    text: 'It is installed when you restart Benchtop. Nothing is lost by waiting.',
  },
  question: {
    title: (version: string) => `Restart into Benchtop ${version}?`,
    text: 'Benchtop closes, is replaced and opens again. Files are kept in step as before, and what is not sent yet goes on afterwards.',
    restart: 'Restart now',
    tomorrow: 'Not before tomorrow',
  },
  understood: 'Close',
  transfers: 'Files are being sent or downloaded. Benchtop asks again when they have arrived.',
} as const;
