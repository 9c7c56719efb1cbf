import { formatCount } from '../../text/format.ts';

/** The words of the account page. */
export const accountPage = {
  title: 'Account',
  reading: 'Asking the service…',
  stale: 'The service could not be asked just now. This is what was known before.',
  signedOut: 'Nobody is signed in',
  signedOutAbout: 'Files on this computer stay where they are. Sign in to send and download again.',
  signIn: 'Sign in',
  serviceSaid: 'The service said',
  tryAgain: 'Try again',

  person: 'Person',
  name: 'Name that others see',
  unknown: 'The service does not say',
  change: 'Change',
  save: 'Save',
  cancel: 'Cancel',
  confirmed: 'confirmed',
  unconfirmed: 'not confirmed yet',
  sendConfirmation: 'Send a confirmation mail',
  confirmationSent: (email: string) => `A mail was sent to ${email}. Paste the token from it here.`,
  token: 'Token from the mail',
  confirm: 'Confirm',
  tokenWrong: 'The service does not know this token. Use the newest mail, or send another one.',

  credential: 'Signed in with',
  key: (name: string | null, ends: string | null) =>
    ['An API key', name === null ? '' : `named “${name}”`, ends === null ? '' : `ending in ${ends}`]
      .filter(part => part !== '')
      .join(' '),
  session: 'A sign-in by code or company account',
  oauth: 'An authorization for Benchtop',
  until: (moment: string) => `Renewed by itself while Benchtop runs. Otherwise it ends: ${moment}`,
  at: 'Service',

  organizations: 'Organizations',
  none: 'You are in no organization yet.',
  active: 'Active here',
  switchTo: 'Switch',
  switchHint: (name: string) => `Switch to ${name}`,
  mirrors: (count: number) => `${formatCount(count, 'folder')} on this computer`,
  staysWith: 'Folders on this computer stay with the organization they are from.',

  signOut: 'Sign out',
  signOutAbout: 'Your files stay where they are. Nothing more is sent or downloaded until somebody signs in.',
  signOutTitle: 'Sign out of Benchtop?',
  keepSignedIn: 'Stay signed in',
  unsent: (total: number) => `${formatCount(total, 'file')} on this computer only, not sent yet:`,
  messages: (total: number) =>
    `${formatCount(total, 'message')} to the agent not sent yet. ${total === 1 ? 'It is' : 'They are'} kept here for you:`,
  message: (title: string, note: string) => `“${title}”: ${note}`,
  allSent: 'Everything here is at the service, too.',
  waiting: (count: number) =>
    count === 1
      ? '1 item waits for your decision. It stays as it is.'
      : `${formatCount(count, 'item')} wait for your decision. They stay as they are.`,
  more: (count: number) => `and ${formatCount(count, 'more', 'more')}`,

  remove: 'Delete account…',
  removeAbout: 'Ends your account at the service, for good. Files on this computer stay where they are.',
  removeTitle: 'Delete your account at the service?',
  removeWhat:
    'Your account ends with all its keys and sign-ins, in every organization. What you shared may stay for others. This can’t be taken back from here.',
  removeConfirm: (email: string | null) =>
    email === null ? 'Type the e-mail address of your account' : `Type ${email} to be sure`,
  removeNow: 'Delete account',
  removing: 'Asking the service…',
  keep: 'Keep account',
  kept: 'The account was not deleted',
  keptConflict:
    'Somebody or something still depends on it. Nothing was changed, here or there. Settle what the service names, then try again.',
  keptOther: 'Nothing was changed, here or there.',
  removed: 'The account was deleted.',
  removedFiles: 'Your files on this computer stay where they are.',
} as const;
