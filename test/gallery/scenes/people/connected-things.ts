import type { Handlers } from '../../../../shared/contract.ts';
import type { ConnectionInfo, InventoryRow, ProviderInfo } from '../../../../shared/features/connections/model.ts';
import { DAY, MINUTE } from '../../../../shared/units.ts';
import { ago } from '../../lab/lab.ts';
import { never } from '../../scene.ts';

// What there is in the lab of the gallery that is connected, or could be.

export const ROBOT: ConnectionInfo = {
  id: 'connection-5d0f7c6e',
  name: 'Plate robot',
  scope: 'user',
  owner: 1,
  provider: 'custom',
  url: 'https://robot.okafor.example/mcp',
  transport: 'streamable-http',
  headers: ['Authorization', 'X-Bench'],
  allowedTools: ['list', 'read'],
  enabled: true,
  isDefault: true,
  status: 'connected',
  account: null,
  groups: [],
  createdAt: ago(40 * DAY),
  updatedAt: ago(DAY),
  archivedAt: null,
  more: [],
};
export const NOTES: ConnectionInfo = {
  ...ROBOT,
  id: 'connection-2',
  name: 'Folianote',
  provider: 'folianote',
  url: 'https://folianote.example/',
  headers: [],
  allowedTools: null,
  isDefault: false,
  account: 'ada@example.org',
  groups: ['pages-read'],
};
export const FREEZER: ConnectionInfo = {
  ...ROBOT,
  id: 'connection-3',
  name: 'Freezers of the institute',
  scope: 'organization',
  provider: 'frostshelf',
  url: 'https://frostshelf.example/samples',
  status: 'failed',
  isDefault: false,
  enabled: false,
};
export const STRANGE: ConnectionInfo = {
  ...ROBOT,
  id: 'connection-4',
  name: 'Robot\u202E4 of everybody with a name that goes on and on and never seems to end until it does',
  scope: 'team',
  owner: null,
  provider: null,
  url: null,
  transport: 'pigeon',
  headers: [],
  enabled: null,
  isDefault: null,
  status: 'pondering',
  createdAt: null,
  more: [
    { name: 'region', value: 'north' },
    { name: 'retries', value: '3' },
  ],
};
const GONE: ConnectionInfo = { ...NOTES, id: 'connection-5', name: 'Old notebook', archivedAt: ago(9 * DAY) };
const ALL = [ROBOT, NOTES, FREEZER, STRANGE, GONE];

function provider(id: string, name: string, description: string, change: Partial<ProviderInfo> = {}): ProviderInfo {
  const groups = ['read', 'write'].map(kind => ({ id: `${id}-${kind}`, scopes: [`${id}.${kind}`] }));
  const methods = ['oauth', 'api-key'];
  const policy = {
    enabled: true,
    methods,
    groups: groups.map(group => group.id),
    customEndpoint: true,
    domains: ['example.org'],
    accessLevel: 'read-write',
  };
  return { id, name, category: 'notebook', description, methods, groups, policy, ...change };
}

const PROVIDERS = [
  provider('folianote', 'Folianote', 'Pages and entries of an electronic lab notebook.'),
  provider('frostshelf', 'Frostshelf', 'Freezers, boxes and what is in them.', { category: 'inventory' }),
  provider('wellcount', 'Wellcount', 'Runs and raw values of plate readers.', {
    category: 'instrument',
    methods: ['oauth', 'carrier'],
    policy: {
      enabled: false,
      methods: ['carrier'],
      groups: ['wellcount-read'],
      customEndpoint: null,
      domains: [],
      accessLevel: 'execute',
    },
  }),
  provider('custom', 'Own tool server', 'Any tool server at an address of your own.', {
    category: 'custom',
    methods: ['custom-endpoint', 'api-key'],
    groups: [],
    policy: null,
  }),
];

const INVENTORY: InventoryRow[] = ALL.map((each, at) => ({
  id: each.id,
  name: each.name,
  scope: each.scope,
  provider: each.provider,
  owner: each.owner,
  ownerEmail: each.owner === null ? null : at === 2 ? 'ben.okafor@example.org' : 'ada@example.org',
  host: each.url === null ? null : new URL(each.url).host,
  enabled: each.enabled,
  status: each.status,
  createdAt: each.createdAt,
  archivedAt: each.archivedAt,
}));

const SERVERS = ['plates', 'samples', 'sequences'].map((part, at) => ({
  name: `example.folianote/${part}`,
  title: `Folianote: ${part}`,
  description: 'Pages and entries of an electronic lab notebook.',
  version: `1.${at}.0`,
  transport: 'streamable-http',
  url: at === 2 ? null : `https://folianote.example/${part}`,
}));

export const FULL: Partial<Handlers> = {
  'connections.list': async ({ archived }) => ({
    isThere: true,
    connections: ALL.filter(each => archived || each.archivedAt === null),
  }),
  'connections.catalogue': async () => ({ isThere: true, providers: PROVIDERS }),
  'connections.inventory': async () => ({ mayLook: true, connections: INVENTORY }),
  'connections.browse': async () => ({ servers: SERVERS, next: 'after-1' }),
  'connections.authorize': async () => ({
    ticket: 't1',
    url: 'https://accounts.folianote.example/authorize?state=s',
    until: ago(-5 * MINUTE),
  }),
  'connections.outcome': never,
  'connections.giveUp': async () => null,
};
export const NONE: Partial<Handlers> = {
  'connections.list': async () => ({ isThere: true, connections: [] }),
  'connections.catalogue': async () => ({ isThere: true, providers: [] }),
  'connections.inventory': async () => ({ mayLook: false, connections: [] }),
};
