import { z } from 'zod';

/** GAP: the values of `scope` are not shown (spec 4.9); these are sent, others are told as they are. */
export const askedScope = z.enum(['user', 'organization']);
export type AskedScope = z.infer<typeof askedScope>;

/** An unknown word of the service: told as it is. Never what may be a secret. */
const unknownFact = z.object({ name: z.string(), value: z.string() });

/** A connection to a tool server or to an account at a provider. Times are ISO; words of the service are as it says them. */
export const connectionInfo = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.string().nullable(),
  /** The number of whose it is; null when the service does not tell. */
  owner: z.number().int().nullable(),
  provider: z.string().nullable(),
  url: z.string().nullable(),
  transport: z.string().nullable(),
  /** Names only: what they carry is secret and never leaves the service again. */
  headers: z.array(z.string()),
  /** Null: all of them. */
  allowedTools: z.array(z.string()).nullable(),
  /** Null, as below: the service does not tell. */
  enabled: z.boolean().nullable(),
  isDefault: z.boolean().nullable(),
  status: z.string().nullable(),
  /** The account at the provider that was signed in to. */
  account: z.string().nullable(),
  groups: z.array(z.string()),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** Null: it is in use. */
  archivedAt: z.string().nullable(),
  more: z.array(unknownFact),
});
export type ConnectionInfo = z.infer<typeof connectionInfo>;

/** What of a connection can be changed without its secrets. */
export const connectionFields = z.object({
  name: z.string(),
  url: z.string().nullable(),
  transport: z.string().nullable(),
  allowedTools: z.array(z.string()).nullable(),
});

/** All connections that can be seen. `isThere`: false where a service has none of it, and answers 404. */
export const connectionList = z.object({ isThere: z.boolean(), connections: z.array(connectionInfo) });

/** What an organization allows of a provider. Null: the service does not tell. */
export const providerPolicy = z.object({
  enabled: z.boolean().nullable(),
  methods: z.array(z.string()).nullable(),
  groups: z.array(z.string()).nullable(),
  customEndpoint: z.boolean().nullable(),
  /** Empty: accounts of every domain. */
  domains: z.array(z.string()).nullable(),
  accessLevel: z.string().nullable(),
});
export type ProviderPolicy = z.infer<typeof providerPolicy>;

/** An integration of the catalogue. */
export const providerInfo = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  /** Ways to connect, such as `oauth`. */
  methods: z.array(z.string()),
  /** What may be asked for, group by group. */
  groups: z.array(z.object({ id: z.string(), scopes: z.array(z.string()) })),
  /** Null when the service does not tell. */
  policy: providerPolicy.nullable(),
});
export type ProviderInfo = z.infer<typeof providerInfo>;

export const providerList = z.object({ isThere: z.boolean(), providers: z.array(providerInfo) });
export type ProviderList = z.infer<typeof providerList>;

/** One entry of the public registry of tool servers: what strangers wrote about themselves. */
export const listedServer = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  version: z.string().nullable(),
  transport: z.string().nullable(),
  url: z.string().nullable(),
});
export type ListedServer = z.infer<typeof listedServer>;

/** What a connection said when it was asked for its tools. */
export const probeInfo = z.object({
  status: z.string().nullable(),
  message: z.string().nullable(),
  tools: z.array(z.object({ name: z.string(), allowed: z.boolean().nullable() })),
  checkedAt: z.string().nullable(),
});
export type ProbeInfo = z.infer<typeof probeInfo>;

/** A connection of the organization as its owners and admins see it: whose it is, without address and secrets. */
export const inventoryRow = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.string().nullable(),
  provider: z.string().nullable(),
  owner: z.number().int().nullable(),
  ownerEmail: z.string().nullable(),
  host: z.string().nullable(),
  enabled: z.boolean().nullable(),
  status: z.string().nullable(),
  createdAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
});
export type InventoryRow = z.infer<typeof inventoryRow>;

/** An authorization that goes on in the system's browser. */
export const authorizationStart = z.object({
  ticket: z.string(),
  /** To be opened in the system's browser; it is a secret of the person who signs in. */
  url: z.string(),
  /** When it is given up, ISO 8601 UTC. */
  until: z.string(),
});
export type AuthorizationStart = z.infer<typeof authorizationStart>;

/**
 * How that ended. `connected`: as the service shows it afterwards. `mismatch`: who came back does not belong to what was
 * begun, and nothing was connected. `refused`: the provider or the service said no, in their words. `expired`: the service
 * ended it. `over`: it took too long here, or was cancelled.
 */
export const authorizationOutcome = z.discriminatedUnion('name', [
  z.object({ name: z.literal('connected'), connection: connectionInfo }),
  z.object({ name: z.literal('mismatch') }),
  z.object({ name: z.literal('refused'), message: z.string().nullable() }),
  z.object({ name: z.literal('expired') }),
  z.object({ name: z.literal('over') }),
]);
export type AuthorizationOutcome = z.infer<typeof authorizationOutcome>;
