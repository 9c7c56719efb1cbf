import type { Backend } from '../ground/backend.ts';
import type { OrganizationRole } from '../ground/records.ts';
import { table } from '../ground/tables.ts';

/** An invitation by mail; times are milliseconds since the epoch. */
export interface InvitationRow {
  readonly id: string;
  readonly organizationId: string;
  /** In lower case. */
  readonly email: string;
  readonly role: OrganizationRole;
  /** A digest of the token, which stands in the mail only. */
  readonly tokenDigest: string;
  readonly invitedBy: number;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Whether it has expired is a matter of the clock. */
  readonly state: 'open' | 'accepted' | 'cancelled';
}

export const invitations = table<InvitationRow>()('invitation', 'organizationId', 'tokenDigest');

/**
 * The open invitation of a token, expired or not; null when there is none. An organization without members has no Owner,
 * so its invitations cannot be accepted.
 */
export function openInvitation(backend: Backend, token: string): InvitationRow | null {
  const [row] = backend.records.rows(invitations, { tokenDigest: backend.secrets.digest(token) });
  if (row?.state !== 'open') return null;
  return backend.records.membershipsIn(row.organizationId).length === 0 ? null : row;
}

/** Whether it may not be accepted any more. */
export function hasExpired(backend: Backend, invitation: InvitationRow): boolean {
  return backend.nowMs() >= invitation.expiresMs;
}

/**
 * Why an invitation cannot be taken by the person of an address, in a sentence; null when it can.
 * The addresses are in lower case.
 */
export function refusalOf(backend: Backend, invitation: InvitationRow | null, email: string): string | null {
  if (invitation === null) return 'This invitation does not exist or was used.';
  if (hasExpired(backend, invitation)) return 'This invitation has expired.';
  return invitation.email === email ? null : 'This invitation was sent to another address.';
}
