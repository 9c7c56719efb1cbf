import { badRequest } from '../../../shared/fault.ts';
import type {
  GivenOrganizationRole,
  OpenInvitation,
  OrganizationMember,
  OrganizationPerson,
} from '../../../shared/features/organization/model.ts';
import { changeTexts, organizationTexts as texts } from '../../../shared/features/organization/text.ts';
import { UNNAMED } from '../../../shared/text/people.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext } from '../../items/app-context.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { type ActiveOrganization } from '../../items/current-organization.ts';
import { orNull } from '../../items/or-null.ts';
import { activeOrganization } from '../../items/current-organization.ts';

/** The service returns nothing for shorter queries. */
const LEAST_LETTERS = 2;
const MOST_FOUND = 50;

interface Members {
  readonly members: OrganizationMember[];
}

/** A member, and the role the person saw. */
interface Looked {
  readonly member: string;
  readonly seen: string;
}

/** The members of the organization. */
export async function membersOf(context: AppContext): Promise<Members> {
  return { members: await readMembers(context, await activeOrganization(context)) };
}

/** Changes a member's role. @throws FaultError, also `bad-request` when another client changed it since. */
export async function setRole(
  context: AppContext,
  { role, ...looked }: Looked & { readonly role: GivenOrganizationRole },
): Promise<Members> {
  const here = await activeOrganization(context);
  const before = await readMembers(context, here);
  const old = sameAsSeen(before, looked);
  if (old === null) throw badRequest(texts.memberGone);
  if (isRole(old.role, role)) return { members: before };
  const path = { organizationId: here.id, membershipId: old.id };
  const members = await changeAndRead({
    ask: () => calls.setMemberRole(here.line, { path, body: { role } }),
    read: () => readMembers(context, here),
    isSeen: now => now.some(each => each.id === old.id && isRole(each.role, role)),
  });
  return { members };
}

/** Ends a membership. Succeeds if another client ended it first. */
export async function endMembership(context: AppContext, looked: Looked): Promise<Members> {
  const here = await activeOrganization(context);
  const before = await readMembers(context, here);
  const old = sameAsSeen(before, looked);
  if (old === null) return { members: before };
  if (old.isMe) throw badRequest(texts.isYou);
  const path = { organizationId: here.id, membershipId: old.id };
  const members = await changeAndRead({
    ask: () => calls.removeMember(here.line, { path }),
    read: () => readMembers(context, here),
    isSeen: now => now.every(each => each.id !== old.id),
  });
  return { members };
}

/** Searches people by name or address: in the directory, or in the list of members if that may not be searched. */
export async function findPeople(
  context: AppContext,
  query: string,
): Promise<{ found: OrganizationPerson[]; isDirectory: boolean }> {
  const sought = query.trim();
  if (sought.length < LEAST_LETTERS) return { found: [], isDirectory: true };
  const here = await activeOrganization(context);
  const path = { organizationId: here.id };
  const found = await orNull(calls.searchMembers(here.line, { path, query: { q: sought } }));
  const all =
    found ??
    (await calls.listMembers(here.line, { path })).filter(each =>
      [each.displayName, each.email].some(text => text?.toLowerCase().includes(sought.toLowerCase()) === true),
    );
  const people = all.flatMap(({ userId, displayName, email }) =>
    typeof userId === 'number' ? [{ userId, name: displayName ?? email ?? '', email: email ?? null }] : [],
  );
  return { found: people.slice(0, MOST_FOUND), isDirectory: found !== null };
}

async function readMembers(context: AppContext, { id, line }: ActiveOrganization): Promise<OrganizationMember[]> {
  const [me, all] = await Promise.all([
    addressOf(context, line),
    calls.listMembers(line, { path: { organizationId: id } }),
  ]);
  return all.map(each => ({
    id: each.id,
    userId: each.userId ?? null,
    name: each.displayName ?? each.email ?? UNNAMED,
    email: each.email ?? null,
    role: each.role ?? '',
    isMe: isSamePerson(each.email ?? null, me),
  }));
}

/** Whether an address is that of the signed-in person. */
export function isSamePerson(email: string | null, me: string | null): boolean {
  return email !== null && me !== null && email.toLowerCase() === me.toLowerCase();
}

/** Null: no longer a member. @throws FaultError `bad-request` when the role is not the one the person saw. */
function sameAsSeen(all: readonly OrganizationMember[], { member, seen }: Looked): OrganizationMember | null {
  const found = all.find(({ id }) => id === member);
  if (found === undefined) return null;
  if (!isRole(found.role, seen)) throw badRequest(changeTexts.changedMeanwhile(found.name, found.role));
  return found;
}

function isRole(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface Invitations {
  readonly invitations: OpenInvitation[];
}

/** Invitations that were not accepted, pending and expired. */
export async function openInvitations(context: AppContext): Promise<Invitations> {
  return { invitations: await readInvitations(await activeOrganization(context)) };
}

/** Invites a person. @throws FaultError, also `bad-request` when a pending invitation exists. */
export async function invitePerson(
  context: AppContext,
  { email, role }: { readonly email: string; readonly role: GivenOrganizationRole },
): Promise<Invitations> {
  const here = await activeOrganization(context);
  const before = await readInvitations(here);
  if (before.some(each => isSame(each.email, email) && !each.isExpired)) throw badRequest(texts.invitedAlready(email));
  const known = new Set(before.map(({ id }) => id));
  const invitations = await changeAndRead({
    ask: () => calls.createInvitation(here.line, { path: { organizationId: here.id }, body: { email, role } }),
    read: () => readInvitations(here),
    // The service may renew an expired one.
    isSeen: now =>
      now.some(each => isSame(each.email, email) && !each.isExpired && hasRole(each, role)) ||
      now.some(each => isSame(each.email, email) && !known.has(each.id) && hasRole(each, role)),
  });
  return { invitations };
}

/** Sends an invitation again. */
export async function resendInvitation(context: AppContext, id: string): Promise<Invitations> {
  const here = await activeOrganization(context);
  const old = (await readInvitations(here)).find(each => each.id === id);
  if (old === undefined) throw badRequest(texts.invitationGone);
  const invitations = await changeAndRead({
    ask: () => calls.resendInvitation(here.line, { path: { organizationId: here.id, invitationId: id } }),
    read: () => readInvitations(here),
    // An extended expiry is not promised, so only the service's answer confirms it.
    isSeen: (now, wasTaken) =>
      now.some(each => {
        const isIt = isSame(each.email, old.email) && !each.isExpired;
        return isIt && (wasTaken || each.expiresAt !== old.expiresAt || each.id !== old.id);
      }),
  });
  return { invitations };
}

/** Cancels an invitation. Without the service's confirmation, one that is no longer open may have been accepted. */
export async function cancelInvitation(context: AppContext, id: string): Promise<Invitations> {
  const here = await activeOrganization(context);
  if (!(await readInvitations(here)).some(each => each.id === id)) throw badRequest(texts.invitationGone);
  let wasTaken = false;
  const invitations = await changeAndRead({
    ask: async () => {
      await calls.cancelInvitation(here.line, { path: { organizationId: here.id, invitationId: id } });
      wasTaken = true;
    },
    read: () => readInvitations(here),
    isSeen: now => now.every(each => each.id !== id),
  });
  if (!wasTaken) throw badRequest(texts.cancelledOrAccepted);
  return { invitations };
}

async function readInvitations({ id: organizationId, line }: ActiveOrganization): Promise<OpenInvitation[]> {
  const all = await calls.listInvitations(line, { path: { organizationId } });
  return all.map(each => ({
    id: each.id,
    email: each.email ?? '',
    role: each.role ?? null,
    isExpired: each.isExpired ?? false,
    createdAt: each.createdAt ?? null,
    expiresAt: each.expiresAt ?? null,
  }));
}

function hasRole({ role }: OpenInvitation, wanted: string): boolean {
  return role === null || role.toLowerCase() === wanted.toLowerCase();
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
