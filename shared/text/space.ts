import { formatBytes } from './format.ts';

/** What is said about room on this computer. */
export const spaceTexts = {
  tooLittle: (folder: string, sizeBytes: number, roomBytes: number) =>
    `'${folder}' holds ${formatBytes(sizeBytes)}, and there is room for ${formatBytes(roomBytes)} here. What fits is ` +
    `downloaded, the rest waits; sending goes on. Free some space, or free files that need not be here: benchtop free PATH`,
} as const;
