import { foundOrganization } from './founding.ts';
import { teamMembers, teams } from '../ground/tables.ts';
import type { KeyRow, MembershipRow, OrganizationRole, OrganizationRow, Records, UserRow } from '../ground/records.ts';

/** A person of the local service with the key that acts for him or her. */
export interface SeededUser {
  readonly userId: number;
  readonly email: string;
  readonly role: OrganizationRole;
  readonly apiKey: string;
}

const LAB: OrganizationRow = { id: '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9c01', name: 'Halden Lab' };
const NEIGHBOUR: OrganizationRow = { id: '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9c02', name: 'Weir Group' };

interface Person {
  readonly user: UserRow;
  readonly membership: MembershipRow;
  readonly key: KeyRow;
}

/** The same people and keys at every start: an owner and two members of a lab, a person of another lab, and an admin. */
const PEOPLE: readonly Person[] = [
  person(1, 'Mira Halden', 'Owner', LAB),
  person(2, 'Jonas Brandt', 'Member', LAB),
  person(3, 'Aiko Tanabe', 'Member', LAB),
  person(4, 'Leon Weir', 'Owner', NEIGHBOUR),
  person(5, 'Ines Okafor', 'Admin', LAB),
];

/** The people of the local service, in the order in which they are announced. */
export const SEEDED_USERS: readonly SeededUser[] = PEOPLE.map(({ user, membership, key }) => ({
  userId: user.id,
  email: user.email,
  role: membership.role,
  apiKey: key.key,
}));

/** The lab's one team, and who is in it. */
const TEAM = { id: '7f0c1c56-3f0e-4b1d-9a6e-1d2f5a7b9c01', organizationId: LAB.id, name: 'Bench team' };
const TEAM_MEMBERS: readonly number[] = [2, 3];

/** The lab that the sample belongs to. */
export const LAB_ID = LAB.id;

/** How many folders exist before the first request makes one: each organization's Knowledge Base. */
export const SEEDED_FOLDERS = 2;

/** The id of the lab's team, with Jonas and Aiko in it; the same at every start. */
export const BENCH_TEAM_ID = TEAM.id;

/** The id of a lab's Knowledge Base; the same at every start. */
export function knowledgeBaseId(organizationId: string): string {
  return organizationId.replace('7f0c1c52', '7f0c1c53');
}

/**
 * Fills empty records with the people and the organizations. People added to the list later are added to older records;
 * a person who left an organization is not added to it again.
 */
export function seedPeople(records: Records, nowMs: number): void {
  const isEmpty = records.organization(LAB.id) === null;
  for (const { user, membership, key } of PEOPLE) {
    if (records.user(user.id) !== null) continue;
    records.saveUser(user);
    records.saveMembership(membership);
    records.saveKey(key);
  }
  if (!isEmpty) return;
  seedTeam(records);
  for (const [organization, ownerId] of [[LAB, 1] as const, [NEIGHBOUR, 4] as const]) {
    const shareId = organization.id.replace('7f0c1c52', '7f0c1c54');
    foundOrganization(records, {
      organization,
      ownerId,
      knowledgeBaseId: knowledgeBaseId(organization.id),
      shareId,
      nowMs,
    });
  }
}

function seedTeam(records: Records): void {
  records.putRow(teams, TEAM);
  for (const userId of TEAM_MEMBERS) {
    records.putRow(teamMembers, { id: `7f0c1c57-3f0e-4b1d-9a6e-1d2f5a7b9d0${userId}`, teamId: TEAM.id, userId });
  }
}

function person(id: number, displayName: string, role: OrganizationRole, organization: OrganizationRow): Person {
  const [firstName = '', lastName = ''] = displayName.split(' ');
  const mailName = `${firstName}.${lastName}`.toLowerCase();
  const user = { id, displayName, firstName, lastName, email: `${mailName}@example.org` };
  const membershipId = `7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9d0${id}`;
  const membership = { id: membershipId, organizationId: organization.id, userId: id, role };
  // Not a secret: these keys open nothing but a service on this computer, and tests need to know them.
  const key = {
    key: `svc_live_local_${mailName.replace('.', '_')}_0${id}`,
    id: `7f0c1c55-3f0e-4b1d-9a6e-1d2f5a7b9d0${id}`,
    userId: id,
    organizationId: organization.id,
    name: 'bench computer',
    createdMs: Date.UTC(2025, 7, 25, 8),
    expiresMs: null,
    revokedMs: null,
  };
  return { user, membership, key };
}
