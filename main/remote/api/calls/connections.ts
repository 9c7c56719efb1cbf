import { connectionEndpoints } from '../../../../shared/api/calls/connections.ts';
import { asking } from '../ask.ts';

/** `GET /connections/registry`: The catalog of integrations, with what the organization allows of each. */
export const listProviders = asking(connectionEndpoints.listProviders);

/** `PATCH /connections/registry/{providerId}/policy`: Changes what the organization allows of a provider. */
export const changeProviderPolicy = asking(connectionEndpoints.changeProviderPolicy);

/** `GET /connections/registry/browse`: A page of the public registry of tool servers. */
export const browseToolServers = asking(connectionEndpoints.browseToolServers);

/** `GET /mcp/connections`: The caller's connections and the organization's, or those of one scope. */
export const listConnections = asking(connectionEndpoints.listConnections);

/** `POST /mcp/connections`: Adds a connection; the caller’s own, unless the scope says otherwise. */
export const createConnection = asking(connectionEndpoints.createConnection);

/** `PATCH /mcp/connections/{connectionId}`: Changes a connection. */
export const updateConnection = asking(connectionEndpoints.updateConnection);

/** `DELETE /mcp/connections/{connectionId}`: Archives a connection and forgets its secrets. */
export const archiveConnection = asking(connectionEndpoints.archiveConnection);

/** `POST /mcp/connections/{connectionId}/default`: Marks a connection as the default account of its provider. */
export const makeConnectionDefault = asking(connectionEndpoints.makeConnectionDefault);

/** `POST /mcp/connections/{connectionId}/enabled`: Switches a connection on or off. */
export const switchConnection = asking(connectionEndpoints.switchConnection);

/** `POST /mcp/connections/{connectionId}/probe`: Asks a connection what tools it has. */
export const probeConnection = asking(connectionEndpoints.probeConnection);

/** `GET /mcp/connections/inventory`: What connections there are in the organization, everybody's, without addresses and secrets. */
export const listConnectionInventory = asking(connectionEndpoints.listConnectionInventory);

/** `POST /connections/{connectionId}/authorization`: Begins to authorize a connection at its provider. */
export const startAuthorization = asking(connectionEndpoints.startAuthorization);

/** `GET /connections/authorization-sessions/{authId}`: How far an authorization is. */
export const getAuthorizationSession = asking(connectionEndpoints.getAuthorizationSession);

/** `POST /connections/oauth/complete`: Ends an authorization with the code and state the provider gave. */
export const completeAuthorization = asking(connectionEndpoints.completeAuthorization);
