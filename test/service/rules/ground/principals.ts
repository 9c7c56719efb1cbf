import type { ShareBody } from '../../../../shared/api/calls/sharing.ts';
import type { Site } from './access.ts';
import { badRequest } from './api-error.ts';
import type { ShareRow } from './records.ts';
import { teamMembers, teams } from './tables.ts';

/** Whom an entry is for: exactly one of a user, a team or the whole organization. */
export type Principal =
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'team'; readonly teamId: string }
  | { readonly kind: 'organization' };

/** Whom a stored entry is for. */
export function principalOf(share: Pick<ShareRow, 'userId' | 'teamId'>): Principal {
  if (share.userId !== null) return { kind: 'user', userId: share.userId };
  return share.teamId === null ? { kind: 'organization' } : { kind: 'team', teamId: share.teamId };
}

/** The columns of an entry for a principal. */
export function columnsFor(principal: Principal): Pick<ShareRow, 'userId' | 'teamId' | 'isOrgWide'> {
  return {
    userId: principal.kind === 'user' ? principal.userId : null,
    teamId: principal.kind === 'team' ? principal.teamId : null,
    isOrgWide: principal.kind === 'organization',
  };
}

/** Text that is the same for the same principal only. */
export function keyOf(principal: Principal): string {
  if (principal.kind === 'user') return `user ${principal.userId}`;
  return principal.kind === 'team' ? `team ${principal.teamId}` : 'organization';
}

/**
 * The one principal a share body selects (spec 2.4).
 * @throws ApiError 400 for none, for more than one, for teams as a switch, and for who is not of the organization.
 */
export function selectedPrincipal(site: Site, { userId, teamId, isOrgWide }: ShareBody): Principal {
  const selected: Principal[] = [];
  if (typeof userId === 'number') selected.push({ kind: 'user', userId });
  if (typeof teamId === 'string') selected.push({ kind: 'team', teamId });
  if (isOrgWide === true) selected.push({ kind: 'organization' });
  const [principal, ...others] = selected;
  if (principal === undefined || others.length > 0) {
    throw badRequest('Exactly one of UserId, TeamId and IsOrgWide must be given.');
  }
  if (principal.kind === 'team' && site.backend.switches().teamShares === 'refused') {
    throw badRequest('Sharing with a team is not available yet.');
  }
  if (!isPresent(site, principal)) throw badRequest(`The ${principal.kind} is not part of this organization.`);
  return principal;
}

/** Whether a principal is (still) part of the caller's organization. */
export function isPresent(site: Site, principal: Principal): boolean {
  const { records } = site.backend;
  const { organizationId } = site.caller;
  if (principal.kind === 'organization') return true;
  if (principal.kind === 'user') return records.membership(organizationId, principal.userId) !== null;
  return records.row(teams, principal.teamId)?.organizationId === organizationId;
}

/** Whether all whom `inner` stands for are among those `outer` stands for. */
export function covers(site: Site, outer: Principal, inner: Principal): boolean {
  if (outer.kind === 'organization' || keyOf(outer) === keyOf(inner)) return true;
  if (outer.kind !== 'team' || inner.kind !== 'user') return false;
  const { teamId } = outer;
  return site.backend.records.rows(teamMembers, { teamId, userId: inner.userId }).length > 0;
}
