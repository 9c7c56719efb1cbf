import { formatBytes } from '../../text/format.ts';

/** What the engine says about versions. */
export const versionTexts = {
  onlyFiles: 'Only files have versions.',
  notSent: 'The service does not have this file yet, so it has no versions there.',
  noVersion: (ref: string) => `There is no version '${ref}' of this file. Nothing was changed.`,
  notHere: 'It is not on this computer.',
  noDraft: 'No merge of this file waits any more.',
  tooLarge: (sizeBytes: number) =>
    `It has ${formatBytes(sizeBytes)}, which is more than can be shown here. Download it instead.`,
  changesNow: 'The file is being written at this moment. Try again when that is done.',
  unsent: (name: string) =>
    `'${name}' was changed here, and that is not sent yet. Nothing was changed; wait until it is sent, or merge the two.`,
  current: 'That is the current version already. Nothing was changed.',
  moved: 'Somebody saved a newer version since you looked. Nothing was changed; look again.',
  notBytes: 'What came is not base64. Nothing was changed.',
  onlyThere: 'Only what the service has can be downloaded. This is on this computer already.',
  noSides: 'One of the two versions is no longer there, so there is nothing to merge.',
} as const;
