import { badRequest } from '../../../shared/fault.ts';
import { z } from 'zod';

import { connectionAnswer, type providerAnswer } from '../../../shared/api/calls/connections.ts';
import type { Input, Output } from '../../../shared/contract.ts';
import type { ConnectionInfo, ProviderInfo, ProviderList } from '../../../shared/features/connections/model.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import { tolerant, type Tolerant } from '../../remote/api/tolerant.ts';
import { notAllowed } from '../../items/current-organization.ts';

type ConnectionAnswer = Tolerant<z.output<typeof connectionAnswer>>;
type Query = NonNullable<Parameters<typeof calls.listConnections>[1]['query']>;

const readAnswers = tolerant(z.array(connectionAnswer));

/** Connections including unknown fields; a list comes bare or as a page. */
const connectionsAnswer = z.unknown().transform((raw, context): ConnectionInfo[] => {
  const read = readAnswers.safeParse(raw);
  if (!read.success) {
    context.addIssue({ code: 'custom', message: 'no list of connections' });
    return z.NEVER;
  }
  const items: unknown = typeof raw === 'object' && raw !== null && 'items' in raw ? raw.items : raw;
  return read.data.map((each, at) => infoOf(each, Array.isArray(items) ? items[at] : null));
});

/** Visible connections, including archived ones. @throws FaultError `gone` when the service has none. */
export function connectionsIn(line: Line, scope: string | null): Promise<ConnectionInfo[]> {
  return calls.listConnections(line, { query: { ...scopeQuery(scope), includeArchived: true } }, connectionsAnswer);
}

/** A scope from the service is sent back unchanged. */
export function scopeQuery(scope: string | null): Pick<Query, 'scope'> {
  return scope === null ? {} : { scope: scope as NonNullable<Query['scope']> };
}

/** The connections as the contract shows them. @throws FaultError. */
export async function listConnections(
  line: Line,
  { scope, archived }: Input<'connections.list'>,
): Promise<Output<'connections.list'>> {
  try {
    const all = await connectionsIn(line, scope);
    return { isThere: true, connections: all.filter(each => archived || each.archivedAt === null) };
  } catch (error) {
    if (isFault(error, 'gone')) return { isThere: false, connections: [] };
    throw error;
  }
}

/** Providers that can be connected. A service without connections answers 404. */
export async function listProviders(line: Line): Promise<ProviderList> {
  try {
    return { isThere: true, providers: (await providersOf(line)).map(({ info }) => info) };
  } catch (error) {
    if (isFault(error, 'gone')) return { isThere: false, providers: [] };
    throw error;
  }
}

/** A provider with the version of its policy; null when the service has no versions. */
export interface VersionedProvider {
  readonly info: ProviderInfo;
  readonly version: number | null;
}

/** @throws FaultError. */
async function providersOf(line: Line): Promise<VersionedProvider[]> {
  const all = await calls.listProviders(line, {});
  return all.map(each => ({ info: providerOf(each), version: each.policy?.version ?? null }));
}

/** @throws FaultError `bad-request` when there is none. */
export async function providerAt(line: Line, id: string): Promise<VersionedProvider> {
  const found = (await providersOf(line)).find(({ info }) => info.id === id);
  if (found === undefined) throw badRequest(texts.providerGone);
  return found;
}

/** A page of the public registry. */
export async function browseRegistry(
  line: Line,
  { search, cursor }: Input<'connections.browse'>,
): Promise<Output<'connections.browse'>> {
  const answer = await calls.browseToolServers(line, { query: { search, ...(cursor === null ? {} : { cursor }) } });
  const next = answer.nextCursor ?? null;
  return {
    servers: answer.items.map(({ name, title, description, version, transport, url }) => ({
      name: name ?? '',
      title: title ?? name ?? '',
      description: description ?? null,
      version: version ?? null,
      transport: transport ?? null,
      url: url ?? null,
    })),
    // Following the same cursor again would never end.
    next: answer.hasMore === false || next === cursor || next === '' ? null : next,
  };
}

/** Connections of all members, for owners and admins; a service may not offer it. */
export async function allConnections(line: Line): Promise<Output<'connections.inventory'>> {
  try {
    const all = await calls.listConnectionInventory(line, {});
    return {
      mayLook: true,
      connections: all.map(each => ({
        id: each.id,
        name: each.name ?? each.id,
        scope: each.scope ?? null,
        provider: each.providerId ?? null,
        owner: wholeNumber(each.ownerId),
        ownerEmail: each.ownerEmail ?? null,
        host: each.host ?? null,
        enabled: each.enabled ?? null,
        status: each.status ?? null,
        createdAt: each.createdAt ?? null,
        archivedAt: each.archivedAt ?? null,
      })),
    };
  } catch (error) {
    if (notAllowed(error) !== null || isFault(error, 'gone')) return { mayLook: false, connections: [] };
    throw error;
  }
}

function infoOf(answer: ConnectionAnswer, raw: unknown): ConnectionInfo {
  const { allowedTools } = answer;
  return {
    id: answer.id,
    name: answer.name ?? answer.id,
    scope: answer.scope ?? null,
    owner: wholeNumber(answer.ownerId),
    provider: answer.providerId ?? null,
    url: answer.url ?? null,
    transport: answer.transport ?? null,
    headers: headerNames(raw),
    allowedTools: allowedTools === undefined || allowedTools === null ? null : [...allowedTools],
    enabled: answer.enabled ?? null,
    isDefault: answer.isDefault ?? null,
    status: answer.status ?? null,
    account: answer.accountLabel ?? null,
    groups: [...(answer.capabilityGroups ?? [])],
    createdAt: answer.createdAt ?? null,
    updatedAt: answer.updatedAt ?? null,
    archivedAt: answer.archivedAt ?? null,
    more: unknownFacts(raw, new Set(Object.keys(connectionAnswer.shape))),
  };
}

/** Header names, from any form in which the service tells headers. */
function headerNames(raw: unknown): string[] {
  const headers: unknown = typeof raw === 'object' && raw !== null && 'headers' in raw ? raw.headers : null;
  if (Array.isArray(headers)) return headers.flatMap(nameIn);
  return typeof headers === 'object' && headers !== null ? Object.keys(headers) : [];
}

function nameIn(header: unknown): string[] {
  const name: unknown = typeof header === 'object' && header !== null && 'name' in header ? header.name : null;
  return typeof name === 'string' ? [name] : [];
}

/** A provider without a name is shown by its id. */
function providerOf(answer: Tolerant<z.output<typeof providerAnswer>>): ProviderInfo {
  const { policy } = answer;
  return {
    id: answer.id,
    name: answer.name ?? answer.id,
    category: answer.category ?? null,
    description: answer.description ?? null,
    methods: [...(answer.connectionMethods ?? [])],
    groups: (answer.capabilityGroups ?? []).map(({ id, scopes }) => ({ id, scopes: [...(scopes ?? [])] })),
    policy:
      policy === undefined || policy === null
        ? null
        : {
            enabled: policy.enabled ?? null,
            methods: listOrNull(policy.allowedConnectionMethods),
            groups: listOrNull(policy.allowedCapabilityGroups),
            customEndpoint: policy.customEndpointApproved ?? null,
            domains: listOrNull(policy.allowedAccountDomains),
            accessLevel: policy.accessLevel ?? null,
          },
  };
}

function listOrNull(list: readonly string[] | null | undefined): string[] | null {
  return list === null || list === undefined ? null : [...list];
}

function wholeNumber(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

/** Field names whose values may grant access, and are not shown. */
const MAY_BE_SECRET = /token|secret|key|pass|credential|auth|header|cookie|session|sign|code|cert|private|bearer|hash/i;
const MOST_FACTS = 20;
const LONGEST = 200;

/** Fields of an answer beyond the known ones, unchanged; without those that may be secrets by name or length. */
function unknownFacts(raw: unknown, known: ReadonlySet<string>): { name: string; value: string }[] {
  if (typeof raw !== 'object' || raw === null) return [];
  const facts = Object.entries(raw).flatMap(([name, value]) => {
    if (known.has(name) || MAY_BE_SECRET.test(name) || name.length > LONGEST) return [];
    if (!['string', 'number', 'boolean'].includes(typeof value)) return [];
    const text = String(value);
    return text === '' || text.length > LONGEST ? [] : [{ name, value: text }];
  });
  return facts.slice(0, MOST_FACTS);
}
