/** What the engine says about who is signed in. */
export const accountTexts = {
  otherAccount:
    'This account belongs to none of the organizations whose folders are mirrored here, so nothing was changed. ' +
    'Sign in with the account they were added with, use another data directory for this one (--data), ' +
    'or remove the mirrors first: benchtop mirror list',
  unknownPerson: 'The service did not say whose key this is, so the name was not changed. Change it at the service.',
  noOrganization: (named: string, known: readonly string[]) =>
    `You are in no organization '${named}'. You are in: ${known.length === 0 ? 'none' : known.join(', ')}.`,
  oneOrganization:
    'You let Benchtop in for one organization only, so it was not changed. Sign in again and choose the other one.',
  keysCannotDelete:
    'An API key may not delete an account, so nothing was changed. Sign in with a code by e-mail, or delete it at the service.',
} as const;
