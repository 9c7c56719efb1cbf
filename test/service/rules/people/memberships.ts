import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import type { Backend } from '../ground/backend.ts';
import { endGrants } from './oauth-rows.ts';
import type { MembershipRow, UserRow } from '../ground/records.ts';
import { teamMembers, teams } from '../ground/tables.ts';

/** The status for an organization that does not exist, as the endpoint's row in the specification documents it. */
export type Unknown = 400 | 403 | 404;

const NOT_A_MEMBER = 'You are not a member of this organization.';

/** The caller's own membership. @throws ApiError 403 for others, and `unknown` for an organization that is not there. */
export function ownMembership(site: Site, organizationId: string, unknown: Unknown): MembershipRow {
  const { records } = site.backend;
  if (records.organization(organizationId) === null) {
    if (unknown === 404) throw notFound('The organization');
    throw unknown === 400 ? badRequest('The organization was not found.') : forbidden(NOT_A_MEMBER);
  }
  const membership = records.membership(organizationId, site.caller.userId);
  if (membership === null) throw forbidden(NOT_A_MEMBER);
  return membership;
}

/** As `ownMembership`, for what only Owner and Admin may do. @throws ApiError 403 for plain members too. */
export function administration(site: Site, organizationId: string, unknown: Unknown = 403): MembershipRow {
  const membership = ownMembership(site, organizationId, unknown);
  if (membership.role === 'Member') throw forbidden('Only an Owner or Admin of the organization may do this.');
  return membership;
}

/** Adds a person to an organization. */
export function join(backend: Backend, joining: Omit<MembershipRow, 'id'>): MembershipRow {
  const membership = { id: backend.uuid(), ...joining };
  backend.records.saveMembership(membership);
  return membership;
}

/** Ends a membership, with the person's places in teams and what applications were let in for there. */
export function leave(backend: Backend, { id, organizationId, userId }: MembershipRow): void {
  const { records } = backend;
  const inTeams = records.rows(teamMembers, { userId });
  for (const place of inTeams) {
    if (records.row(teams, place.teamId)?.organizationId === organizationId) records.dropRow(teamMembers, place.id);
  }
  endGrants(records, { organizationId, userId });
  records.dropMembership(id);
}

/** Whether an organization would be without an Owner if this member were none. */
export function isLastOwner(backend: Backend, membership: MembershipRow): boolean {
  if (membership.role !== 'Owner') return false;
  const owners = backend.records.membershipsIn(membership.organizationId).filter(({ role }) => role === 'Owner');
  return owners.length === 1;
}

/** @throws ApiError 404 for a number that no user has. */
export function userOf(site: Pick<Site, 'backend'>, userId: number): UserRow {
  const user = site.backend.records.user(userId);
  if (user === null) throw notFound('The user');
  return user;
}
