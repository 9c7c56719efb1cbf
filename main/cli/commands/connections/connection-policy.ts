import { z } from 'zod';

import {
  connectionCommandTexts as said,
  connectionTexts as texts,
} from '../../../../shared/features/connections/text.ts';
import { policyLines, publicProvider } from './connection-shapes.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { isOn, wordsInList, PROVIDER, providerNamed } from '../../input/named-connection.ts';

interface Wanted {
  readonly provider: string;
  readonly allow?: string;
  readonly methods?: string;
  readonly groups?: string;
  readonly ownAddresses?: string;
  readonly domains?: string;
  readonly access?: string;
}

/** What the organization allows of a provider. */
export const policyRow: Row = row('connections policy <provider>', {
  help: 'Says what the organization allows of a provider, and changes it. What is not named stays. For owners and admins.',
  arguments: [PROVIDER],
  options: [
    ['--allow <state>', 'on or off: whether it may be used at all'],
    ['--methods <ids>', "ways to connect, divided by commas, or 'none'"],
    ['--groups <ids>', "what may be asked for, divided by commas, or 'none'"],
    ['--own-addresses <state>', 'on or off: whether addresses of one’s own may be used'],
    ['--domains <names>', "accounts of these domains alone, divided by commas, or 'none' for every domain"],
    ['--access <level>', "in the service's word, such as read or read-write"],
  ],
  json: z.object({ provider: publicProvider }),
  run: async ({ client }, { provider: what, ...wanted }: Wanted) => {
    const change = changeOf(wanted);
    const found = await providerNamed(client, what);
    if (Object.keys(change).length === 0) return { provider: found, isChanged: false };
    if (found.policy === null) throw new Ending(EXIT.error, texts.noPolicy);
    const changed = { provider: found.id, seen: found.policy, change };
    return { provider: await client.call('connections.setPolicy', changed), isChanged: true };
  },
  lines: ({ provider }) => policyLines(provider),
  tell: ({ provider, isChanged }) => (isChanged ? said.policySet(provider.name) : null),
});

function changeOf({ allow, methods, groups, ownAddresses, domains, access }: Omit<Wanted, 'provider'>) {
  return {
    ...(allow === undefined ? {} : { enabled: isOn(allow) }),
    ...(methods === undefined ? {} : { methods: wordsInList(methods) }),
    ...(groups === undefined ? {} : { groups: wordsInList(groups) }),
    ...(ownAddresses === undefined ? {} : { customEndpoint: isOn(ownAddresses) }),
    ...(domains === undefined ? {} : { domains: wordsInList(domains) }),
    ...(access === undefined ? {} : { accessLevel: access }),
  };
}
