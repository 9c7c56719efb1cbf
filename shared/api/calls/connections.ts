import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { timeAnswer } from '../fields.ts';

/** GAP: how one connects is not shown. Ours: by signing in at the provider, by a key in a header, or by an own address. */
export const connectionMethod = z.enum(['oauth', 'api-key', 'custom-endpoint']);

/** GAP: the values of `accessLevel` are not shown (spec 2.14). */
export const accessLevel = z.enum(['read', 'read-write']);

/** GAP: the values of `scope` are not shown. Ours: a connection is one person's, or the whole organization's. */
export const connectionScope = z.enum(['user', 'organization']);

/** What an organization allows of a provider. Empty `allowedAccountDomains` allow every account. */
export const providerPolicyAnswer = z.strictObject({
  enabled: z.boolean(),
  allowedConnectionMethods: z.array(connectionMethod),
  allowedCapabilityGroups: z.array(z.string()),
  customEndpointApproved: z.boolean(),
  allowedAccountDomains: z.array(z.string()),
  accessLevel,
  /** Grows by one with each change; `expectedVersion` is held against it. */
  version: z.int(),
});

export const providerAnswer = z.strictObject({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  description: z.string(),
  connectionMethods: z.array(connectionMethod),
  capabilityGroups: z.array(z.strictObject({ id: z.string(), scopes: z.array(z.string()) })),
  policy: providerPolicyAnswer,
});

const listedServer = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  transport: z.string(),
  url: z.string(),
});

export const connectionAnswer = z.strictObject({
  id: z.string(),
  name: z.string(),
  scope: connectionScope,
  ownerId: z.int(),
  providerId: z.string(),
  url: z.string().nullable(),
  transport: z.string(),
  /** The values are secrets and always masked. */
  headers: z.record(z.string(), z.string()),
  /** Null: all of them. */
  allowedTools: z.array(z.string()).nullable(),
  enabled: z.boolean(),
  isDefault: z.boolean(),
  status: z.enum(['unverified', 'connected', 'failed']),
  accountLabel: z.string().nullable(),
  capabilityGroups: z.array(z.string()),
  createdAt: timeAnswer,
  updatedAt: timeAnswer,
  archivedAt: timeAnswer.nullable(),
});

export const probeAnswer = z.strictObject({
  connectionId: z.string(),
  status: z.enum(['connected', 'failed']),
  /** True: nothing was dialled, a stand-in answered. */
  simulated: z.boolean(),
  message: z.string(),
  tools: z.array(z.strictObject({ name: z.string(), allowed: z.boolean() })),
  checkedAt: timeAnswer,
});

const inventoryRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  scope: connectionScope,
  providerId: z.string(),
  ownerId: z.int(),
  ownerEmail: z.string(),
  host: z.string().nullable(),
  enabled: z.boolean(),
  status: z.string(),
  createdAt: timeAnswer,
  archivedAt: timeAnswer.nullable(),
});

/** An authorization on its way. In snake case, as the bodies that belong to it. */
export const authorizationSessionAnswer = z.strictObject({
  auth_id: z.string(),
  status: z.enum(['pending', 'completed', 'expired']),
  provider_id: z.string(),
  connection_id: z.string().nullable(),
  capability_groups: z.array(z.string()),
  scopes: z.array(z.string()),
  authorization_url: z.string(),
  expires_at: timeAnswer,
});

/** GAP: where the code comes from is the provider's matter. Our providers are invented, so a stand-in gives it at once. */
export const startedAuthorizationAnswer = authorizationSessionAnswer.extend({
  state: z.string(),
  stand_in: z.strictObject({ code: z.string(), issuer: z.string(), message: z.string() }),
});

const stringsField = z.array(z.string().min(1).max(200)).max(200);

/** Names as HTTP wants them; a value is one line. */
const headersField = z
  .record(
    z
      .string()
      .max(200)
      .regex(/^[A-Za-z][\w.-]*$/),
    z
      .string()
      .max(8000)
      .regex(/^[\t\x20-\x7e]*$/),
  )
  .refine(headers => Object.keys(headers).length <= 50, 'at most 50 headers');

const updateBody = z.object({
  name: z.string().min(1).max(255).regex(/\S/, 'must not be blank').nullish(),
  url: z.string().max(2000).nullish(),
  transport: z.string().max(50).nullish(),
  headers: headersField.nullish(),
  allowedTools: stringsField.nullish(),
});

const createBody = updateBody.extend({ enabled: z.boolean().nullish(), connect: z.boolean().nullish() });

const policyBody = z.object({
  enabled: z.boolean().nullish(),
  allowedConnectionMethods: z.array(connectionMethod).max(10).nullish(),
  allowedCapabilityGroups: stringsField.nullish(),
  customEndpointApproved: z.boolean().nullish(),
  allowedAccountDomains: stringsField.nullish(),
  accessLevel: accessLevel.nullish(),
  expectedVersion: z.int32().nullish(),
});

const authorizationBody = z.object({
  provider_id: z.string().max(200).nullish(),
  capability_groups: stringsField.nullish(),
  scopes: stringsField.nullish(),
  redirect_uri: z.string().max(2000).nullish(),
  consent: z.boolean().nullish(),
  connection_id: z.string().max(200).nullish(),
  tenant: z.string().max(200).nullish(),
  create_new: z.boolean().nullish(),
});

const completionBody = z.object({
  auth_id: z.string().max(500),
  code: z.string().max(500),
  state: z.string().max(500),
  issuer: z.string().max(500).nullish(),
});

const scopeQuery = z.object({ scope: connectionScope.optional() });

export type ConnectionScope = z.infer<typeof connectionScope>;
export type PolicyAnswer = z.infer<typeof providerPolicyAnswer>;
export type ConnectionAnswer = z.infer<typeof connectionAnswer>;
export type ConnectionBody = z.output<typeof updateBody>;
export type CreateConnectionBody = z.output<typeof createBody>;
export type PolicyBody = z.output<typeof policyBody>;
export type AuthorizationBody = z.output<typeof authorizationBody>;
export type SessionAnswer = z.infer<typeof authorizationSessionAnswer>;

/** Section 4.9. */
export const connectionEndpoints = {
  listProviders: endpoint('GET', '/connections/registry', {
    name: 'listProviders',
    summary: 'The catalog of integrations, with what the organization allows of each.',
    access: 'member',
    answer: z.array(providerAnswer),
  }),
  changeProviderPolicy: endpoint('PATCH', '/connections/registry/{providerId}/policy', {
    name: 'changeProviderPolicy',
    summary: 'Changes what the organization allows of a provider.',
    access: 'admin',
    body: policyBody,
    answer: providerAnswer,
  }),
  browseToolServers: endpoint('GET', '/connections/registry/browse', {
    name: 'browseToolServers',
    summary: 'A page of the public registry of tool servers.',
    access: 'member',
    query: z.object({ search: z.string().max(200).default(''), cursor: z.string().max(500).optional() }),
    answer: z.strictObject({
      items: z.array(listedServer),
      nextCursor: z.string().nullable(),
      hasMore: z.boolean(),
    }),
  }),
  listConnections: endpoint('GET', '/mcp/connections', {
    name: 'listConnections',
    summary: "The caller's connections and the organization's, or those of one scope.",
    access: 'member',
    query: scopeQuery.extend({ includeArchived: z.stringbool().default(false) }),
    answer: z.array(connectionAnswer),
  }),
  createConnection: endpoint('POST', '/mcp/connections', {
    name: 'createConnection',
    summary: 'Adds a connection; the caller’s own, unless the scope says otherwise.',
    access: 'member',
    query: scopeQuery,
    body: createBody,
    status: 200,
    answer: connectionAnswer,
  }),
  updateConnection: endpoint('PATCH', '/mcp/connections/{connectionId}', {
    name: 'updateConnection',
    summary: 'Changes a connection.',
    access: 'member',
    query: scopeQuery,
    body: updateBody,
    answer: connectionAnswer,
  }),
  archiveConnection: endpoint('DELETE', '/mcp/connections/{connectionId}', {
    name: 'archiveConnection',
    summary: 'Archives a connection and forgets its secrets.',
    access: 'member',
    query: scopeQuery,
    answer: connectionAnswer,
  }),
  makeConnectionDefault: endpoint('POST', '/mcp/connections/{connectionId}/default', {
    name: 'makeConnectionDefault',
    summary: 'Marks a connection as the default account of its provider.',
    access: 'member',
    query: scopeQuery,
    answer: connectionAnswer,
  }),
  switchConnection: endpoint('POST', '/mcp/connections/{connectionId}/enabled', {
    name: 'switchConnection',
    summary: 'Switches a connection on or off.',
    access: 'member',
    query: scopeQuery,
    body: z.object({ enabled: z.boolean() }),
    answer: connectionAnswer,
  }),
  probeConnection: endpoint('POST', '/mcp/connections/{connectionId}/probe', {
    name: 'probeConnection',
    summary: 'Asks a connection what tools it has.',
    access: 'member',
    query: scopeQuery,
    answer: probeAnswer,
  }),
  listConnectionInventory: endpoint('GET', '/mcp/connections/inventory', {
    name: 'listConnectionInventory',
    summary: 'What connections there are in the organization, of all people, without addresses and secrets.',
    access: 'admin',
    answer: z.array(inventoryRow),
  }),
  startAuthorization: endpoint('POST', '/connections/{connectionId}/authorization', {
    name: 'startAuthorization',
    summary: 'Begins to authorize a connection at its provider.',
    access: 'member',
    body: authorizationBody,
    answer: startedAuthorizationAnswer,
  }),
  getAuthorizationSession: endpoint('GET', '/connections/authorization-sessions/{authId}', {
    name: 'getAuthorizationSession',
    summary: 'How far an authorization is.',
    access: 'member',
    answer: authorizationSessionAnswer,
  }),
  completeAuthorization: endpoint('POST', '/connections/oauth/complete', {
    name: 'completeAuthorization',
    summary: 'Ends an authorization with the code and state the provider gave.',
    access: 'member',
    body: completionBody,
    answer: z.strictObject({ auth_id: z.string(), status: z.literal('completed'), connection: connectionAnswer }),
  }),
};
