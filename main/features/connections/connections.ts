import type { Handlers } from '../../../shared/contract.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import type { Line } from '../../remote/api/ask.ts';
import { inWordsOfPart, organizationHere } from '../organization/current-organization.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Authorizations } from './authorize.ts';
import { add, edit, probe, remove, setDefault, setEnabled } from './change-connection.ts';
import { setPolicy } from './policy.ts';
import { browse, catalogue, connectionsIn, inventory, listed } from './read-connection.ts';

type ConnectionCall = keyof Handlers & `connections.${string}`;

/** Connections of the person and of the active organization. */
export function connectionHandlers(
  context: AppContext,
  authorizations: Authorizations,
): Pick<Handlers, ConnectionCall> {
  const within = async <T>(work: (line: Line) => Promise<T>): Promise<T> => {
    const { line } = await organizationHere(context);
    return inWords(line, () => work(line));
  };
  return {
    'connections.list': wanted => within(line => listed(line, wanted)),
    'connections.catalogue': () => within(catalogue),
    'connections.browse': wanted => within(line => browse(line, wanted)),
    'connections.inventory': () => within(inventory),
    'connections.add': wanted => within(line => add(line, wanted)),
    'connections.edit': wanted => within(line => edit(line, wanted)),
    'connections.remove': which => within(line => remove(line, which)),
    'connections.setDefault': which => within(line => setDefault(line, which)),
    'connections.setEnabled': wanted => within(line => setEnabled(line, wanted)),
    'connections.probe': which => within(line => probe(line, which)),
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
