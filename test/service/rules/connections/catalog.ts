/** A connection to the system of another vendor. All are invented and lie under the reserved name `example`. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly methods: readonly ('oauth' | 'api-key' | 'custom-endpoint')[];
  /** What may be asked for, group by group, with the scopes of each. */
  readonly groups: readonly { readonly id: string; readonly scopes: readonly string[] }[];
  /** Null for the provider that stands for addresses of one's own. */
  readonly host: string | null;
  readonly tools: readonly string[];
}

/** Stands for every address that belongs to none of the others. */
export const CUSTOM = 'custom';

const [OAUTH, KEY] = ['oauth', 'api-key'] as const;

export const PROVIDERS: readonly Provider[] = [
  provider('folianote', 'notebook', ['pages'], 'Pages and entries of an electronic lab notebook.'),
  provider('frostshelf', 'inventory', ['samples', 'orders'], 'Freezers, boxes and what is in them.'),
  provider('wellcount', 'instrument', ['runs'], 'Runs and raw values of plate readers.'),
  provider('bandlight', 'instrument', ['images'], 'Pictures of gels and blots with their exposure.'),
  provider('cytodrift', 'instrument', ['runs', 'gates'], 'Flow cytometry runs and their gates.'),
  provider('paperwell', 'literature', ['library'], 'A reference library with notes.'),
  provider('primerloft', 'sequences', ['sequences'], 'Primers, plasmids and their maps.'),
  provider('strongdrawer', 'storage', ['files'], 'Files of a shared drive.'),
  provider('columnade', 'spreadsheets', ['sheets'], 'Tables that several people edit.'),
  provider('dayleaf', 'calendar', ['events'], 'Bookings of rooms and instruments.'),
  provider('hushline', 'chat', ['messages', 'channels'], 'Channels of the lab and their messages.'),
  {
    id: CUSTOM,
    name: 'Own tool server',
    category: 'custom',
    description: 'Any tool server at an address of your own.',
    methods: ['custom-endpoint', KEY],
    groups: [],
    host: null,
    tools: ['list', 'read', 'search'],
  },
];

/** The provider of an id, or null. */
export function providerOf(id: string): Provider | null {
  return PROVIDERS.find(each => each.id === id) ?? null;
}

/** The id of the provider an address belongs to. */
export function providerAt(url: string | null): string {
  const host = url === null ? null : new URL(url).hostname;
  return PROVIDERS.find(each => each.host !== null && each.host === host)?.id ?? CUSTOM;
}

/** Who answers for a provider's sign-in. */
export function issuerOf(provider: Provider): string {
  return `https://accounts.${provider.host ?? 'custom.example'}`;
}

/** One entry of the public registry of tool servers. */
export interface ListedServer {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly transport: string;
  readonly url: string;
}

/** The registry, by name: one server for each group of each provider, and one that searches all of it. */
export const LISTED_SERVERS: readonly ListedServer[] = PROVIDERS.flatMap(listedOf).toSorted((one, other) =>
  one.name < other.name ? -1 : 1,
);

function provider(id: string, category: string, groups: readonly string[], description: string): Provider {
  return {
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    category,
    description,
    methods: [OAUTH, KEY],
    groups: groups.flatMap(group => [
      { id: `${group}-read`, scopes: [`${group}.read`] },
      { id: `${group}-write`, scopes: [`${group}.read`, `${group}.write`] },
    ]),
    host: `${id}.example`,
    tools: groups.flatMap(group => [`list-${group}`, `read-${group}`, `write-${group}`]),
  };
}

function listedOf({ id, name, description, host, groups }: Provider): ListedServer[] {
  if (host === null) return [];
  const parts = new Set(groups.map(group => group.id.replace(/-(read|write)$/, '')));
  return [...parts, 'search'].map(part => ({
    name: `example.${id}/${part}`,
    title: `${name}: ${part}`,
    description,
    version: `1.${part.length}.0`,
    transport: 'streamable-http',
    url: `https://${host}/${part}`,
  }));
}
