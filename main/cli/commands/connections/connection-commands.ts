import { Option } from 'commander';
import { z } from 'zod';

import { type AskedScope, connectionList, providerList } from '../../../../shared/features/connections/model.ts';
import {
  connectionCommandTexts as said,
  connectionTexts as texts,
} from '../../../../shared/features/connections/text.ts';
import { publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { authorizeRow } from './connection-authorize.ts';
import { changeRows } from './connection-change.ts';
import { policyRow } from './connection-policy.ts';
import {
  connectionLine,
  inventoryLine,
  providerLine,
  publicConnection,
  publicInventory,
  publicProvider,
  publicServer,
  serverLine,
} from './connection-shapes.ts';

interface Json {
  readonly json?: true;
}

/** Connections to tool servers and providers. */
export const connectionRows: readonly Row[] = [
  commandGroup(
    'connections',
    'tool servers and accounts elsewhere that the agent may use',
    'Connections to tool servers and to accounts elsewhere, yours and the organization’s. Every change ends with what ' +
      'the service says afterwards. What headers carry is never printed.',
  ),
  row('connections list', {
    help: 'Lists the connections that you can see.',
    options: [
      new Option('--scope <scope>', 'only these').choices(['user', 'organization']),
      ['--archived', 'removed ones too'],
    ],
    json: publicFields(connectionList, 'isThere', { connections: z.array(publicConnection) }),
    call: 'connections.list',
    input: (wanted: Json & { readonly scope?: AskedScope; readonly archived?: true }) => ({
      scope: wanted.scope ?? null,
      archived: wanted.archived === true,
    }),
    lines: ({ connections }) => connections.map(connectionLine),
    tell: ({ isThere, connections }, { json }) =>
      json ? null : !isThere ? texts.absent : connections.length === 0 ? said.none : null,
  }),
  row('connections inventory', {
    help: 'Lists everybody’s connections in the organization. For its owners and admins.',
    json: z.object({ mayLook: z.boolean(), connections: z.array(publicInventory) }),
    call: 'connections.inventory',
    input: () => ({}),
    lines: ({ connections }) => connections.map(inventoryLine),
    tell: ({ mayLook }) => (mayLook ? null : said.notInventory),
    exit: ({ mayLook }) => (mayLook ? EXIT.ok : EXIT.error),
  }),
  row('connections catalog', {
    help: 'Lists the providers there are to connect to, and whether your organization allows them.',
    json: publicFields(providerList, 'isThere', { providers: z.array(publicProvider) }),
    call: 'connections.catalogue',
    input: (_: Json) => ({}),
    lines: ({ providers }) => providers.map(providerLine),
    tell: ({ isThere, providers }, { json }) =>
      json ? null : !isThere ? texts.absent : providers.length === 0 ? said.noProviders : null,
  }),
  row('connections browse [words]', {
    help: 'Lists a page of the public registry of tool servers. Nobody here checked what it says.',
    arguments: ['only servers with these in their title or description'],
    options: [['--cursor <cursor>', 'what the page before ended with']],
    json: z.object({ servers: z.array(publicServer), next: z.string().nullable() }),
    call: 'connections.browse',
    input: (wanted: Json & { readonly words?: string; readonly cursor?: string }) => ({
      search: wanted.words ?? '',
      cursor: wanted.cursor ?? null,
    }),
    lines: ({ servers }) => servers.map(serverLine),
    tell: ({ servers, next }, { json }) =>
      json ? [] : [servers.length === 0 ? said.noServers : said.strangers, next === null ? null : said.more(next)],
  }),
  ...changeRows,
  authorizeRow,
  policyRow,
];
