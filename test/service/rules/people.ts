import { accountEndpoints } from '../../../shared/api/account.ts';
import { organizationEndpoints } from '../../../shared/api/organizations.ts';
import type { MemberAnswer, OrganizationAnswer } from '../../../shared/api/organizations.ts';
import type { Site } from './access.ts';
import { forbidden, notFound } from './api-error.ts';
import type { MembershipRow, OrganizationRow, UserRow } from './records.ts';
import { ok, route } from './route.ts';
import type { Route } from './route.ts';

/** Section 4.7, as far as reading goes. */
export const organizationRoutes: readonly Route[] = [
  route(organizationEndpoints.listOrganizations, call => {
    const memberships = call.backend.records.membershipsOf(call.caller.userId);
    return ok(memberships.map(membership => organizationShape(call, membership)));
  }),

  route(organizationEndpoints.getOrganization, call =>
    ok(organizationShape(call, ownMembership(call, call.path.organizationId))),
  ),

  route(organizationEndpoints.listMembers, call => {
    const { organizationId } = ownMembership(call, call.path.organizationId);
    return ok(call.backend.records.membershipsIn(organizationId).map(membership => memberShape(call, membership)));
  }),

  route(organizationEndpoints.searchMembers, call => {
    const { organizationId } = ownMembership(call, call.path.organizationId);
    const sought = call.query.q.toLowerCase();
    if (sought.length < 2) return ok([]);
    const users = call.backend.records.membershipsIn(organizationId).map(membership => userOf(call, membership.userId));
    const found = users.filter(user => `${user.displayName} ${user.email}`.toLowerCase().includes(sought));
    return ok(found.map(user => ({ userId: user.id, displayName: user.displayName, email: user.email })));
  }),
];

/** Section 4.10, as far as reading goes. */
export const accountRoutes: readonly Route[] = [
  route(accountEndpoints.getAccount, call => {
    if (Number(call.path.appUserId) !== call.caller.userId) throw notFound('The user');
    const user = userOf(call, call.caller.userId);
    const memberships = call.backend.records.membershipsOf(user.id);
    return ok({
      ...user,
      defaultOrganizationId: call.caller.organizationId,
      organizations: memberships.map(membership => organizationShape(call, membership)),
    });
  }),
];

/** @throws ApiError 404 for an unknown organization, 403 for one the caller does not belong to. */
function ownMembership(site: Site, organizationId: string): MembershipRow {
  const { records } = site.backend;
  if (records.organization(organizationId) === null) throw notFound('The organization');
  const membership = records.membership(organizationId, site.caller.userId);
  if (membership === null) throw forbidden('You are not a member of this organization.');
  return membership;
}

function organizationShape(site: Site, membership: MembershipRow): OrganizationAnswer {
  const organization: OrganizationRow | null = site.backend.records.organization(membership.organizationId);
  if (organization === null) throw notFound('The organization');
  return { ...organization, role: membership.role, isDefault: organization.id === site.caller.organizationId };
}

function memberShape(site: Site, membership: MembershipRow): MemberAnswer {
  const { displayName, email } = userOf(site, membership.userId);
  return { id: membership.id, userId: membership.userId, role: membership.role, displayName, email };
}

function userOf(site: Site, userId: number): UserRow {
  const user = site.backend.records.user(userId);
  if (user === null) throw notFound('The user');
  return user;
}
