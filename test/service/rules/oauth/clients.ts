import { z } from 'zod';

import type { Backend } from '../ground/backend.ts';
import { loopbackUrl } from '../accounts/loopback.ts';
import { jsonAnswer, oauthRefusal } from './answers.ts';
import type { PlainAnswer, PlainRequest } from './answers.ts';
import { SCOPE } from './metadata.ts';
import { oauthClients } from '../people/oauth-rows.ts';
import type { OauthClient } from '../people/oauth-rows.ts';

const wanted = z.object({
  redirect_uris: z.array(z.string().max(2000)).min(1).max(10),
  client_name: z.string().trim().min(1).max(200).default('An application'),
});

/** Registers an application that runs on this computer (RFC 7591). It has no secret: it could not keep one. */
export function registerClient(backend: Backend, request: PlainRequest): PlainAnswer {
  const read = wanted.safeParse(jsonOf(request.body));
  if (!read.success) return oauthRefusal('invalid_client_metadata', 'redirect_uris and a client_name are expected.');
  const { redirect_uris: redirectUris, client_name: name } = read.data;
  if (redirectUris.some(uri => loopbackUrl(uri) === null)) {
    return oauthRefusal('invalid_redirect_uri', 'Only http addresses on this computer are accepted.');
  }
  const client: OauthClient = { id: backend.uuid(), name, redirectUris, createdMs: backend.nowMs() };
  backend.records.putRow(oauthClients, client);
  return jsonAnswer(201, {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdMs / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPE,
  });
}

/**
 * The address to send the browser back to: a registered one, or the only one when none is named; null for any other.
 * The port of a loopback address is free, because an application takes one that is free when it starts (RFC 8252, 7.3).
 */
export function redirectUriOf({ redirectUris }: OauthClient, named: string | undefined): string | null {
  if (named === undefined) return redirectUris.length === 1 ? (redirectUris[0] ?? null) : null;
  return redirectUris.some(uri => uri === named || isSameButPort(uri, named)) ? named : null;
}

function isSameButPort(registered: string, named: string): boolean {
  const [one, other] = [loopbackUrl(registered), loopbackUrl(named)];
  if (one === null || other === null || one.hostname === 'localhost') return false;
  one.port = '';
  other.port = '';
  return one.href === other.href;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
