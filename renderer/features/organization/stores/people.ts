import type {
  GivenOrganizationRole,
  OpenInvitation,
  OrganizationMember,
  OrganizationPerson,
} from '../../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { organizationSection } from './organization-section.ts';

/** Everyone in the organization. */
export const members = organizationSection<readonly OrganizationMember[]>(
  async () => (await engine.call('organization.members', {})).members,
);

/** Invitations that were not accepted. */
export const invitations = organizationSection<readonly OpenInvitation[]>(
  async () => (await engine.call('organization.invitations', {})).invitations,
);

/** Gives a member another role, unless another person changed it since it was read. */
export function setMemberRole({ id, name, role: seen }: OrganizationMember, role: GivenOrganizationRole) {
  return members.change(
    id,
    async () => (await engine.call('organization.setRole', { member: id, seen, role })).members,
    now => texts.roleSet(name, now.find(each => each.id === id)?.role ?? role),
  );
}

/** Ends a membership, unless another person changed its role since it was read. */
export function removeMember({ id, name, role: seen }: OrganizationMember) {
  return members.change(
    id,
    async () => (await engine.call('organization.removeMember', { member: id, seen })).members,
    () => texts.removed(name),
  );
}

/** Invites a person. */
export function invite(email: string, role: GivenOrganizationRole) {
  return invitations.change(
    '',
    async () => (await engine.call('organization.invite', { email, role })).invitations,
    () => words.invited(email, role),
  );
}

/** Sends an invitation again. */
export function resendInvitation({ id, email }: OpenInvitation) {
  return invitations.change(
    id,
    async () => (await engine.call('organization.resendInvitation', { id })).invitations,
    () => words.resent(email),
  );
}

/** Takes one back. */
export function cancelInvitation({ id, email }: OpenInvitation) {
  return invitations.change(
    id,
    async () => (await engine.call('organization.cancelInvitation', { id })).invitations,
    () => texts.cancelled(email),
  );
}

/** Who in the organization could be meant by what was typed. */
export function findColleagues(
  query: string,
): Promise<{ readonly found: readonly OrganizationPerson[]; readonly isDirectory: boolean }> {
  return engine.call('organization.find', { query });
}

/** The name of a member by the number of the person; null: not among the members. */
export function memberName(all: readonly OrganizationMember[] | null, userId: number): string | null {
  return all?.find(each => each.userId === userId)?.name ?? null;
}
