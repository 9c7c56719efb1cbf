import { connectionEndpoints } from '../../../../shared/api/calls/connections.ts';
import type { AuthorizationBody, SessionAnswer } from '../../../../shared/api/calls/connections.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import type { Backend } from '../ground/backend.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';
import { issuerOf } from './catalog.ts';
import type { Provider } from './catalog.ts';
import { allowedByPolicy, knownProvider, policyOf } from './policy.ts';
import { connections, sessions } from './rows.ts';
import type { ConnectionRow, SessionRow } from './rows.ts';
import { connectionShape, isPrivate, keptUrl, ownConnection, saveConnection } from './visible.ts';

/** Section 4.9: signing in at a provider. */
export const authorizationRoutes: readonly Route[] = [
  route(connectionEndpoints.startAuthorization, call => {
    const session = startSession(call, call.path.connectionId, call.body);
    const { state, code } = session;
    const issuer = issuerOf(knownProvider(session.providerId));
    const message =
      'Simulated: the provider is invented. Its page sends a browser straight back; who has none finds the code here.';
    return ok({ ...sessionShape(call, session), state, stand_in: { code, issuer, message } });
  }),

  route(connectionEndpoints.getAuthorizationSession, call => {
    const session = ownSession(call, call.path.authId);
    if (session === null) throw notFound('The authorization session');
    return ok(sessionShape(call, session));
  }),

  route(connectionEndpoints.completeAuthorization, call => {
    const { auth_id, code, state, issuer } = call.body;
    const session = ownSession(call, auth_id);
    if (session === null || session.code !== code) throw badRequest('The code is not valid.');
    if (session.state !== state) throw badRequest('The state does not belong to this authorization.');
    const provider = knownProvider(session.providerId);
    if (issuer !== undefined && issuer !== null && issuer !== issuerOf(provider)) {
      throw badRequest('The issuer is not the one that was asked.');
    }
    if (session.completedMs !== null) throw badRequest('The code was used before.');
    if (call.backend.nowMs() >= session.expiresMs) throw badRequest('The authorization has expired. Start again.');
    const connection = authorized(call, session);
    const completed = { ...session, connectionId: connection.id, completedMs: call.backend.nowMs() };
    call.backend.records.putRow(sessions, completed);
    return ok({ auth_id, status: 'completed' as const, connection: connectionShape(connection) });
  }),
];

const STAND_IN = '/simulated-provider/';

/**
 * Where a browser that arrives at the stand-in of a provider is sent on to: back to the application that began, with a code
 * that works once. A real provider would ask the person in between. Null: no redirect, the request is answered as usual.
 */
export function returnFromProvider(backend: Backend, target: string): string | null {
  const { pathname, searchParams } = new URL(target, 'http://service.invalid');
  if (!pathname.startsWith(STAND_IN)) return null;
  const session = backend.records.row(sessions, pathname.slice(STAND_IN.length));
  if (session === null || session.redirectUri === null || searchParams.get('state') !== session.state) return null;
  const url = new URL(session.redirectUri);
  const isOver = session.completedMs !== null || backend.nowMs() >= session.expiresMs;
  url.searchParams.set('state', session.state);
  if (isOver) url.searchParams.set('error', 'access_denied');
  else url.searchParams.set('code', session.code);
  url.searchParams.set('iss', issuerOf(knownProvider(session.providerId)));
  return url.href;
}

/** How long a person has for signing in at a provider, in milliseconds. */
const SESSION_MS = 10 * 60_000;

/**
 * GAP: how a new connection is asked for is not shown. Ours: `create_new` with the provider in the body, or else in the
 * path. Without it the path names an existing connection, and what the body says about it must agree.
 */
function startSession(site: Site, id: string, body: AuthorizationBody): SessionRow {
  const { backend, caller } = site;
  const connection = body.create_new === true ? null : ownConnection(site, id);
  const provider = knownProvider(connection?.providerId ?? body.provider_id ?? id);
  if (connection !== null && [connection.id, undefined, null].includes(body.connection_id) === false) {
    throw badRequest('connection_id is not valid: the path names another connection');
  }
  if (connection !== null && [provider.id, undefined, null].includes(body.provider_id) === false) {
    throw badRequest('provider_id is not valid: the connection has another provider');
  }
  if (body.consent === false) throw badRequest('consent is not valid: nothing happens without it');
  const redirectUri = body.redirect_uri ?? null;
  if (redirectUri !== null && !isPrivate(keptUrl(redirectUri))) {
    throw badRequest('redirect_uri is not valid: expected https, or http on this computer');
  }
  refuseForbidden(site, provider);
  const session: SessionRow = {
    id: `authorization-${backend.uuid()}`,
    organizationId: caller.organizationId,
    userId: caller.userId,
    providerId: provider.id,
    connectionId: connection?.id ?? null,
    ...grantsOf(site, provider, body),
    tenant: body.tenant ?? null,
    redirectUri,
    state: backend.uuid(),
    code: backend.uuid(),
    expiresMs: backend.nowMs() + SESSION_MS,
    completedMs: null,
  };
  backend.records.putRow(sessions, session);
  return session;
}

/** What is asked for: the groups that are named and their scopes, or everything the organization allows. */
function grantsOf(
  site: Site,
  provider: Provider,
  body: AuthorizationBody,
): Pick<SessionRow, 'capabilityGroups' | 'scopes'> {
  const { allowedCapabilityGroups, accessLevel } = policyOf(site, provider);
  const usual = accessLevel === 'read' ? provider.groups.filter(group => !writes(group.scopes)) : provider.groups;
  const usualIds = usual.map(group => group.id).filter(id => allowedCapabilityGroups.includes(id));
  const groups = provider.groups.filter(group => (body.capability_groups ?? usualIds).includes(group.id));
  const unknown = body.capability_groups?.find(id => !provider.groups.some(group => group.id === id));
  if (unknown !== undefined) throw badRequest(`capability_groups is not valid: there is no '${unknown}'`);
  const offered = new Set(groups.flatMap(group => group.scopes));
  if (body.scopes?.some(scope => !offered.has(scope)) === true) {
    throw badRequest('scopes is not valid: expected scopes of the capability groups');
  }
  const scopes = [...(body.scopes ?? offered)];
  const tooMuch = accessLevel === 'read' && writes(scopes);
  if (tooMuch || groups.some(group => !allowedCapabilityGroups.includes(group.id))) {
    throw forbidden('Your organization does not allow this much.');
  }
  return { capabilityGroups: groups.map(group => group.id), scopes };
}

function writes(scopes: readonly string[]): boolean {
  return scopes.some(scope => scope.endsWith('.write'));
}

function refuseForbidden(site: Site, provider: Provider): void {
  if (!provider.methods.includes('oauth')) throw badRequest('This provider has no sign-in.');
  allowedByPolicy(site, provider, 'oauth');
  const { allowedAccountDomains } = policyOf(site, provider);
  const domain = accountOf(site).split('@').at(-1)?.toLowerCase() ?? '';
  if (allowedAccountDomains.length > 0 && !allowedAccountDomains.some(each => each.toLowerCase() === domain)) {
    throw forbidden('Your organization does not allow accounts of this domain.');
  }
}

/** GAP: which account signs in is the provider's matter; the stand-in takes the caller's own address. */
function accountOf(site: Site): string {
  return site.backend.records.user(site.caller.userId)?.email ?? '';
}

function authorized(site: Site, session: SessionRow): ConnectionRow {
  const provider = knownProvider(session.providerId);
  refuseForbidden(site, provider);
  const granted = {
    status: 'connected' as const,
    accountLabel: accountOf(site),
    capabilityGroups: session.capabilityGroups,
  };
  if (session.connectionId !== null) return saveConnection(site, ownConnection(site, session.connectionId), granted);
  const nowMs = site.backend.nowMs();
  const connection: ConnectionRow = {
    id: `connection-${site.backend.uuid()}`,
    organizationId: session.organizationId,
    ownerId: session.userId,
    scope: 'user',
    providerId: provider.id,
    name: provider.name,
    url: `https://${provider.host ?? 'custom.example'}/`,
    transport: 'streamable-http',
    headers: [],
    allowedTools: null,
    enabled: true,
    isDefault: false,
    ...granted,
    createdMs: nowMs,
    updatedMs: nowMs,
    archivedMs: null,
  };
  site.backend.records.putRow(connections, connection);
  return connection;
}

/** An authorization the caller began in this organization; of others' nothing is told. */
function ownSession(site: Site, id: string): SessionRow | null {
  const session = site.backend.records.row(sessions, id);
  const { userId, organizationId } = site.caller;
  return session?.userId === userId && session.organizationId === organizationId ? session : null;
}

function sessionShape(site: Site, session: SessionRow): SessionAnswer {
  const isOver = site.backend.nowMs() >= session.expiresMs;
  return {
    auth_id: session.id,
    status: session.completedMs !== null ? 'completed' : isOver ? 'expired' : 'pending',
    provider_id: session.providerId,
    connection_id: session.connectionId,
    capability_groups: [...session.capabilityGroups],
    scopes: [...session.scopes],
    authorization_url: authorizationUrl(site, session),
    expires_at: isoTime(session.expiresMs),
  };
}

/** The provider is invented: its page is a stand-in at the service's own origin, which sends a browser straight back. */
function authorizationUrl({ backend }: Site, session: SessionRow): string {
  const url = new URL(`${STAND_IN}${session.id}`, backend.origin());
  url.searchParams.set('state', session.state);
  url.searchParams.set('scope', session.scopes.join(' '));
  if (session.tenant !== null) url.searchParams.set('tenant', session.tenant);
  if (session.redirectUri !== null) url.searchParams.set('redirect_uri', session.redirectUri);
  return url.href;
}
