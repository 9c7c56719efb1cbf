/** What is said about who is signed in. */
export const accountTexts = {
  otherAccount:
    'This account belongs to none of the organizations whose folders are mirrored here, so nothing was changed. ' +
    'Sign in with the account they were added with, use another data directory for this one (--data), ' +
    'or remove the mirrors first: benchtop mirror list',
} as const;
