import { formatBytes } from './format.ts';

/** Sentences about looking into a file, from the engine. */
export const contentTexts = {
  folder: 'This is a folder. Only files can be looked into.',
  noBytes: 'The service knows this file, but has no bytes of it yet. Somebody may still be sending it.',
  offline:
    'This file is not on this computer, and the service cannot be reached now. It can be looked into once there is a connection.',
  tooLarge: (most: number) =>
    `Files of more than ${formatBytes(most)} are not fetched only for looking. Keep it offline, then it can be opened from this computer.`,
  noVersion: (id: string) => `“${id}” is no version. Versions are named by their ids, as the history shows them.`,
  gone: 'This preview has ended. Open it again.',
  changed: 'The file changed while it was read. Open it again to see it as it is now.',
} as const;
