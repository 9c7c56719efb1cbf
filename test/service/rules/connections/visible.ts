import type { ConnectionAnswer, ConnectionScope } from '../../../../shared/api/calls/connections.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import { momentAfter } from '../files/file-changes.ts';
import { isoTime } from '../ground/shapes.ts';
import { connections } from './rows.ts';
import type { ConnectionRow } from './rows.ts';

/** What stands in place of a secret. Sent back unchanged, it keeps the secret. */
export const MASK = '********';

/** The connections of the organization and the caller's own, archived ones too. */
export function visibleConnections(site: Site, scope: ConnectionScope | undefined): readonly ConnectionRow[] {
  const rows = site.backend.records.rows(connections, { organizationId: site.caller.organizationId });
  return rows.filter(row => isVisible(site, row) && (scope === undefined || row.scope === scope));
}

/**
 * A connection the caller may change: an own one, or as Owner or Admin one of the organization.
 * @throws ApiError 404 when it is unknown, archived, another person's or of another scope than `scope`; 403 for one of
 *   the organization that the caller may only use.
 */
export function ownConnection(site: Site, id: string, scope?: ConnectionScope): ConnectionRow {
  const row = site.backend.records.row(connections, id);
  const isHere = row !== null && row.organizationId === site.caller.organizationId && row.archivedMs === null;
  if (!isHere || !isVisible(site, row) || (scope !== undefined && row.scope !== scope)) {
    throw notFound('The connection');
  }
  mayWriteScope(site, row.scope);
  return row;
}

/** @throws ApiError 403 for a plain member who wants to change what is the organization's. */
export function mayWriteScope(site: Site, scope: ConnectionScope): void {
  if (scope === 'organization') requireLead(site);
}

/** @throws ApiError 403 for all but Owner and Admin of the active organization. */
export function requireLead(site: Site): void {
  const membership = site.backend.records.membership(site.caller.organizationId, site.caller.userId);
  if (membership?.role !== 'Owner' && membership?.role !== 'Admin') {
    throw forbidden('Only an Owner or Admin of the organization may do this.');
  }
}

/**
 * An address as it is kept.
 * @throws ApiError 400 when it is not http or https, or carries a name and password.
 */
export function keptUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw badRequest('Url is not valid: expected https');
  if (url.username !== '' || url.password !== '') throw badRequest('Url is not valid: put secrets into headers');
  return url.href;
}

/** Whether the traffic to an address cannot be read on the way: https, or http that does not leave this computer. */
export function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Saves a change of a connection. */
export function saveConnection(site: Site, row: ConnectionRow, change: Partial<ConnectionRow>): ConnectionRow {
  const changed = { ...row, ...change, updatedMs: momentAfter(site, row.updatedMs) };
  site.backend.records.putRow(connections, changed);
  return changed;
}

export function connectionShape(row: ConnectionRow): ConnectionAnswer {
  const { id, name, scope, ownerId, providerId, url, transport, enabled, isDefault, status, accountLabel } = row;
  return {
    ...{ id, name, scope, ownerId, providerId, url, transport, enabled, isDefault, status, accountLabel },
    headers: Object.fromEntries(row.headers.map(([header]) => [header, MASK])),
    allowedTools: row.allowedTools === null ? null : [...row.allowedTools],
    capabilityGroups: [...row.capabilityGroups],
    createdAt: isoTime(row.createdMs),
    updatedAt: isoTime(row.updatedMs),
    archivedAt: row.archivedMs === null ? null : isoTime(row.archivedMs),
  };
}

function isVisible(site: Site, row: ConnectionRow): boolean {
  return row.scope === 'organization' || row.ownerId === site.caller.userId;
}
