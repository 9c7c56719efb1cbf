import type { Handlers } from '../../../shared/contract.ts';
import type { AppContext } from '../../items/app-context.ts';
import { filesPage } from './all-files.ts';
import { inWords } from './current-organization.ts';
import { cancel, invite, openInvitations, resend } from './invite.ts';
import { lookAtOrganization, makeDefault, rename, setPilot, switchAutotidy } from './organization-facts.ts';
import { findPeople, membersOf, remove, setRole } from './members.ts';

type OrganizationCall = keyof Handlers & `organization.${string}`;

/** The active organization, and its people. */
export function organizationHandlers(context: AppContext): Pick<Handlers, OrganizationCall> {
  return {
    'organization.look': () => inWords(() => lookAtOrganization(context)),
    'organization.rename': ({ name }) => inWords(() => rename(context, name)),
    'organization.setPilot': dates => inWords(() => setPilot(context, dates)),
    'organization.setAutotidy': ({ enabled }) => inWords(() => switchAutotidy(context, enabled)),
    'organization.makeDefault': () => inWords(() => makeDefault(context)),
    'organization.members': () => inWords(() => membersOf(context)),
    'organization.find': ({ query }) => inWords(() => findPeople(context, query)),
    'organization.setRole': wanted => inWords(() => setRole(context, wanted)),
    'organization.removeMember': looked => inWords(() => remove(context, looked)),
    'organization.invitations': () => inWords(() => openInvitations(context)),
    'organization.invite': wanted => inWords(() => invite(context, wanted)),
    'organization.resendInvitation': ({ id }) => inWords(() => resend(context, id)),
    'organization.cancelInvitation': ({ id }) => inWords(() => cancel(context, id)),
    'organization.files': wanted => inWords(() => filesPage(context, wanted)),
  };
}
