import type { Endpoint } from '../../../../shared/api/endpoint.ts';
import { isDeleted } from '../people/account-rows.ts';
import { ApiError, forbidden, unauthorized } from '../ground/api-error.ts';
import type { Backend, Caller } from '../ground/backend.ts';
import { accessOf } from '../people/oauth-access.ts';
import type { KeyRow } from '../ground/records.ts';
import { sessionOf } from '../people/sessions.ts';
import { teamMembers } from '../ground/tables.ts';
import type { RequestHead } from '../ground/request-head.ts';

/** The caller of public endpoints; no record belongs to it. */
export const NOBODY: Caller = { userId: 0, organizationId: '', via: 'nothing', teamIds: [] };

/** Who asks, as the credentials of a request say. `pace` names whose requests are counted together. */
export interface Admission {
  readonly caller: Caller;
  readonly pace: string;
}

/** Whom credentials stand for, whether or not that person still belongs to the organization. */
export interface Bearer extends Omit<Caller, 'teamIds'> {
  readonly pace: string;
  /** Access has ended for these credentials, even when the person has since come back to the organization. */
  readonly ended: boolean;
}

/**
 * Finds out who asks (spec 5.1, 5.2).
 * @throws ApiError 401 without valid credentials; 403 when access to the organization has ended, or it is another one.
 */
export function admissionOf(backend: Backend, head: RequestHead): Admission {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(head.header('authorization') ?? '')?.[1];
  const bearer = bearerOf(backend, head.header('x-api-key') ?? token ?? '');
  if (bearer === null) throw signInFirst(backend);
  const { userId, via, pace } = bearer;
  const organizationId = (head.header('x-organization-id') ?? bearer.organizationId).toLowerCase();
  const isOwn = organizationId === bearer.organizationId;
  // A person lets an application in for one organization.
  const caller = isOwn || via !== 'oauth' ? callerIn(backend, { userId, organizationId, via }) : null;
  if (caller !== null && !bearer.ended) return { caller, pace };
  if (isOwn || bearer.ended) throw accessEnded();
  throw forbidden(
    `You are not a member of this organization${via === 'oauth' ? ', or this token is for another' : ''}.`,
  );
}

/** Whom a key or token stands for; null when it is unknown, forged, expired, revoked or of an account that is gone. */
export function bearerOf(backend: Backend, credential: string): Bearer | null {
  const bearer = anyBearerOf(backend, credential);
  return bearer === null || isDeleted(backend.records, bearer.userId) ? null : bearer;
}

function anyBearerOf(backend: Backend, credential: string): Bearer | null {
  const key = backend.records.key(credential);
  if (key !== null) {
    if (!isValid(key, backend.nowMs())) return null;
    return { userId: key.userId, organizationId: key.organizationId, via: 'key', pace: key.key, ended: false };
  }
  const session = sessionOf(backend, credential);
  if (session !== null) return { ...session, via: 'session', pace: `session of ${session.userId}`, ended: false };
  const grant = accessOf(backend, credential);
  if (grant === null) return null;
  const { userId, organizationId, ended } = grant;
  return { userId, organizationId, via: 'oauth', pace: `grant ${grant.id}`, ended };
}

/** A member of an organization as caller, or null when the user is none (any more). */
export function callerIn(backend: Backend, who: Omit<Caller, 'teamIds'>): Caller | null {
  if (backend.records.membership(who.organizationId, who.userId) === null) return null;
  const teams = backend.records.rows(teamMembers, { userId: who.userId });
  return { ...who, teamIds: teams.map(team => team.teamId) };
}

/**
 * Whether the caller's kind of credentials may come to an endpoint at all (spec 5.1; section 7, rules 1 and 3). People
 * who signed in themselves may come everywhere; keys and applications are bound by their person's role.
 * @throws ApiError 403 INSUFFICIENT_SCOPE for those that may not.
 */
export function checkScope(backend: Backend, caller: Caller, { access }: Endpoint): void {
  if (caller.via === 'session' || access === 'data') return;
  const role = backend.records.membership(caller.organizationId, caller.userId)?.role ?? 'Member';
  const byRole = access === 'member' || (access === 'admin' && role !== 'Member');
  if (byRole && (caller.via !== 'key' || backend.switches().keysOnOrganizations)) return;
  const messages = [`This ${caller.via === 'key' ? 'API key' : 'token'} may not make this request.`];
  throw new ApiError({ status: 403, errorCode: 'INSUFFICIENT_SCOPE', messages });
}

/** The refusal of credentials whose organization access ended (section 7, rule 2). */
export function accessEnded(): ApiError {
  const messages = ['Your access to this organization has ended.'];
  return new ApiError({ status: 403, errorCode: 'ORGANIZATION_ACCESS_REVOKED', messages });
}

/** The 401 of credentials, which says where an application learns how to get some (RFC 9728). */
function signInFirst(backend: Backend): ApiError {
  const { parts } = unauthorized('A valid API key is required.');
  const metadata = `${backend.origin()}/.well-known/oauth-protected-resource`;
  return new ApiError({ ...parts, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` } });
}

function isValid(key: KeyRow, nowMs: number): boolean {
  return key.revokedMs === null && (key.expiresMs === null || nowMs < key.expiresMs);
}
