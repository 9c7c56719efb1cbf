import type { Command } from 'commander';

import type { ConnectionInfo } from '../../../../shared/features/connections/model.ts';
import {
  connectionCommandTexts as said,
  connectionStatus,
  connectionTexts as texts,
} from '../../../../shared/features/connections/text.ts';
import { type HeaderOptions, headersOf, withHeaders } from './connection-headers.ts';
import { connectionShape, probeShape } from './connection-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { CONNECTION, connectionOf, listed } from '../../input/named-connection.ts';

interface Adding extends Format, HeaderOptions {
  readonly url?: string;
  readonly transport?: string;
  readonly organization?: true;
  readonly tools?: string;
  readonly off?: true;
  readonly probe?: true;
}

interface Editing extends Format, HeaderOptions {
  readonly name?: string;
  readonly url?: string;
  readonly transport?: string;
  readonly tools?: string;
  readonly allTools?: true;
}

/** `connections add`, `edit`, `remove`, `default`, `enable`, `disable`, `probe`. */
export function addConnectionChanging(connections: Command, context: CommandContext): void {
  addAdding(connections, context);
  addEditing(connections, context);
  addRemoving(connections, context);
  addSwitching(connections, context);
  addProbing(connections, context);
}

function addAdding(connections: Command, context: CommandContext): void {
  const command = connections
    .command('add')
    .description('Adds a connection to a tool server by its address.')
    .argument('<name>', 'in quotes when it has spaces')
    .requiredOption('--url <address>', 'its address, without secrets in it')
    .option('--transport <transport>', "how it is spoken to, in the service's word, such as streamable-http")
    .option('--organization', 'for everybody in the organization; for its owners and admins')
    .option('--tools <names>', 'only these of its tools, divided by commas')
    .option('--off', 'add it switched off')
    .option('--probe', 'have it asked for its tools at once');
  withHeaders(command)
    .option(...JSON_OPTION)
    .action(async (name: string, options: Adding) => {
      const headers = (await headersOf(context, options)) ?? {};
      await context.ask(async ({ client }) => {
        const connection = await client.call('connections.add', {
          scope: options.organization ? 'organization' : 'user',
          name,
          url: options.url ?? null,
          transport: options.transport ?? null,
          headers,
          allowedTools: options.tools === undefined ? null : listed(options.tools),
          enabled: options.off !== true,
          connect: options.probe === true,
        });
        if (options.json) context.printJson({ v: 1, connection: connectionShape(connection) });
        context.tell(said.added(connection));
      });
    });
}

function addEditing(connections: Command, context: CommandContext): void {
  const command = connections
    .command('edit')
    .description('Changes a connection. What is not named stays; headers that are given replace all there are.')
    .argument('<connection>', CONNECTION)
    .option('--name <name>', 'in quotes when it has spaces')
    .option('--url <address>', 'at another server its headers are forgotten')
    .option('--transport <transport>', "in the service's word")
    .option('--tools <names>', "only these of its tools, divided by commas, or 'none'")
    .option('--all-tools', 'all of its tools')
    .option('--forget-headers', 'forget all headers');
  withHeaders(command)
    .option(...JSON_OPTION)
    .action(async (what: string, options: Editing) => {
      const headers = await headersOf(context, options);
      const change = changeOf(options, headers);
      await context.ask(async ({ client }) => {
        const { id, scope, name, url, transport, allowedTools } = await connectionOf(client, what);
        const seen = { name, url, transport, allowedTools };
        const { connection, headersForgotten } = await client.call('connections.edit', { id, scope, seen, change });
        if (options.json) context.printJson({ v: 1, connection: connectionShape(connection), headersForgotten });
        context.tell(said.changed(connection.name));
        if (headersForgotten) context.tell(texts.headersForgotten);
      });
    });
}

function changeOf(options: Editing, headers: Record<string, string> | undefined) {
  const { name, url, transport, tools, allTools } = options;
  if (tools !== undefined && allTools) throw new Ending(EXIT.usage, said.both);
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(transport === undefined ? {} : { transport }),
    ...(tools === undefined ? {} : { allowedTools: listed(tools) }),
    ...(allTools ? { allowedTools: null } : {}),
    ...(headers === undefined ? {} : { headers }),
  };
  if (Object.keys(change).length === 0) throw new Ending(EXIT.usage, said.nothingToDo);
  return change;
}

function addRemoving(connections: Command, context: CommandContext): void {
  connections
    .command('remove')
    .description('Removes a connection; its secrets are forgotten. Without --yes it only says what would happen.')
    .argument('<connection>', CONNECTION)
    .option('--yes', 'do it')
    .option(...JSON_OPTION)
    .action((what: string, { yes, json }: Format & { readonly yes?: true }) =>
      context.ask(async ({ client }) => {
        const connection = await connectionOf(client, what);
        const { id, scope, name } = connection;
        if (yes) await client.call('connections.remove', { id, scope });
        if (json) context.printJson({ v: 1, connection: connectionShape(connection), removed: yes === true });
        context.tell(yes ? said.removed(name) : said.removeAsk(name));
        return yes ? EXIT.ok : EXIT.attention;
      }),
    );
}

function addSwitching(connections: Command, context: CommandContext): void {
  const settle = (connection: ConnectionInfo, { json }: Format, words: string): void => {
    if (json) context.printJson({ v: 1, connection: connectionShape(connection) });
    context.tell(words);
  };
  connections
    .command('default')
    .description('Makes a connection the one that is meant where its provider is.')
    .argument('<connection>', CONNECTION)
    .option(...JSON_OPTION)
    .action((what: string, format: Format) =>
      context.ask(async ({ client }) => {
        const { id, scope } = await connectionOf(client, what);
        const connection = await client.call('connections.setDefault', { id, scope });
        settle(connection, format, said.isDefault(connection.name));
      }),
    );
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    connections
      .command(verb)
      .description(enabled ? 'Switches a connection on.' : 'Switches a connection off; it keeps its secrets.')
      .argument('<connection>', CONNECTION)
      .option(...JSON_OPTION)
      .action((what: string, format: Format) =>
        context.ask(async ({ client }) => {
          const { id, scope } = await connectionOf(client, what);
          const connection = await client.call('connections.setEnabled', { id, scope, enabled });
          settle(connection, format, said.switched(connection.name, enabled));
        }),
      );
  }
}

/** 3 when it did not work: somebody has to look. */
function addProbing(connections: Command, context: CommandContext): void {
  connections
    .command('probe')
    .description('Has the service ask a connection for its tools. The exit code is 3 when that failed.')
    .argument('<connection>', CONNECTION)
    .option(...JSON_OPTION)
    .action((what: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const { id, scope, name } = await connectionOf(client, what);
        const { probe, connection } = await client.call('connections.probe', { id, scope });
        const shape = connection === null ? null : connectionShape(connection);
        if (json) context.printJson({ v: 1, probe: probeShape(probe), connection: shape });
        else
          context.printLines(
            probe.tools.map(tool => (tool.allowed === false ? `${tool.name}  not allowed` : tool.name)),
          );
        const state = probe.status === null ? 'It answered' : connectionStatus(probe.status);
        context.tell(said.probed(name, [`${state}.`, probe.message ?? ''].join(' ').trim()));
        return probe.status?.toLowerCase() === 'failed' ? EXIT.attention : EXIT.ok;
      }),
    );
}
