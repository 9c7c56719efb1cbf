import { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import { MIB, SECOND } from '../../../shared/units.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import type { Http, HttpResponse } from '../../ports/http.ts';
import { hostOf, isLoopback } from './hosts.ts';

/** Where a service has applications authorized (OAuth 2.1, spec 5.2); found, never configured. */
export interface Authorizer {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly registerUrl: string | null;
  readonly revokeUrl: string | null;
  /** What the token is for. */
  readonly resource: string;
  readonly scopes: readonly string[];
}

/** What a token endpoint gave. */
export interface Tokens {
  readonly token: string;
  readonly refresh: string | null;
  readonly lastsSeconds: number | null;
}

const IDLE_MS = 20 * SECOND;
const LARGEST_ANSWER = MIB;

const address = z.string().max(2000);
const resourceAnswer = z.object({
  resource: address.optional().catch(undefined),
  authorization_servers: z.array(address).optional().catch(undefined),
});
const serverAnswer = z.object({
  authorization_endpoint: address,
  token_endpoint: address,
  registration_endpoint: address.optional().catch(undefined),
  revocation_endpoint: address.optional().catch(undefined),
  scopes_supported: z.array(z.string().max(200)).max(50).optional().catch(undefined),
});
const tokenAnswer = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().max(20_000).optional().catch(undefined),
  expires_in: z.number().positive().optional().catch(undefined),
});

/** Looks where the standards say whether a service offers OAuth (RFC 9728, RFC 8414); null when it does not say so. */
export async function findAuthorizer(http: Http, baseUrl: string): Promise<Authorizer | null> {
  const { origin, pathname } = new URL(baseUrl);
  const metadata = '/.well-known/oauth-protected-resource';
  const told =
    (await jsonAt(http, `${origin}${metadata}${pathname}`, resourceAnswer)) ??
    (await jsonAt(http, `${origin}${metadata}`, resourceAnswer));
  const server = told?.authorization_servers?.[0] ?? origin;
  if (!mayAsk(server, baseUrl)) return null;
  const at = new URL(server);
  const path = at.pathname === '/' ? '' : at.pathname.replace(/\/$/, '');
  const found = await jsonAt(http, `${at.origin}/.well-known/oauth-authorization-server${path}`, serverAnswer);
  if (found === null) return null;
  const { authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl } = found;
  const [registerUrl, revokeUrl] = [found.registration_endpoint ?? null, found.revocation_endpoint ?? null];
  const all = [authorizeUrl, tokenUrl, ...(registerUrl === null ? [] : [registerUrl])];
  if (!all.every(url => mayAsk(url, baseUrl))) return null;
  const scopes = found.scopes_supported ?? [];
  const safeRevoke = revokeUrl !== null && mayAsk(revokeUrl, baseUrl) ? revokeUrl : null;
  return { authorizeUrl, tokenUrl, registerUrl, revokeUrl: safeRevoke, resource: told?.resource ?? baseUrl, scopes };
}

/** Registers this application for one address to come back to (RFC 7591). @throws FaultError. */
export async function registerAt(http: Http, registerUrl: string, redirectUri: string): Promise<string> {
  const body = {
    client_name: 'Benchtop',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  const answer = await post(http, registerUrl, { type: 'application/json', text: JSON.stringify(body) });
  return parsedAs(answer, z.object({ client_id: z.string().min(1).max(2000) })).client_id;
}

/** The address to open in the browser. */
export function authorizeAddress(
  { authorizeUrl, resource, scopes }: Authorizer,
  asked: { clientId: string; redirectUri: string; state: string; challenge: string },
): string {
  const url = new URL(authorizeUrl);
  const fields = {
    response_type: 'code',
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    state: asked.state,
    code_challenge: asked.challenge,
    code_challenge_method: 'S256',
    resource,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** Tokens for a code or a refresh token. @throws FaultError; `signed-out` when the grant is no longer good. */
export async function tokensFor(
  http: Http,
  tokenUrl: string,
  fields: { readonly [name: string]: string },
): Promise<Tokens> {
  const text = new URLSearchParams(fields).toString();
  const answer = await post(http, tokenUrl, { type: 'application/x-www-form-urlencoded', text });
  const { access_token: token, refresh_token: refresh, expires_in: lastsSeconds } = parsedAs(answer, tokenAnswer);
  return { token, refresh: refresh ?? null, lastsSeconds: lastsSeconds ?? null };
}

/** Ends an authorization at the service. Never throws: forgetting it here is what counts. */
export async function revoke(http: Http, revokeUrl: string, token: string, clientId: string): Promise<void> {
  const text = new URLSearchParams({ token, client_id: clientId }).toString();
  await post(http, revokeUrl, { type: 'application/x-www-form-urlencoded', text }).catch(() => null);
}

/** Secrets go over https only; to this computer only when the service itself is here. */
export function mayAsk(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username } = new URL(url);
  const isHere = isLoopback(hostOf(url));
  if (username !== '') return false;
  return isHere ? isLoopback(hostOf(baseUrl)) && /^https?:$/.test(protocol) : protocol === 'https:';
}

async function jsonAt<S extends z.ZodType>(http: Http, url: string, shape: S): Promise<z.output<S> | null> {
  const request = { method: 'GET', url, headers: { Accept: 'application/json' }, body: null, idleMs: IDLE_MS } as const;
  const response = await http.send(request);
  if (response.status !== 200) {
    await response.discard();
    return null;
  }
  const read = shape.safeParse(jsonOrNull(await textOf(response)));
  return read.success ? read.data : null;
}

async function post(http: Http, url: string, { type, text }: { type: string; text: string }): Promise<string> {
  const headers = { Accept: 'application/json', 'Content-Type': type };
  const body = new TextEncoder().encode(text);
  const response = await http.send({ method: 'POST', url, headers, body, idleMs: IDLE_MS });
  const answer = await textOf(response);
  if (response.status >= 200 && response.status < 300) return answer;
  const said = z
    .object({ error: z.string().catch(''), error_description: z.string().catch('') })
    .safeParse(jsonOrNull(answer));
  const { error, error_description: words } = said.success ? said.data : { error: '', error_description: '' };
  if (response.status >= 500 || response.status === 429)
    throw new FaultError({ kind: 'failing', status: response.status, messages: [] });
  if (error === 'invalid_grant') throw new FaultError({ kind: 'signed-out' });
  throw new FaultError({ kind: 'refused', status: response.status, messages: words === '' ? [] : [words] });
}

function parsedAs<S extends z.ZodType>(text: string, shape: S): z.output<S> {
  const read = shape.safeParse(jsonOrNull(text));
  if (read.success) return read.data;
  throw new FaultError({ kind: 'failing', status: 200, messages: ['The sign-in answered in an unexpected form.'] });
}

async function textOf(response: HttpResponse): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new FaultError({ kind: 'offline', detail: 'an answer without end' });
  }
  return text + decoder.decode();
}
