import { type Command, Option } from 'commander';

import type { AskedScope } from '../../../../shared/features/connections/model.ts';
import {
  connectionCommandTexts as said,
  connectionTexts as texts,
} from '../../../../shared/features/connections/text.ts';
import { addAuthorizing } from './connection-authorize.ts';
import { addConnectionChanging } from './connection-change.ts';
import { addConnectionPolicy } from './connection-policy.ts';
import {
  connectionLine,
  connectionShape,
  inventoryLine,
  inventoryShape,
  providerLine,
  providerShape,
  serverLine,
  serverShape,
} from './connection-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';

/** `connections`: to tool servers and providers, yours and the organization's. */
export function addConnectionCommands(program: Command, context: CommandContext): void {
  const connections = program
    .command('connections')
    .summary('tool servers and accounts elsewhere that the agent may use')
    .description(
      'Connections to tool servers and to accounts elsewhere, yours and the organization’s. Every change ends with what ' +
        'the service says afterwards. What headers carry is never printed.',
    );
  addList(connections, context);
  addLooking(connections, context);
  addConnectionChanging(connections, context);
  addAuthorizing(connections, context);
  addConnectionPolicy(connections, context);
}

function addList(connections: Command, context: CommandContext): void {
  connections
    .command('list')
    .description('Lists the connections that you can see.')
    .addOption(new Option('--scope <scope>', 'only these').choices(['user', 'organization']))
    .option('--archived', 'removed ones too')
    .option(...JSON_OPTION)
    .action(({ scope, archived, json }: Format & { readonly scope?: AskedScope; readonly archived?: true }) =>
      context.ask(async ({ client }) => {
        const wanted = { scope: scope ?? null, archived: archived === true };
        const list = await client.call('connections.list', wanted);
        if (json)
          return context.printJson({ v: 1, isThere: list.isThere, connections: list.connections.map(connectionShape) });
        context.printLines(list.connections.map(connectionLine));
        if (!list.isThere) context.tell(texts.absent);
        else if (list.connections.length === 0) context.tell(said.none);
      }),
    );
  connections
    .command('inventory')
    .description('Lists everybody’s connections in the organization. For its owners and admins.')
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const { mayLook, connections: all } = await client.call('connections.inventory', {});
        if (json) context.printJson({ v: 1, mayLook, connections: all.map(inventoryShape) });
        else context.printLines(all.map(inventoryLine));
        if (!mayLook) context.tell(said.notInventory);
        return mayLook ? EXIT.ok : EXIT.error;
      }),
    );
}

function addLooking(connections: Command, context: CommandContext): void {
  connections
    .command('catalog')
    .description('Lists the providers there are to connect to, and whether your organization allows them.')
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const list = await client.call('connections.catalogue', {});
        if (json)
          return context.printJson({ v: 1, isThere: list.isThere, providers: list.providers.map(providerShape) });
        context.printLines(list.providers.map(providerLine));
        if (!list.isThere) context.tell(texts.absent);
        else if (list.providers.length === 0) context.tell(said.noProviders);
      }),
    );
  connections
    .command('browse')
    .description('Lists a page of the public registry of tool servers. Nobody here checked what it says.')
    .argument('[words]', 'only servers with these in their title or description')
    .option('--cursor <cursor>', 'what the page before ended with')
    .option(...JSON_OPTION)
    .action((words: string | undefined, { cursor, json }: Format & { readonly cursor?: string }) =>
      context.ask(async ({ client }) => {
        const wanted = { search: words ?? '', cursor: cursor ?? null };
        const { servers, next } = await client.call('connections.browse', wanted);
        if (json) return context.printJson({ v: 1, servers: servers.map(serverShape), next });
        context.printLines(servers.map(serverLine));
        context.tell(servers.length === 0 ? said.noServers : said.strangers);
        if (next !== null) context.tell(said.more(next));
      }),
    );
}
