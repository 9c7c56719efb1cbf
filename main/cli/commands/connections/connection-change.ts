import { Option } from 'commander';
import { z } from 'zod';

import type { ConnectionInfo } from '../../../../shared/features/connections/model.ts';
import {
  connectionCommandTexts as said,
  connectionStatus,
  connectionTexts as texts,
} from '../../../../shared/features/connections/text.ts';
import { CONNECTION, connectionOf, wordsInList } from '../../input/named-connection.ts';
import { ownRow, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { HEADER_OPTIONS, type HeaderOptions, headersOf } from './connection-headers.ts';
import { publicConnection, publicProbe } from './connection-shapes.ts';

interface Adding extends HeaderOptions {
  readonly name: string;
  readonly url?: string;
  readonly transport?: string;
  readonly organization?: true;
  readonly tools?: string;
  readonly off?: true;
  readonly probe?: true;
  readonly json?: true;
}

interface Named {
  readonly connection: string;
}

interface Editing extends Named, HeaderOptions {
  readonly name?: string;
  readonly url?: string;
  readonly transport?: string;
  readonly tools?: string;
  readonly allTools?: true;
  readonly json?: true;
}

const oneConnection = {
  json: z.object({ connection: publicConnection }),
  shape: (connection: ConnectionInfo) => ({ connection }),
};

/** Headers are read before an engine is asked: reading them may end the command. */
const WRITING: readonly Row[] = [
  ownRow<Adding>(
    'connections add <name>',
    {
      help: 'Adds a connection to a tool server by its address.',
      arguments: ['in quotes when it has spaces'],
      options: [
        new Option('--url <address>', 'its address, without secrets in it').makeOptionMandatory(),
        ['--transport <transport>', "how it is spoken to, in the service's word, such as streamable-http"],
        ['--organization', 'for everybody in the organization; for its owners and admins'],
        ['--tools <names>', 'only these of its tools, divided by commas'],
        ['--off', 'add it switched off'],
        ['--probe', 'have it asked for its tools at once'],
        ...HEADER_OPTIONS,
      ],
      json: oneConnection.json,
    },
    async (wanted, context) => {
      const headers = (await headersOf(context, wanted)) ?? {};
      await context.ask(async ({ client }) => {
        const connection = await client.call('connections.add', {
          scope: wanted.organization ? 'organization' : 'user',
          name: wanted.name,
          url: wanted.url ?? null,
          transport: wanted.transport ?? null,
          headers,
          allowedTools: wanted.tools === undefined ? null : wordsInList(wanted.tools),
          enabled: wanted.off !== true,
          connect: wanted.probe === true,
        });
        if (wanted.json) context.printJson({ connection });
        context.tell(said.added(connection));
      });
    },
  ),
  ownRow<Editing>(
    'connections edit <connection>',
    {
      help: 'Changes a connection. What is not named stays; headers that are given replace all there are.',
      arguments: [CONNECTION],
      options: [
        ['--name <name>', 'in quotes when it has spaces'],
        ['--url <address>', 'at another server its headers are forgotten'],
        ['--transport <transport>', "in the service's word"],
        ['--tools <names>', "only these of its tools, divided by commas, or 'none'"],
        ['--all-tools', 'all of its tools'],
        ['--forget-headers', 'forget all headers'],
        ...HEADER_OPTIONS,
      ],
      json: oneConnection.json.extend({ headersForgotten: z.boolean() }),
    },
    async (wanted, context) => {
      const change = changeOf(wanted, await headersOf(context, wanted));
      await context.ask(async ({ client }) => {
        const { id, scope, name, url, transport, allowedTools } = await connectionOf(client, wanted.connection);
        const seen = { name, url, transport, allowedTools };
        const changed = await client.call('connections.edit', { id, scope, seen, change });
        if (wanted.json) context.printJson(changed);
        context.tell(said.changed(changed.connection.name));
        if (changed.headersForgotten) context.tell(texts.headersForgotten);
      });
    },
  ),
];

function changeOf(wanted: Editing, headers: Record<string, string> | undefined) {
  const { name, url, transport, tools, allTools } = wanted;
  if (tools !== undefined && allTools) throw new Ending(EXIT.usage, said.both);
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(transport === undefined ? {} : { transport }),
    ...(tools === undefined ? {} : { allowedTools: wordsInList(tools) }),
    ...(allTools ? { allowedTools: null } : {}),
    ...(headers === undefined ? {} : { headers }),
  };
  if (Object.keys(change).length === 0) throw new Ending(EXIT.usage, said.nothingToDo);
  return change;
}

/** Changing a connection. */
export const changeRows: readonly Row[] = [
  ...WRITING,
  row('connections remove <connection>', {
    help: 'Removes a connection; its secrets are forgotten. Without --yes it only says what would happen.',
    arguments: [CONNECTION],
    options: [['--yes', 'do it']],
    json: oneConnection.json.extend({ removed: z.boolean() }),
    run: async ({ client }, { connection: what, yes }: Named & { readonly yes?: true }) => {
      const connection = await connectionOf(client, what);
      const { id, scope } = connection;
      if (yes) await client.call('connections.remove', { id, scope });
      return { connection, removed: yes === true };
    },
    tell: ({ connection: { name }, removed }) => (removed ? said.removed(name) : said.removeAsk(name)),
    exit: ({ removed }) => (removed ? EXIT.ok : EXIT.attention),
  }),
  row('connections default <connection>', {
    help: 'Makes a connection the one that is meant where its provider is.',
    arguments: [CONNECTION],
    ...oneConnection,
    run: async ({ client }, { connection: what }: Named) => {
      const { id, scope } = await connectionOf(client, what);
      return client.call('connections.setDefault', { id, scope });
    },
    tell: ({ name }) => said.isDefault(name),
  }),
  switching('enable', true, 'Switches a connection on.'),
  switching('disable', false, 'Switches a connection off; it keeps its secrets.'),
  row('connections probe <connection>', {
    help: 'Has the service ask a connection for its tools. The exit code is 3 when that failed.',
    arguments: [CONNECTION],
    json: z.object({ probe: publicProbe, connection: publicConnection.nullable() }),
    run: async ({ client }, { connection: what }: Named) => {
      const { id, scope, name } = await connectionOf(client, what);
      return { ...(await client.call('connections.probe', { id, scope })), name };
    },
    lines: ({ probe }) => probe.tools.map(tool => (tool.allowed === false ? `${tool.name}  not allowed` : tool.name)),
    tell: ({ probe, name }) => {
      const state = probe.status === null ? 'It answered' : connectionStatus(probe.status);
      return said.probed(name, [`${state}.`, probe.message ?? ''].join(' ').trim());
    },
    exit: ({ probe }) => (probe.status?.toLowerCase() === 'failed' ? EXIT.attention : EXIT.ok),
  }),
];

function switching(verb: string, enabled: boolean, help: string): Row {
  return row(`connections ${verb} <connection>`, {
    help,
    arguments: [CONNECTION],
    ...oneConnection,
    run: async ({ client }, { connection: what }: Named) => {
      const { id, scope } = await connectionOf(client, what);
      return client.call('connections.setEnabled', { id, scope, enabled });
    },
    tell: ({ name }) => said.switched(name, enabled),
  });
}
