import { z } from 'zod';

import {
  askedScope,
  authorizationOutcome,
  authorizationStart,
  connectionFields,
  connectionInfo,
  connectionList,
  inventoryRow,
  listedServer,
  probeInfo,
  providerInfo,
  providerList,
  providerPolicy,
} from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const none = z.object({});
const id = z.string().min(1).max(500);
/** As the connection says it. */
const scope = z.string().max(100).nullable();
const which = z.object({ id, scope });
const name = z.string().trim().min(1).max(255);
const url = z.string().trim().max(2000).nullable();
const transport = z.string().trim().min(1).max(50);
const names = z.array(z.string().trim().min(1).max(200)).max(200);
/** Secrets: they go to the service and nowhere else. A name as HTTP wants it; a value is one line. */
const headers = z.record(z.string().max(200), z.string().max(8000));
const ticket = z.object({ ticket: z.string().max(100) });

/**
 * Connections of the person and of the organization to tool servers and providers (spec 2.11, 4.9), which a service need
 * not have. Every change is read back before it is told as done. No answer carries what a header carries.
 */
export const connectionCalls = {
  /** `scope` null: the service's own choice. */
  'connections.list': call(z.object({ scope: askedScope.nullable(), archived: z.boolean() }), connectionList),
  /** What there is to connect to, with what the organization allows of each. */
  'connections.catalogue': call(none, providerList),
  /** A page of the public registry. `next`: what to ask with for the next one; null: that was all. */
  'connections.browse': call(
    z.object({ search: z.string().max(200), cursor: z.string().max(500).nullable() }),
    z.object({ servers: z.array(listedServer), next: z.string().nullable() }),
  ),
  /** Everybody's connections in the organization. `mayLook`: false for who is neither owner nor admin. */
  'connections.inventory': call(none, z.object({ mayLook: z.boolean(), connections: z.array(inventoryRow) })),
  'connections.add': call(
    z.object({
      scope: askedScope,
      name,
      url,
      transport: transport.nullable(),
      headers,
      allowedTools: names.nullable(),
      enabled: z.boolean(),
      /** Has it asked for its tools at once. */
      connect: z.boolean(),
    }),
    connectionInfo,
  ),
  /**
   * What is left out stays. `seen`: what the person looked at; a field that is changed here and is another by now stays
   * as it is. `headers` replace all there are. Another host never gets the headers of the old one: they are forgotten
   * then, which `headersForgotten` says.
   */
  'connections.edit': call(
    which.extend({
      seen: connectionFields,
      change: z.object({
        name: name.optional(),
        url: url.optional(),
        transport: transport.optional(),
        headers: headers.optional(),
        allowedTools: names.nullable().optional(),
      }),
    }),
    z.object({ connection: connectionInfo, headersForgotten: z.boolean() }),
  ),
  /** Archives it; the service forgets its secrets. */
  'connections.remove': call(which, nothing),
  /** Makes it the one that is meant where its provider is. */
  'connections.setDefault': call(which, connectionInfo),
  'connections.setEnabled': call(which.extend({ enabled: z.boolean() }), connectionInfo),
  /** Has the service ask it for its tools. */
  'connections.probe': call(which, z.object({ probe: probeInfo, connection: connectionInfo.nullable() })),
  /**
   * Changes what the organization allows of a provider; for its owners and admins. `seen` as in `edit`: what another
   * person changed in between is not overwritten, and what they changed elsewhere does not stand in the way.
   */
  'connections.setPolicy': call(
    z.object({
      provider: id,
      seen: providerPolicy,
      change: z.object({
        enabled: z.boolean().optional(),
        methods: names.optional(),
        groups: names.optional(),
        customEndpoint: z.boolean().optional(),
        domains: names.optional(),
        accessLevel: z.string().trim().min(1).max(100).optional(),
      }),
    }),
    providerInfo,
  ),
  /**
   * Begins to authorize in the system's browser; an earlier one ends. `connection` null: a new one for the provider.
   * `groups` null: all that the organization allows. The person was told what is asked for: calling this is their
   * consent.
   */
  'connections.authorize': call(
    z.object({
      connection: id.nullable(),
      provider: id,
      groups: names.nullable(),
      tenant: z.string().trim().min(1).max(200).nullable(),
    }),
    authorizationStart,
  ),
  /** Answers when it has ended; asked again, the same. */
  'connections.outcome': call(ticket, authorizationOutcome),
  'connections.giveUp': call(ticket, nothing),
};
