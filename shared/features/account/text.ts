/** What the engine says about who is signed in. */
export const accountTexts = {
  otherAccount:
    'This account belongs to none of the organizations whose folders are mirrored here, so nothing was changed. ' +
    'Sign in with the account they were added with, use another data directory for this one (--data), ' +
    'or remove the mirrors first: benchtop mirror list',
  otherPerson:
    'This sign-in is another person’s than the one whose folders are mirrored here, so nothing was changed. ' +
    'Use another data directory for them (--data), or remove the mirrors first: benchtop mirror list',
  keyOfOther: (name: string) =>
    `This key is for the organization '${name}' only, so nothing was changed. Use a key of the other one.`,
  whichOrganization: (names: readonly string[]) =>
    `You are in several organizations, and the service does not tell which one this key is for: ${names.join(', ')}. ` +
    'Nothing was changed. Say which: benchtop login … --organization NAME',
  unknownPerson: 'The service did not say whose key this is, so the name was not changed. Change it at the service.',
  noOrganization: (named: string, known: readonly string[]) =>
    `You are in no organization '${named}'. You are in: ${known.length === 0 ? 'none' : known.join(', ')}.`,
  oneOrganization:
    'You let Benchtop in for one organization only, so it was not changed. Sign in again and choose the other one.',
  keysCannotDelete:
    'An API key may not delete an account, so nothing was changed. Sign in with a code by e-mail, or delete it at the service.',
} as const;
