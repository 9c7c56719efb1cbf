import { connectionEndpoints } from '../../../../shared/api/calls/connections.ts';
import type { PolicyAnswer, PolicyBody } from '../../../../shared/api/calls/connections.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound, versionConflict } from '../ground/api-error.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { LISTED_SERVERS, PROVIDERS, providerOf } from './catalog.ts';
import type { ListedServer, Provider } from './catalog.ts';
import { requireLead } from './visible.ts';
import { policies } from './rows.ts';

/** Section 4.9: the catalog, what the organization allows of it, and the public registry. */
export const registryRoutes: readonly Route[] = [
  route(connectionEndpoints.listProviders, call => ok(PROVIDERS.map(provider => providerShape(call, provider)))),

  route(connectionEndpoints.changeProviderPolicy, call => {
    requireLead(call);
    const provider = knownProvider(call.path.providerId);
    changePolicy(call, provider, call.body);
    return ok(providerShape(call, provider));
  }),

  route(connectionEndpoints.browseToolServers, call => {
    const { search, cursor } = call.query;
    const sought = search.toLowerCase();
    const found = LISTED_SERVERS.filter(server =>
      `${server.title} ${server.description}`.toLowerCase().includes(sought),
    );
    const start = cursor === undefined ? 0 : placeAfter(found, search, cursor);
    const items = found.slice(start, start + SERVERS_IN_A_PAGE);
    const last = items.at(-1);
    const hasMore = start + items.length < found.length;
    return ok({ items, nextCursor: hasMore && last !== undefined ? cursorAfter(last, search) : null, hasMore });
  }),
];

/** What the caller's organization allows of a provider; everything but writing, until an administrator changes it. */
export function policyOf(site: Site, provider: Provider): PolicyAnswer {
  const [row] = site.backend.records.rows(policies, {
    organizationId: site.caller.organizationId,
    providerId: provider.id,
  });
  return row?.policy ?? startingPolicy(provider);
}

/** @throws ApiError 404 */
export function knownProvider(id: string): Provider {
  const provider = providerOf(id);
  if (provider === null) throw notFound('The provider');
  return provider;
}

const SERVERS_IN_A_PAGE = 10;

function startingPolicy(provider: Provider): PolicyAnswer {
  return {
    enabled: true,
    allowedConnectionMethods: [...provider.methods],
    allowedCapabilityGroups: provider.groups.map(group => group.id),
    customEndpointApproved: true,
    allowedAccountDomains: [],
    accessLevel: 'read-write',
    version: 1,
  };
}

function changePolicy(site: Site, provider: Provider, body: PolicyBody): void {
  const before = policyOf(site, provider);
  const { expectedVersion, ...wanted } = body;
  if (expectedVersion !== undefined && expectedVersion !== null && expectedVersion !== before.version) {
    throw versionConflict('The policy');
  }
  refuseUnknown('AllowedConnectionMethods', wanted.allowedConnectionMethods, provider.methods);
  const groups = provider.groups.map(group => group.id);
  refuseUnknown('AllowedCapabilityGroups', wanted.allowedCapabilityGroups, groups);
  if (wanted.allowedAccountDomains?.some(domain => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain)) === true) {
    throw badRequest('AllowedAccountDomains is not valid: expected names of domains');
  }
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== null && value !== undefined),
  );
  const { organizationId } = site.caller;
  const id = `${organizationId}/${provider.id}`;
  const policy = { ...before, ...changes, version: before.version + 1 };
  site.backend.records.putRow(policies, { id, organizationId, providerId: provider.id, policy });
}

function refuseUnknown(field: string, wanted: readonly string[] | null | undefined, known: readonly string[]): void {
  const unknown = wanted?.find(value => !known.includes(value));
  if (unknown !== undefined) throw badRequest(`${field} is not valid: this provider has no '${unknown}'`);
}

/** @throws ApiError 403 when the organization does not let this provider be used in this way. */
export function allowedByPolicy(
  site: Site,
  provider: Provider,
  method: PolicyAnswer['allowedConnectionMethods'][0],
): void {
  const policy = policyOf(site, provider);
  if (!policy.enabled) throw forbidden(`Your organization has switched ${provider.name} off.`);
  if (!policy.allowedConnectionMethods.includes(method)) {
    throw forbidden('Your organization does not allow this way to connect.');
  }
  if (method === 'custom-endpoint' && !policy.customEndpointApproved) {
    throw forbidden('Your organization has not approved addresses of your own.');
  }
}

function providerShape(site: Site, provider: Provider) {
  const { id, name, category, description, methods, groups } = provider;
  return {
    ...{ id, name, category, description, connectionMethods: [...methods] },
    capabilityGroups: groups.map(group => ({ id: group.id, scopes: [...group.scopes] })),
    policy: policyOf(site, provider),
  };
}

/** Where the page begins that a cursor stands for. A cursor belongs to one search. @throws ApiError 400 for a made-up one. */
function placeAfter(found: readonly ListedServer[], search: string, cursor: string): number {
  const at = found.findIndex(server => cursorAfter(server, search) === cursor);
  if (at < 0) throw badRequest('Cursor is not valid.');
  return at + 1;
}

/** Only needs to be recognised again: what it leads to is public. */
function cursorAfter(server: ListedServer, search: string): string {
  let mark = 0x811c9dc5;
  for (const sign of `${search.toLowerCase()}\n${server.name}`) {
    mark = Math.imul(mark ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return `after-${mark.toString(36)}`;
}
