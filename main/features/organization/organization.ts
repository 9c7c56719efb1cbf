import type { Handlers } from '../../../shared/contract.ts';
import type { AppContext } from '../../items/app-context.ts';
import { filesPage } from './all-files.ts';
import { inWords } from '../../items/current-organization.ts';
import { cancel, invite, openInvitations, resend } from './invite.ts';
import { lookAtOrganization, makeDefault, rename, setPilot, switchAutotidy } from './organization-facts.ts';
import { findPeople, membersOf, remove, setRole } from './members.ts';

type OrganizationCall = keyof Handlers & `organization.${string}`;

/** The organization that is acted in, and its people. */
export function organizationHandlers(parts: AppContext): Pick<Handlers, OrganizationCall> {
  return {
    'organization.look': () => inWords(() => lookAtOrganization(parts)),
    'organization.rename': ({ name }) => inWords(() => rename(parts, name)),
    'organization.setPilot': dates => inWords(() => setPilot(parts, dates)),
    'organization.setAutotidy': ({ enabled }) => inWords(() => switchAutotidy(parts, enabled)),
    'organization.makeDefault': () => inWords(() => makeDefault(parts)),
    'organization.members': () => inWords(() => membersOf(parts)),
    'organization.find': ({ query }) => inWords(() => findPeople(parts, query)),
    'organization.setRole': wanted => inWords(() => setRole(parts, wanted)),
    'organization.removeMember': looked => inWords(() => remove(parts, looked)),
    'organization.invitations': () => inWords(() => openInvitations(parts)),
    'organization.invite': wanted => inWords(() => invite(parts, wanted)),
    'organization.resendInvitation': ({ id }) => inWords(() => resend(parts, id)),
    'organization.cancelInvitation': ({ id }) => inWords(() => cancel(parts, id)),
    'organization.files': wanted => inWords(() => filesPage(parts, wanted)),
  };
}
