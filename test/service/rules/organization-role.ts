import type { Site } from './access.ts';
import { forbidden, notFound } from './api-error.ts';
import type { MembershipRow } from './records.ts';

/**
 * The caller's membership of an organization that a path names.
 * @throws ApiError 404 for an unknown organization, 403 for one the caller does not belong to.
 */
export function membershipIn(site: Site, organizationId: string): MembershipRow {
  const { records } = site.backend;
  if (records.organization(organizationId) === null) throw notFound('The organization');
  const membership = records.membership(organizationId, site.caller.userId);
  if (membership === null) throw forbidden('You are not a member of this organization.');
  return membership;
}

/** As `membershipIn`, for Owner and Admin only. @throws ApiError 403 for plain members, too. */
export function administrationOf(site: Site, organizationId: string): MembershipRow {
  const membership = membershipIn(site, organizationId);
  if (membership.role === 'Member') throw forbidden('Only Owner and Admin of the organization may do that.');
  return membership;
}
