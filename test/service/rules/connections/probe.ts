import { badRequest } from '../ground/api-error.ts';
import { knownProvider } from './policy.ts';
import type { ConnectionRow } from './rows.ts';
import { isPrivate } from './visible.ts';

/** What a probe found out. */
export interface Probed {
  readonly status: 'connected' | 'failed';
  readonly message: string;
  readonly tools: { readonly name: string; readonly allowed: boolean }[];
}

/**
 * Simulates asking a tool server for its tools. No connection is made to any address: names under the reserved ending
 * `.invalid` lead nowhere, all others answer with the tools of their provider.
 * @throws ApiError 400 for a connection without an address, or one that others on the way could read.
 */
export function probe(connection: Pick<ConnectionRow, 'url' | 'providerId' | 'allowedTools'>): Probed {
  const { url, providerId, allowedTools } = connection;
  if (url === null) throw badRequest('Url field is required');
  if (!isPrivate(url)) throw badRequest('Url is not valid: expected https, or http on this computer');
  if (new URL(url).hostname.endsWith('.invalid')) {
    return { status: 'failed', message: 'Simulated: there is no server of this name.', tools: [] };
  }
  const tools = knownProvider(providerId).tools.map(name => ({
    name,
    allowed: allowedTools === null || allowedTools.includes(name),
  }));
  return { status: 'connected', message: 'Simulated: nothing was dialled, a stand-in answered.', tools };
}
