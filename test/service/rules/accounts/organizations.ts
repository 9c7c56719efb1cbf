import { organizationEndpoints } from '../../../../shared/api/calls/organizations.ts';
import type { OrganizationAnswer, OrganizationDetail } from '../../../../shared/api/calls/organizations.ts';
import type { Site } from '../ground/access.ts';
import { changeAccount, defaultOrganizationOf } from '../people/account-rows.ts';
import { badRequest, notFound } from '../ground/api-error.ts';
import { administration, ownMembership } from '../people/memberships.ts';
import { changeSettings, settingsOf } from '../people/organization-settings.ts';
import type { OrganizationSettings } from '../people/organization-settings.ts';
import type { MembershipRow } from '../ground/records.ts';
import { noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { sessionFor } from '../people/sessions.ts';

/** Section 4.7: the organization itself. */
export const organizationRoutes: readonly Route[] = [
  route(organizationEndpoints.listOrganizations, call => {
    const memberships = call.backend.records.membershipsOf(call.caller.userId);
    return ok(memberships.map(membership => organizationShape(call, membership)));
  }),

  route(organizationEndpoints.getOrganization, call =>
    ok(organizationDetail(call, ownMembership(call, call.path.organizationId, 404))),
  ),

  route(organizationEndpoints.updateOrganization, call => {
    const membership = administration(call, call.path.organizationId, 404);
    const { records } = call.backend;
    const { name } = call.body;
    const settings = settingsOf(records, membership.organizationId);
    // A date that is left out stays; null takes it away.
    const { pilotStartDate = settings.pilotStartDate, pilotEndDate = settings.pilotEndDate } = call.body;
    if (pilotStartDate !== null && pilotEndDate !== null && pilotEndDate < pilotStartDate) {
      throw badRequest('The pilot cannot end before it starts.');
    }
    changeSettings(records, membership.organizationId, { pilotStartDate, pilotEndDate });
    if (name !== null && name !== undefined) records.saveOrganization({ id: membership.organizationId, name });
    return ok(organizationDetail(call, membership));
  }),

  route(organizationEndpoints.getBillingStatus, call => {
    const { organizationId } = ownMembership(call, call.path.organizationId, 404);
    const settings = settingsOf(call.backend.records, organizationId);
    return ok({
      status: billingStatus(settings, call.backend.nowMs()),
      pilotStartDate: settings.pilotStartDate,
      pilotEndDate: settings.pilotEndDate,
      memberCount: call.backend.records.membershipsIn(organizationId).length,
    });
  }),

  route(organizationEndpoints.setAutotidy, call => {
    const { organizationId } = administration(call, call.path.organizationId, 404);
    const { records } = call.backend;
    const { kbAutotidyEnabled } = settingsOf(records, organizationId);
    const changed = changeSettings(records, organizationId, {
      kbAutotidyEnabled: call.body.enabled ?? kbAutotidyEnabled,
    });
    return ok({ kbAutotidyEnabled: changed.kbAutotidyEnabled });
  }),

  // The specification documents 400 here and no 404: it is what an unknown organization gets.
  route(organizationEndpoints.setDefaultOrganization, call => {
    const { organizationId, userId } = ownMembership(call, call.path.organizationId, 400);
    changeAccount(call.backend.records, userId, { defaultOrganizationId: organizationId });
    return noContent;
  }),

  route(organizationEndpoints.switchOrganization, call =>
    ok(sessionFor(call.backend, ownMembership(call, call.path.organizationId, 403))),
  ),
];

/** An organization as one of its members sees it. */
export function organizationShape(site: Pick<Site, 'backend'>, membership: MembershipRow): OrganizationAnswer {
  const { records } = site.backend;
  const organization = records.organization(membership.organizationId);
  if (organization === null) throw notFound('The organization');
  const isDefault = organization.id === defaultOrganizationOf(records, membership.userId);
  return { ...organization, role: membership.role, isDefault };
}

function organizationDetail(site: Site, membership: MembershipRow): OrganizationDetail {
  const settings = settingsOf(site.backend.records, membership.organizationId);
  const { pilotStartDate, pilotEndDate, kbAutotidyEnabled } = settings;
  return { ...organizationShape(site, membership), pilotStartDate, pilotEndDate, kbAutotidyEnabled };
}

/** GAP: the specification names no statuses. Without pilot dates an organization is a customer. */
function billingStatus(
  { pilotStartDate, pilotEndDate }: OrganizationSettings,
  nowMs: number,
): 'active' | 'pilot' | 'pilot-upcoming' | 'pilot-ended' {
  if (pilotStartDate === null && pilotEndDate === null) return 'active';
  if (pilotStartDate !== null && nowMs < Date.parse(pilotStartDate)) return 'pilot-upcoming';
  return pilotEndDate !== null && nowMs >= Date.parse(pilotEndDate) ? 'pilot-ended' : 'pilot';
}
