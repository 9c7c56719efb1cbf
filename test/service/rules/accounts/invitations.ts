import { invitationEndpoints } from '../../../../shared/api/calls/invitations.ts';
import type { InvitationAnswer } from '../../../../shared/api/calls/invitations.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import { audit } from '../people/audit.ts';
import type { Backend } from '../ground/backend.ts';
import { hasExpired, invitations, openInvitation, refusalOf } from './invitation-rows.ts';
import type { InvitationRow } from './invitation-rows.ts';
import { administration, join, userOf } from '../people/memberships.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';

/** Section 4.8. */
export const invitationRoutes: readonly Route[] = [
  route(invitationEndpoints.getInvitation, call => {
    const invitation = openInvitation(call.backend, call.path.token);
    if (invitation === null) throw notFound('The invitation');
    return ok({
      organizationName: organizationName(call.backend, invitation),
      email: invitation.email,
      role: invitation.role,
      invitedBy: userOf(call, invitation.invitedBy).displayName,
      isExpired: hasExpired(call.backend, invitation),
      expiresAt: isoTime(invitation.expiresMs),
    });
  }),

  route(invitationEndpoints.acceptInvitation, call => {
    const { backend, caller } = call;
    const invitation = openInvitation(backend, call.path.token);
    const problem = refusalOf(backend, invitation, userOf(call, caller.userId).email.toLowerCase());
    if (invitation === null || problem !== null) throw badRequest(problem ?? '');
    const { organizationId } = invitation;
    if (backend.records.membership(organizationId, caller.userId) !== null) {
      throw badRequest('You are a member of this organization already.');
    }
    const membership = accept(backend, invitation, { userId: caller.userId, via: caller.via });
    return ok({ organizationId, membershipId: membership.id, role: membership.role });
  }),

  route(invitationEndpoints.listInvitations, call => {
    const { organizationId } = administration(call, call.path.organizationId);
    const open = call.backend.records.rows(invitations, { organizationId }).filter(({ state }) => state === 'open');
    return ok(open.map(invitation => invitationShape(call.backend, invitation)));
  }),

  route(invitationEndpoints.createInvitation, call => {
    const { organizationId, role: ownRole } = administration(call, call.path.organizationId);
    const { email } = call.body;
    const role = call.body.role ?? 'Member';
    if (role === 'Owner' && ownRole !== 'Owner') throw forbidden('Only an Owner may invite somebody as Owner.');
    const earlier = freeForInvitation(call, organizationId, email);
    for (const expired of earlier) call.backend.records.putRow(invitations, { ...expired, state: 'cancelled' });
    const { userId: invitedBy } = call.caller;
    const invitation = { id: call.backend.uuid(), organizationId, email, role, invitedBy, state: 'open' } as const;
    return ok(send(call.backend, { ...invitation, createdMs: call.backend.nowMs() }));
  }),

  route(invitationEndpoints.cancelInvitation, call => {
    const invitation = invitationUnder(call);
    if (hasExpired(call.backend, invitation)) throw badRequest('Only a pending invitation can be cancelled.');
    call.backend.records.putRow(invitations, { ...invitation, state: 'cancelled' });
    return ok({ id: invitation.id, status: 'cancelled' });
  }),

  route(invitationEndpoints.resendInvitation, call => ok(send(call.backend, invitationUnder(call)))),
];

/** Lets a person join by an invitation that was found to be good. */
export function accept(
  backend: Backend,
  invitation: InvitationRow,
  who: Pick<Site['caller'], 'userId' | 'via'>,
): ReturnType<typeof join> {
  const { organizationId, role } = invitation;
  const membership = join(backend, { organizationId, userId: who.userId, role });
  backend.records.putRow(invitations, { ...invitation, state: 'accepted' });
  audit(backend, { id: backend.uuid(), organizationId, action: 'joined', ...who, targetId: membership.id });
  return membership;
}

/** Expired invitations to an address. @throws ApiError 400 when it is a member's, or has a pending invitation. */
function freeForInvitation(site: Site, organizationId: string, email: string): readonly InvitationRow[] {
  const { records } = site.backend;
  const user = records.userByEmail(email);
  if (user !== null && records.membership(organizationId, user.id) !== null) {
    throw badRequest('This person is a member of the organization already.');
  }
  const same = records.rows(invitations, { organizationId }).filter(row => row.state === 'open' && row.email === email);
  if (same.some(row => !hasExpired(site.backend, row))) throw badRequest('This address has an invitation already.');
  return same;
}

/** An open invitation of an organization that the caller administers. @throws ApiError 400 for others, 403. */
function invitationUnder(site: Site & { path: { organizationId: string; invitationId: string } }): InvitationRow {
  const { organizationId, role } = administration(site, site.path.organizationId);
  const row = site.backend.records.row(invitations, site.path.invitationId);
  // SPEC: section 4.8 documents 400 and no 404 for cancel and resend.
  if (row?.organizationId !== organizationId || row.state !== 'open') {
    throw badRequest('There is no such invitation, or it was accepted or cancelled.');
  }
  if (row.role === 'Owner' && role !== 'Owner') throw forbidden('An Admin may not change the invitation of an Owner.');
  return row;
}

/** Gives an invitation a new token and a new expiry, and mails it. */
function send(backend: Backend, invitation: Omit<InvitationRow, 'tokenDigest' | 'expiresMs'>): InvitationAnswer {
  const token = backend.secrets.token();
  const nowMs = backend.nowMs();
  const expiresMs = nowMs + backend.switches().invitationTtlSeconds * 1000;
  const row: InvitationRow = { ...invitation, tokenDigest: backend.secrets.digest(token), expiresMs };
  backend.records.putRow(invitations, row);
  const name = organizationName(backend, row);
  backend.outbox.put({
    id: backend.uuid(),
    sentAt: isoTime(nowMs),
    to: row.email,
    kind: 'invitation',
    subject: `${name} invites you`,
    text: `You are invited to join ${name}. The token of your invitation is ${token}. It works until ${isoTime(expiresMs)}.`,
    secret: token,
  });
  return invitationShape(backend, row);
}

function organizationName(backend: Backend, { organizationId }: InvitationRow): string {
  return backend.records.organization(organizationId)?.name ?? '';
}

function invitationShape(backend: Backend, row: InvitationRow): InvitationAnswer {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    isExpired: hasExpired(backend, row),
    createdAt: isoTime(row.createdMs),
    expiresAt: isoTime(row.expiresMs),
    invitedBy: row.invitedBy,
  };
}
