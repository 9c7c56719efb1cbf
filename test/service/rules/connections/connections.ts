import { connectionEndpoints } from '../../../../shared/api/calls/connections.ts';
import type {
  ConnectionBody,
  ConnectionScope,
  CreateConnectionBody,
} from '../../../../shared/api/calls/connections.ts';
import type { Site } from '../ground/access.ts';
import { badRequest } from '../ground/api-error.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';
import { CUSTOM, providerAt } from './catalog.ts';
import { allowedByPolicy, knownProvider } from './policy.ts';
import { probe } from './probe.ts';
import { connections } from './rows.ts';
import type { ConnectionRow } from './rows.ts';
import {
  connectionShape,
  keptUrl,
  MASK,
  mayWriteScope,
  ownConnection,
  requireLead,
  saveConnection,
  visibleConnections,
} from './visible.ts';

/** Section 4.9: the connections themselves. */
export const connectionRoutes: readonly Route[] = [
  route(connectionEndpoints.listConnections, call => {
    const rows = visibleConnections(call, call.query.scope);
    return ok(rows.filter(row => row.archivedMs === null || call.query.includeArchived).map(connectionShape));
  }),

  route(connectionEndpoints.createConnection, call =>
    ok(connectionShape(createConnection(call, call.body, call.query.scope ?? 'user'))),
  ),

  route(connectionEndpoints.updateConnection, call => {
    const row = ownConnection(call, call.path.connectionId, call.query.scope);
    return ok(connectionShape(saveConnection(call, row, changeOf(call, row, call.body))));
  }),

  route(connectionEndpoints.archiveConnection, call => {
    const row = ownConnection(call, call.path.connectionId, call.query.scope);
    const change = { archivedMs: call.backend.nowMs(), headers: [], enabled: false, isDefault: false } as const;
    return ok(connectionShape(saveConnection(call, row, change)));
  }),

  route(connectionEndpoints.makeConnectionDefault, call => {
    const row = ownConnection(call, call.path.connectionId, call.query.scope);
    for (const other of visibleConnections(call, row.scope)) {
      const givesWay = other.providerId === row.providerId && other.isDefault && other.id !== row.id;
      if (givesWay) saveConnection(call, other, { isDefault: false });
    }
    return ok(connectionShape(saveConnection(call, row, { isDefault: true })));
  }),

  route(connectionEndpoints.switchConnection, call => {
    const row = ownConnection(call, call.path.connectionId, call.query.scope);
    if (call.body.enabled) refuseForbidden(call, row);
    return ok(connectionShape(saveConnection(call, row, { enabled: call.body.enabled })));
  }),

  route(connectionEndpoints.probeConnection, call => {
    const row = ownConnection(call, call.path.connectionId, call.query.scope);
    const found = probe(row);
    saveConnection(call, row, { status: found.status });
    return ok({ ...found, connectionId: row.id, simulated: true, checkedAt: isoTime(call.backend.nowMs()) });
  }),

  route(connectionEndpoints.listConnectionInventory, call => {
    requireLead(call);
    const rows = call.backend.records.rows(connections, { organizationId: call.caller.organizationId });
    return ok(rows.map(row => inventoryShape(call, row)));
  }),
];

function createConnection(site: Site, body: CreateConnectionBody, scope: ConnectionScope): ConnectionRow {
  mayWriteScope(site, scope);
  const nowMs = site.backend.nowMs();
  const bare: ConnectionRow = {
    id: `connection-${site.backend.uuid()}`,
    organizationId: site.caller.organizationId,
    ownerId: site.caller.userId,
    scope,
    providerId: CUSTOM,
    name: '',
    url: null,
    transport: 'streamable-http',
    headers: [],
    allowedTools: null,
    enabled: body.enabled ?? true,
    isDefault: false,
    status: 'unverified',
    accountLabel: null,
    capabilityGroups: [],
    createdMs: nowMs,
    updatedMs: nowMs,
    archivedMs: null,
  };
  const row = { ...bare, ...changeOf(site, bare, body) };
  refuseForbidden(site, row);
  const named = { ...row, name: row.name === '' ? knownProvider(row.providerId).name : row.name };
  const made = body.connect === true ? { ...named, status: probe(named).status } : named;
  site.backend.records.putRow(connections, made);
  return made;
}

/** What a body changes; null takes a value away, a field that is left out stays. */
function changeOf(site: Site, row: ConnectionRow, body: ConnectionBody): Partial<ConnectionRow> {
  const url = body.url === undefined ? row.url : body.url === null ? null : keptUrl(body.url);
  // Secrets were given for one server, so a change of the host drops them: another server must not receive them.
  const known = hostOf(url) === hostOf(row.url) ? row.headers : [];
  const change = {
    name: body.name ?? row.name,
    url,
    providerId: body.url === undefined ? row.providerId : providerAt(url),
    transport: body.transport === undefined || body.transport === null ? row.transport : keptTransport(body.transport),
    headers: body.headers === undefined ? known : headersOf(known, body.headers ?? {}),
    allowedTools: body.allowedTools === undefined ? row.allowedTools : body.allowedTools,
  };
  if (change.providerId !== row.providerId) refuseForbidden(site, { ...row, ...change });
  // What was learnt and granted at another address says nothing about this one.
  return url === row.url ? change : { ...change, status: 'unverified', accountLabel: null, capabilityGroups: [] };
}

/** A value that comes back as the mask keeps the secret it stands for. @throws ApiError 400 when there is none. */
function headersOf(
  known: ConnectionRow['headers'],
  wanted: { readonly [name: string]: string },
): ConnectionRow['headers'] {
  const secrets = new Map(known.map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(wanted).map(([name, value]) => {
    const kept = value === MASK ? secrets.get(name.toLowerCase()) : value;
    if (kept === undefined) throw badRequest(`Headers is not valid: there is no value of '${name}' to keep`);
    return [name, kept] as const;
  });
}

/**
 * GAP: the values of `transport` are not shown. Ours are the two that go over HTTP; a program on the service's own
 * computer (`stdio`) is nothing a caller may start.
 */
function keptTransport(wanted: string): string {
  const transport = wanted.toLowerCase();
  if (transport === 'http') return 'streamable-http';
  if (['streamable-http', 'sse'].includes(transport)) return transport;
  throw badRequest('Transport is not valid: expected streamable-http or sse');
}

function refuseForbidden(site: Site, row: ConnectionRow): void {
  const provider = knownProvider(row.providerId);
  const byKey = provider.id === CUSTOM ? 'custom-endpoint' : 'api-key';
  allowedByPolicy(site, provider, row.accountLabel === null ? byKey : 'oauth');
}

function inventoryShape(site: Site, row: ConnectionRow) {
  const { id, name, scope, providerId, ownerId, enabled, status } = row;
  return {
    ...{ id, name, scope, providerId, ownerId, enabled, status },
    ownerEmail: site.backend.records.user(ownerId)?.email ?? '',
    host: hostOf(row.url),
    createdAt: isoTime(row.createdMs),
    archivedAt: row.archivedMs === null ? null : isoTime(row.archivedMs),
  };
}

function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host;
}
