import { memberEndpoints } from '../../../../shared/api/calls/organizations.ts';
import type { MemberAnswer } from '../../../../shared/api/calls/organizations.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden } from '../ground/api-error.ts';
import { administration, isLastOwner, leave, ownMembership, userOf } from '../people/memberships.ts';
import type { MembershipRow } from '../ground/records.ts';
import { noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';

/** Section 4.7: who belongs to an organization. */
export const memberRoutes: readonly Route[] = [
  route(memberEndpoints.listMembers, call => {
    const { organizationId } = ownMembership(call, call.path.organizationId, 403);
    return ok(call.backend.records.membershipsIn(organizationId).map(membership => memberShape(call, membership)));
  }),

  route(memberEndpoints.searchMembers, call => {
    const { organizationId } = ownMembership(call, call.path.organizationId, 403);
    const sought = call.query.q.toLowerCase();
    if (sought.length < 2) return ok([]);
    const users = call.backend.records.membershipsIn(organizationId).map(membership => userOf(call, membership.userId));
    const found = users.filter(user => `${user.displayName} ${user.email}`.toLowerCase().includes(sought));
    return ok(found.map(user => ({ userId: user.id, displayName: user.displayName, email: user.email })));
  }),

  route(memberEndpoints.removeMember, call => {
    const own = ownMembership(call, call.path.organizationId, 403);
    const leaving = own.id === call.path.membershipId;
    const member = leaving ? own : memberUnder(call, call.path.membershipId);
    if (isLastOwner(call.backend, member)) throw badRequest('The last Owner of an organization cannot be removed.');
    leave(call.backend, member);
    return noContent;
  }),

  route(memberEndpoints.setMemberRole, call => {
    const { role } = call.body;
    const own = administration(call, call.path.organizationId);
    const member = memberUnder(call, call.path.membershipId);
    if (role === 'Owner' && own.role !== 'Owner') throw forbidden('Only an Owner may make somebody Owner.');
    if (role !== 'Owner' && isLastOwner(call.backend, member)) {
      throw badRequest('The last Owner of an organization cannot become something else.');
    }
    call.backend.records.saveMembership({ ...member, role });
    return noContent;
  }),
];

/**
 * A membership in an organization that the caller administers.
 * @throws ApiError 400 for an unknown one (no 404 is documented); 403 for members, and for an Admin about an Owner.
 */
function memberUnder(site: Site & { path: { organizationId: string } }, membershipId: string): MembershipRow {
  const own = administration(site, site.path.organizationId);
  const members = site.backend.records.membershipsIn(own.organizationId);
  const member = members.find(({ id }) => id === membershipId);
  if (member === undefined) throw badRequest('The member was not found.');
  if (member.role === 'Owner' && own.role !== 'Owner') throw forbidden('An Admin may not change an Owner.');
  return member;
}

function memberShape(site: Site, membership: MembershipRow): MemberAnswer {
  const { displayName, email } = userOf(site, membership.userId);
  return { id: membership.id, userId: membership.userId, role: membership.role, displayName, email };
}
