import type {
  GivenOrganizationRole,
  OrganizationMember,
  OrganizationPerson,
} from '../../../shared/features/organization/model.ts';
import { changeTexts, organizationTexts as texts } from '../../../shared/features/organization/text.ts';
import { listMembers, removeMember, searchMembers, setMemberRole } from '../../remote/api/calls/organizations.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { orNull } from '../sharing/read-access.ts';
import { type Here, organizationHere } from './current-organization.ts';

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
  return { members: await read(context, await organizationHere(context)) };
}

/** Changes a member's role. @throws FaultError, also `bad-request` when another client changed it since. */
export async function setRole(
  context: AppContext,
  { role, ...looked }: Looked & { readonly role: GivenOrganizationRole },
): Promise<Members> {
  const here = await organizationHere(context);
  const before = await read(context, here);
  const old = sameAsSeen(before, looked);
  if (old === null) throw refused(texts.memberGone);
  if (isRole(old.role, role)) return { members: before };
  const path = { organizationId: here.id, membershipId: old.id };
  const members = await changeAndRead({
    ask: () => setMemberRole(here.line, { path, body: { role } }),
    read: () => read(context, here),
    isSeen: now => now.some(each => each.id === old.id && isRole(each.role, role)),
  });
  return { members };
}

/** Ends a membership. Succeeds if another client ended it first. */
export async function remove(context: AppContext, looked: Looked): Promise<Members> {
  const here = await organizationHere(context);
  const before = await read(context, here);
  const old = sameAsSeen(before, looked);
  if (old === null) return { members: before };
  if (old.isMe) throw refused(texts.isYou);
  const path = { organizationId: here.id, membershipId: old.id };
  const members = await changeAndRead({
    ask: () => removeMember(here.line, { path }),
    read: () => read(context, here),
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
  const here = await organizationHere(context);
  const path = { organizationId: here.id };
  const found = await orNull(searchMembers(here.line, { path, query: { q: sought } }));
  const all =
    found ??
    (await listMembers(here.line, { path })).filter(each =>
      [each.displayName, each.email].some(text => text?.toLowerCase().includes(sought.toLowerCase()) === true),
    );
  const people = all.flatMap(({ userId, displayName, email }) =>
    typeof userId === 'number' ? [{ userId, name: displayName ?? email ?? '', email: email ?? null }] : [],
  );
  return { found: people.slice(0, MOST_FOUND), isDirectory: found !== null };
}

async function read(context: AppContext, { id, line }: Here): Promise<OrganizationMember[]> {
  const [me, all] = await Promise.all([addressOf(context, line), listMembers(line, { path: { organizationId: id } })]);
  return all.map(each => ({
    id: each.id,
    userId: each.userId ?? null,
    name: each.displayName ?? each.email ?? each.id,
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
  if (!isRole(found.role, seen)) throw refused(changeTexts.changedMeanwhile(found.name, found.role));
  return found;
}

function isRole(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
