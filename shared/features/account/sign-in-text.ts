/** What is said during a sign-in, by the window and by the command line. */
export const signInTexts = {
  inputTooLarge:
    'More than 64 KiB came on standard input, so nothing was done. Give only what is asked for, such as the key itself.',
  keptInFile: 'This computer has no password store, so the key is kept in a file that only you can read.',
  noDoors: 'This Benchtop cannot sign in through a browser. Use a code by e-mail, or an API key.',
  noOauth: 'This service does not offer that. Use a code by e-mail, a company sign-in or an API key.',
  noAddressNamed: 'The service did not say where to sign in. Use a code by e-mail, or an API key.',
  strangeAddress: 'The service named an address for the sign-in that is not safe to open, so nothing was opened.',
  consentNeeded: 'An account needs your consent to the terms and to the privacy policy.',
  notAnEmail: (text: string) => `'${text}' is not an e-mail address.`,
  notAKey: 'That does not look like an API key. Keys begin with svc_live_; copy the whole key again.',
  unknownTicket: 'This sign-in is over. Begin again.',
  back: {
    done: {
      title: 'You can go back to Benchtop',
      text: 'The sign-in goes on there. This page is no longer needed.',
    },
    stopped: {
      title: 'This sign-in was stopped',
      text: 'The answer that came back does not belong to the sign-in that Benchtop began. Nobody was signed in. Begin again in Benchtop.',
    },
    refused: {
      title: 'The sign-in did not work',
      text: 'Benchtop says what happened. This page is no longer needed.',
    },
  },
  // The command line.
  codePrompt: 'Type the code from the mail and press Enter: ',
  codeSent: (email: string) => `A code was sent to ${email}.`,
  needsRegistration: (email: string) =>
    `There is no account for ${email} yet. Make one with: --first-name NAME --last-name NAME --accept-terms --accept-privacy`,
  openInBrowser: 'Open this address in your browser and finish there:',
  mismatch:
    'The sign-in was stopped: the answer that came back does not belong to the one that was begun. Nobody was signed in. Begin again.',
  refused: (message: string | null) =>
    message === null ? 'The sign-in was refused. Nothing was changed.' : `The sign-in was refused: ${message}`,
  noAccount: (email: string | null) =>
    `There is no account${email === null ? '' : ` for ${email}`} at this service. Ask for an invitation, or sign in with a code to make one.`,
  over: 'The sign-in took too long and was given up. Nothing was changed.',
  signedIn: (service: string, organization: string | null) =>
    `Signed in at ${service}${organization === null ? '' : `, organization ${organization}`}.`,
} as const;
