import type { OpenInvitation, OrganizationView } from './model.ts';
import { serviceSaid } from '../../text/fault-text.ts';

/** What is said of a change that the service was asked for and that is read back. */
export const changeTexts = {
  notSeen: 'The service took the change, but does not show it. Look again before you rely on it.',
  notRead: (why: string) =>
    `The service took the change, but what it says now could not be read. Look again before you rely on it. ${why}`,
  notAnswered: 'The service did not answer properly, and does not show the change. Look again, then try again.',
  notKnown: 'The service did not answer properly. Whether it made the change is not known; look again once it answers.',
  changedMeanwhile: (name: string, now: string) =>
    `Somebody changed this meanwhile: ${name} is ${now} now. Nothing was changed; look again.`,
} as const;

/** What is said of an organization, its people and its exports (spec 2.9, 2.13). */
export const organizationTexts = {
  none: 'No organization is chosen. To choose one: benchtop account switch ORGANIZATION',
  onlyManagers: (said: readonly string[]) =>
    `Your role or your key does not allow this: it is for owners and admins of the organization. Nothing was changed.${serviceSaid(said)}`,
  gone: 'The service does not show it: it was removed, or you lost access to it.',
  memberGone: 'This person is no longer in the organization. Nothing was changed; look again.',
  isYou: 'That is you. Leaving the organization is not done here; ask an owner. Nothing was changed.',
  invitationGone: 'This invitation is no longer open: it was accepted or cancelled. Nothing was changed; look again.',
  cancelledOrAccepted:
    'This invitation is no longer open. Whether it was cancelled or accepted a moment before is not known; look who is in the organization.',
  invitedAlready: (email: string) =>
    `${email} has an open invitation already. To send it again: benchtop org resend ${email}`,
  dates: 'A pilot cannot end before it starts. Nothing was changed.',
  noSuchRole: (role: string) => `'${role}' is no role. Roles are: owner, admin, member.`,
  noSuchMember: (who: string) => `Nobody in the organization fits '${who}'. To see who is: benchtop org members`,
  noSuchInvitation: (who: string) => `No open invitation fits '${who}'. To see them: benchtop org invitations`,
  several: (who: string, names: readonly string[]) =>
    `'${who}' may be: ${names.join(', ')}. Write the address or the id.`,
  onOff: (text: string) => `'${text}' is neither 'on' nor 'off'.`,
  noDate: (text: string) => `'${text}' is no date. It looks like 2026-11-22, or 'none'.`,
  renamed: (name: string) => `The organization is called '${name}' now.`,
  pilotSet: ({ pilotStart, pilotEnd }: OrganizationView) =>
    `Pilot from ${pilotStart ?? 'no date'} to ${pilotEnd ?? 'no date'}.`,
  isDefault: (name: string) => `'${name}' is what you find after signing in now.`,
  autotidy: (isOn: boolean) => (isOn ? 'Auto-tidy is on.' : 'Auto-tidy is off.'),
  roleSet: (name: string, role: string) => `${name} is ${role} now.`,
  removeAsk: (name: string) =>
    `${name} would lose access to everything in the organization. Nothing was changed. To do it, add --yes.`,
  removed: (name: string) => `${name} is no longer in the organization.`,
  invited: ({ email, role, expiresAt }: OpenInvitation) =>
    `${email} is invited${role === null ? '' : ` as ${role}`}${expiresAt === null ? '' : `, until ${expiresAt}`}.`,
  resent: ({ email, expiresAt }: OpenInvitation) =>
    `The invitation of ${email} was sent again${expiresAt === null ? '' : `; it works until ${expiresAt}`}.`,
  cancelled: (email: string) => `The invitation of ${email} is cancelled. Its link no longer works.`,
  noInvitations: 'No invitation is open.',
  listEnds: 'The list of files has no end that can be reached. What was read is not all.',
  found: (count: number, isSearched: boolean) =>
    `${count === 1 ? '1 file' : `${count} files`}${isSearched ? ' found' : ''}.`,
  written: (count: number, path: string) => `${count === 1 ? '1 file' : `${count} files`} written to ${path}.`,
  taken: (path: string) => `'${path}' is there already, and nothing is replaced. Choose another name.`,
  notWritten: (path: string, why: string) => `'${path}' could not be written (${why}).`,
} as const;

/** What is said of exports. */
export const exportTexts = {
  noneBegun: 'No export was begun from this computer. To begin one: benchtop export start',
  gone: 'The service does not show this export: it is gone, or somebody else began it.',
  notKnown:
    'The service did not answer properly. Whether it began an export is not known; beginning another one harms nothing.',
  notReady: (status: string) => `The bundle is not there yet; the export is ${status}. Nothing was downloaded.`,
  failed: 'The service could not build the bundle. To try again: benchtop export start',
  badName: 'That is no name of a file. Nothing was saved.',
  noAddress: 'The service gave no address for the bundle. Nothing was saved.',
  notWhole: 'The bundle did not come whole. Nothing was saved; try again.',
  aPage: 'A web page came in the place of the bundle. Nothing was saved.',
  stopped: 'The download was stopped. Nothing of it was left.',
  stopping: 'Its downloads are stopped.',
  begun: (id: string) => `The service builds the bundle. To see how far it is: benchtop export status ${id}`,
  saved: (path: string) => `The bundle is in ${path}.`,
} as const;

const STATUSES: { readonly [status: string]: string } = {
  active: 'Active',
  pilot: 'In its pilot',
  'pilot-upcoming': 'Its pilot begins later',
  'pilot-ended': 'Its pilot has ended',
};

/** A billing status in words; an unknown one as it is. */
export function billingText(status: string): string {
  return STATUSES[status.toLowerCase()] ?? `${status}, a status from the service`;
}

const JOBS: { readonly [status: string]: string } = {
  pending: 'Waiting to begin',
  running: 'Being built',
  completed: 'Ready',
  failed: 'Failed',
};

/** How far an export is; an unknown word as it is. */
export function exportText(status: string): string {
  return JOBS[status.toLowerCase()] ?? `${status}, a status from the service`;
}
