import type { Command } from 'commander';

import {
  connectionCommandTexts as said,
  connectionTexts as texts,
} from '../../../../shared/features/connections/text.ts';
import { policyLines, providerShape } from './connection-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { isOn, listed, PROVIDER, providerNamed } from '../../input/named-connection.ts';

interface Options extends Format {
  readonly allow?: string;
  readonly methods?: string;
  readonly groups?: string;
  readonly ownAddresses?: string;
  readonly domains?: string;
  readonly access?: string;
}

/** `connections policy`: what the organization allows of a provider. */
export function addConnectionPolicy(connections: Command, context: CommandContext): void {
  connections
    .command('policy')
    .description(
      'Says what the organization allows of a provider, and changes it. What is not named stays. For owners and admins.',
    )
    .argument('<provider>', PROVIDER)
    .option('--allow <state>', 'on or off: whether it may be used at all')
    .option('--methods <ids>', "ways to connect, divided by commas, or 'none'")
    .option('--groups <ids>', "what may be asked for, divided by commas, or 'none'")
    .option('--own-addresses <state>', 'on or off: whether addresses of one’s own may be used')
    .option('--domains <names>', "accounts of these domains alone, divided by commas, or 'none' for every domain")
    .option('--access <level>', "in the service's word, such as read or read-write")
    .option(...JSON_OPTION)
    .action((what: string, options: Options) =>
      context.ask(async ({ client }) => {
        const change = changeOf(options);
        const found = await providerNamed(client, what);
        const isChange = Object.keys(change).length > 0;
        if (isChange && found.policy === null) throw new Ending(EXIT.error, texts.noPolicy);
        const provider =
          isChange && found.policy !== null
            ? await client.call('connections.setPolicy', { provider: found.id, seen: found.policy, change })
            : found;
        if (options.json) context.printJson({ v: 1, provider: providerShape(provider) });
        else context.printLines(policyLines(provider));
        if (isChange) context.tell(said.policySet(provider.name));
      }),
    );
}

function changeOf({ allow, methods, groups, ownAddresses, domains, access }: Options) {
  return {
    ...(allow === undefined ? {} : { enabled: isOn(allow) }),
    ...(methods === undefined ? {} : { methods: listed(methods) }),
    ...(groups === undefined ? {} : { groups: listed(groups) }),
    ...(ownAddresses === undefined ? {} : { customEndpoint: isOn(ownAddresses) }),
    ...(domains === undefined ? {} : { domains: listed(domains) }),
    ...(access === undefined ? {} : { accessLevel: access }),
  };
}
