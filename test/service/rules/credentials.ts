import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { ApiError, forbidden, unauthorized } from './api-error.ts';
import type { Backend, Caller } from './backend.ts';
import type { RequestHead } from './api.ts';
import type { KeyRow } from './records.ts';
import { teamMembers } from './tables.ts';

/** The caller of public endpoints; no record belongs to it. */
export const NOBODY: Caller = { userId: 0, organizationId: '', via: 'nothing', teamIds: [] };

/** Who asks, as the credentials of a request say. `pace` names whose requests are counted together. */
export interface Admission {
  readonly caller: Caller;
  readonly pace: string;
}

/**
 * Finds out who asks (spec 5.1, 5.2).
 * @throws ApiError 401 without valid credentials; 403 when access to the organization has ended, or it is another one.
 */
export function admissionOf(backend: Backend, head: RequestHead): Admission {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(head.header('authorization') ?? '')?.[1];
  const key = backend.records.key(head.header('x-api-key') ?? bearer ?? '');
  if (key === null || !isValid(key, backend.nowMs())) throw unauthorized('A valid API key is required.');
  const organizationId = (head.header('x-organization-id') ?? key.organizationId).toLowerCase();
  const caller = callerIn(backend, { userId: key.userId, organizationId, via: 'key' });
  if (caller !== null) return { caller, pace: key.key };
  throw organizationId === key.organizationId ? accessEnded() : forbidden('You are not a member of this organization.');
}

/** A member of an organization as caller, or null when the user is none (any more). */
export function callerIn(backend: Backend, who: Omit<Caller, 'teamIds'>): Caller | null {
  if (backend.records.membership(who.organizationId, who.userId) === null) return null;
  const teams = backend.records.rows(teamMembers, { userId: who.userId });
  return { ...who, teamIds: teams.map(team => team.teamId) };
}

/**
 * Whether the caller's kind of credentials may come to an endpoint at all (spec 5.1; section 7, rules 1 and 3).
 * @throws ApiError 403 INSUFFICIENT_SCOPE for a key that may not.
 */
export function checkScope(backend: Backend, caller: Caller, { access }: Endpoint): void {
  if (caller.via !== 'key' || access === 'data') return;
  const role = backend.records.membership(caller.organizationId, caller.userId)?.role ?? 'Member';
  const byRole = access === 'member' || (access === 'admin' && role !== 'Member');
  if (byRole && backend.switches().keysOnOrganizations) return;
  const messages = ['This API key may not make this request.'];
  throw new ApiError({ status: 403, errorCode: 'INSUFFICIENT_SCOPE', messages });
}

/** The refusal of credentials whose organization access ended (section 7, rule 2). */
export function accessEnded(): ApiError {
  const messages = ['Your access to this organization has ended.'];
  return new ApiError({ status: 403, errorCode: 'ORGANIZATION_ACCESS_REVOKED', messages });
}

function isValid(key: KeyRow, nowMs: number): boolean {
  return key.revokedMs === null && (key.expiresMs === null || nowMs < key.expiresMs);
}
