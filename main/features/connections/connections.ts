import { badRequest } from '../../../shared/fault.ts';
import type { Handlers, Input } from '../../../shared/contract.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import type { PolicyBody } from '../../../shared/api/calls/connections.ts';
import type { ProviderInfo, ProviderPolicy } from '../../../shared/features/connections/model.ts';
import type { Line } from '../../remote/api/ask.ts';
import { inWordsOfPart } from '../../items/current-organization.ts';
import type { AppContext } from '../../items/app-context.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { activeOrganization } from '../../items/current-organization.ts';
import type { Authorizations } from './authorize.ts';
import {
  addConnection,
  editConnection,
  probeConnection,
  archiveConnection,
  setDefault,
  setEnabled,
} from './change-connection.ts';
import {
  browseRegistry,
  listProviders,
  connectionsIn,
  allConnections,
  listConnections,
  providerAt,
  type VersionedProvider,
} from './read-connection.ts';

type ConnectionCall = keyof Handlers & `connections.${string}`;

/** Connections of the person and of the active organization. */
export function connectionHandlers(
  context: AppContext,
  authorizations: Authorizations,
): Pick<Handlers, ConnectionCall> {
  const within = async <T>(work: (line: Line) => Promise<T>): Promise<T> => {
    const { line } = await activeOrganization(context);
    return inWords(line, () => work(line));
  };
  return {
    'connections.list': wanted => within(line => listConnections(line, wanted)),
    'connections.catalogue': () => within(listProviders),
    'connections.browse': wanted => within(line => browseRegistry(line, wanted)),
    'connections.inventory': () => within(allConnections),
    'connections.add': wanted => within(line => addConnection(line, wanted)),
    'connections.edit': wanted => within(line => editConnection(line, wanted)),
    'connections.remove': which => within(line => archiveConnection(line, which)),
    'connections.setDefault': which => within(line => setDefault(line, which)),
    'connections.setEnabled': wanted => within(line => setEnabled(line, wanted)),
    'connections.probe': which => within(line => probeConnection(line, which)),
    'connections.setPolicy': wanted => within(line => setPolicy(line, wanted)),
    'connections.authorize': wish => within(() => authorizations.begin(wish)),
    'connections.outcome': ({ ticket }) => within(() => authorizations.outcome(ticket)),
    'connections.giveUp': async ({ ticket }) => {
      await authorizations.giveUp(ticket);
      return null;
    },
  };
}

/** Turns faults into messages: not allowed, gone, or the service has no connections at all. */
function inWords<T>(line: Line, work: () => Promise<T>): Promise<T> {
  return inWordsOfPart(work, { texts, ask: () => connectionsIn(line, null) });
}

/** Attempts when others change the same policy at the same time. */
const MOST_TRIES = 4;

type Change = Input<'connections.setPolicy'>['change'];
type Field = keyof ProviderPolicy;
const FIELDS: readonly Field[] = ['enabled', 'methods', 'groups', 'customEndpoint', 'domains', 'accessLevel'];

/**
 * Changes what the organization allows of a provider. After a concurrent change of other fields it reads again and
 * retries; a concurrent change of the same field is not overwritten. @throws FaultError.
 */
async function setPolicy(
  line: Line,
  { provider, seen, change }: Input<'connections.setPolicy'>,
): Promise<ProviderInfo> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await providerAt(line, provider);
    if (shows(before, change)) return before.info;
    refuseOverwriting(before, seen, change);
    try {
      const after = await changeAndRead({
        ask: () =>
          calls.changeProviderPolicy(line, { path: { providerId: provider }, body: bodyOf(change, before.version) }),
        read: () => providerAt(line, provider),
        isSeen: now => shows(now, change),
      });
      return after.info;
    } catch (error) {
      // The policy was changed concurrently: read it again.
      if (!isFault(error, 'stale')) throw error;
    }
  }
  throw badRequest(texts.policyBusy);
}

function refuseOverwriting({ info }: VersionedProvider, seen: ProviderPolicy, change: Change): void {
  const { policy } = info;
  if (policy === null) throw badRequest(texts.noPolicy);
  for (const field of FIELDS) {
    if (change[field] === undefined || isSame(policy[field], seen[field])) continue;
    if (isSame(policy[field], change[field])) continue;
    throw badRequest(texts.changedMeanwhile(texts.policyFields[field], texts.shownValue(policy[field])));
  }
}

function shows({ info: { policy } }: VersionedProvider, change: Change): boolean {
  return policy !== null && FIELDS.every(field => change[field] === undefined || isSame(policy[field], change[field]));
}

/** Values from the service are sent back unchanged, known or not. */
function bodyOf(change: Change, version: number | null): PolicyBody {
  const { enabled, methods, groups, customEndpoint, domains, accessLevel } = change;
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(methods === undefined ? {} : { allowedConnectionMethods: methods as PolicyBody['allowedConnectionMethods'] }),
    ...(groups === undefined ? {} : { allowedCapabilityGroups: groups }),
    ...(customEndpoint === undefined ? {} : { customEndpointApproved: customEndpoint }),
    ...(domains === undefined ? {} : { allowedAccountDomains: domains }),
    ...(accessLevel === undefined ? {} : { accessLevel: accessLevel as PolicyBody['accessLevel'] }),
    ...(version === null ? {} : { expectedVersion: version }),
  };
}

/** Compares values; the order of lists is not significant. */
function isSame(one: ProviderPolicy[Field], other: ProviderPolicy[Field] | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const [first, second] = [one, other].map(list => list.toSorted().join('\n'));
  return first === second;
}
