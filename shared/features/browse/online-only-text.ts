/** Why the bytes of a file stay on this computer although a person wanted to free the space. */
const REFUSALS: { readonly [refusal: string]: string } = {
  'not-here': 'Its bytes are not on this computer.',
  'not-sent': 'It was changed here and is not sent yet. It is kept; try again when it is in step.',
  changing: 'It is still changing. It is kept; try again when it has been quiet for a moment.',
  'changed-there': 'The service has another version than this computer. It is kept; try again when it is in step.',
  conflict: 'There are two versions of it that wait for your decision. It is kept.',
  'gone-there': 'The service does not show it, so this may be the only copy. It is kept.',
  busy: 'It is being sent or downloaded. It is kept; try again in a moment.',
};

/** What is said about files that are only online. */
export const onlineOnlyTexts = {
  refusal: (refusal: string) => REFUSALS[refusal] ?? 'It is kept.',
  notMirrored: (path: string) => `'${path}' is in no mirrored folder. See: benchtop mirror list`,
  unknown: (path: string) => `'${path}' is neither here nor at the service, as far as is known. Check the name.`,
  sendsOnly: (path: string) => `'${path}' is in a mirror that only sends: nothing is downloaded into it.`,
  freed: (files: string, bytes: string) => `${files} freed, ${bytes}. To have them here again: benchtop keep PATH`,
  kept: (files: string) => `${files} will be downloaded and kept here.`,
  nothingToKeep: 'Everything there is on this computer already, or on its way.',
} as const;
