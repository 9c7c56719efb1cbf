import type { GivenOrganizationRole } from './model.ts';
import { formatBytes, formatCount, formatWait, formatNumber } from '../../text/format.ts';
import { shownName } from '../../text/shown-name.ts';

/** What the screen of the organization says. */
export const organizationWindow = {
  tabs: {
    label: 'Parts of the organization',
    overview: 'Overview',
    members: 'Members',
    projects: 'Projects',
    files: 'All files',
    sharing: 'Sharing report',
    proposals: 'Tidy proposals',
    audit: 'Audit log',
    keys: 'API keys',
  },
  reading: 'Asking the service…',
  said: 'The service said',
  again: 'Try again',
  checked: (ago: string) => `Checked ${ago}`,
  checkNow: 'Check now',
  signedOut: 'Nobody is signed in',
  signedOutAbout: 'Sign in to see the organization and its people.',
  signIn: 'Sign in',
  unreached: 'The service could not be reached, so nothing was changed. Try again once it answers.',
  waits: (ms: number | null) =>
    `The service asked us to wait, so nothing was changed. Try again ${ms === null ? 'in a moment' : `in ${formatWait(ms)}`}.`,
  lost: 'The connection to Benchtop was lost. Whether the change was made is not known; look again before you rely on it.',
  unsure: (role: string | null) =>
    `${role === null ? 'The service does not say what your role is' : `Benchtop does not know what your role allows (${role})`}, so only what everybody may do is offered. The service has the last word.`,
  tryAnyway: 'Show the rest anyway',
  onlyLook: 'Only owners and admins of the organization can change it.',

  itself: 'The organization',
  name: 'Name',
  rename: 'Rename',
  renaming: 'Rename the organization',
  renamingAbout: 'Everybody in it sees the new name.',
  role: 'Your role',
  notTold: 'The service does not say',
  afterSignIn: 'After signing in',
  isDefault: 'You find this organization.',
  isNotDefault: 'You find another organization.',
  makeDefault: 'Make this one the default',
  billing: 'Billing',
  members: (count: number) => `for ${formatCount(count, 'member')}`,
  autotidy: 'Auto-tidy',
  autotidyAbout: 'The service looks for names, places and tags that could be better, and proposes them.',
  autotidyOn: 'Propose what could be tidier',
  autotidyIs: (isOn: boolean) => (isOn ? 'On' : 'Off'),

  pilot: 'Pilot',
  pilotAbout: 'Days begin at midnight UTC. An empty day is none.',
  pilotFrom: 'From',
  pilotTo: 'To',
  pilotChange: 'Change',
  pilotSave: 'Save',
  pilotBackwards: 'A pilot cannot end before it starts.',
  pilotIs: (from: string, to: string) =>
    from === '' && to === '' ? 'The pilot has no dates.' : `Pilot from ${from || 'no date'} to ${to || 'no date'}.`,

  yours: 'Your organizations',
  yoursAbout: 'Benchtop acts in one at a time. Folders on this computer stay with the organization they are from.',
  active: 'Active here',
  switchTo: 'Switch',
  switchHint: (name: string) => `Switch to ${name}`,

  export: 'Export',
  exportAbout: 'The service makes one file of everything the organization has. It may take a while.',
  exportNone: 'No export was begun from this computer.',
  exportStart: 'Begin an export',
  exportAgain: 'Begin another one',
  exportBegun: 'The service builds the bundle. You can leave this page meanwhile.',
  exportBegunAt: (moment: string) => `begun ${moment}`,
  exportEndedAt: (moment: string) => `ended ${moment}`,
  exportGet: 'Download…',
  exportTry: 'Try to download…',
  exportUnsure: 'Benchtop does not know this status, so it cannot say whether the bundle is there. It can be tried.',
  exportGetting: 'Downloading…',
  exportStop: 'Stop the download',
  exportCame: (done: number, all: number | null) =>
    all === null ? `${formatBytes(done)} so far` : `${formatBytes(done)} of ${formatBytes(all)}`,
  exportGetTitle: 'Download the export',
  exportGetAbout: 'It lands there whole or not at all, and nothing is replaced.',

  people: 'Members',
  narrow: 'Find by name or address',
  clear: 'Clear',
  nobodyFits: 'Nobody fits.',
  you: (name: string) => `${name} (you)`,
  roleOf: (name: string) => `Role of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  moreLines: (count: number) => `Show ${formatCount(count, 'more', 'more')}`,
  removing: {
    title: (name: string) => `Remove ${name} from the organization?`,
    text: (name: string) =>
      `${name} loses access to everything in the organization. What is on computers of ${name} already stays there.`,
    yes: 'Remove from the organization',
  },
  ownRole: {
    title: (role: string) => `Make yourself ${role}?`,
    text: 'You may lose the right to manage the organization, and then cannot take this back yourself.',
    yes: 'Change my role',
  },

  invitations: 'Invitations',
  invitationsAbout: 'Not accepted yet.',
  noInvitations: 'No invitation is open.',
  email: 'Email address',
  emailWrong: 'This is no email address.',
  inviteRole: 'Role',
  invite: 'Invite',
  inviting: 'Inviting…',
  invited: (email: string, role: GivenOrganizationRole) => `${email} is invited as ${role}.`,
  until: (moment: string) => `works until ${moment}`,
  expired: 'expired',
  resend: 'Send again',
  resendHint: (email: string) => `Send again to ${email}`,
  resent: (email: string) => `The invitation of ${email} was sent again, with a new link.`,
  cancel: 'Cancel…',
  cancelHint: (email: string) => `Cancel… the invitation of ${email}`,
  cancelling: {
    title: (email: string) => `Cancel the invitation of ${email}?`,
    text: 'The link in the mail then works no more. You can invite again later.',
    yes: 'Cancel the invitation',
  },

  filesLabel: 'All files of the organization',
  filesAbout:
    'Every file in the organization, with where it lies and who can open it. Only its owners and admins see this list.',
  filesFind: 'Find by name',
  find: 'Find',
  filesNone: 'The organization has no files.',
  filesNoneFit: 'No file has this in its name.',
  columns: { name: 'Name and place', readers: 'Who can open it', owner: 'Owner', size: 'Size', changed: 'Changed' },
  /** Who is not among the members, so that the service tells no name. */
  unnamed: 'Not a member now',
  openFile: (name: string) => `Open the folder of ${name}`,
  loosePlace: 'In no folder',
  placeUntold: 'Place not told',
  readersUntold: 'Not known',
  readersAsked: '…',
  filesShown: (read: number, total: number | null) =>
    total === null || total <= read
      ? formatCount(read, 'file')
      : `${formatCount(read, 'file')} of about ${formatNumber(total)}`,
  filesFound: (found: number, isWhole: boolean) =>
    isWhole ? `${formatCount(found, 'file')} found` : `${formatCount(found, 'file')} found so far`,
  looking: (looked: number, total: number | null) =>
    total === null
      ? `${formatCount(looked, 'file')} looked at`
      : `${formatNumber(Math.min(looked, total))} of ${formatNumber(total)} looked at`,
  filesMore: 'Show more',
  stop: 'Stop',
  saveTable: 'Save as CSV',
  asked: (done: number, all: number) => `Who can open it: ${formatNumber(done)} of ${formatCount(all, 'file')} asked`,
  tableColumns: [
    'Name',
    'Place',
    'Owner',
    'Who can open it',
    'Marked as',
    'Bytes',
    'Made',
    'Changed',
    'Owner id',
    'File id',
  ],
  savingTable: 'The table is being saved.',
  tableName: (day: string, isSearched: boolean) => `organization files ${day}${isSearched ? ' (found)' : ''}.csv`,
} as const;

const ROLES: readonly string[] = ['owner', 'admin', 'member'];

/** A role in the organization; an unknown one is told as it is. */
export function organizationRole(role: string): string {
  if (role === '') return 'Role not told';
  return ROLES.includes(role.toLowerCase())
    ? role.slice(0, 1).toUpperCase() + role.slice(1).toLowerCase()
    : `${shownName(role)}, a role from the service`;
}
