import type { Backend } from '../ground/backend.ts';
import { ACCESS_PREFIX } from '../people/oauth-access.ts';
import { fieldsOf, jsonAnswer, oauthRefusal } from './answers.ts';
import type { PlainAnswer, PlainRequest } from './answers.ts';
import { oauthClients, oauthGrants, oauthTokens } from '../people/oauth-rows.ts';
import type { OauthGrant, OauthToken, OauthVisit } from '../people/oauth-rows.ts';
import { isSame } from '../people/sessions.ts';

/** Long enough for a browser to come back, too short for a code to be found later. */
const CODE_TTL_SECONDS = 60;

const REFRESH_PREFIX = 'svc_refresh_';

/** A code that one token request may trade in. */
export function issueCode(backend: Backend, grant: OauthGrant, visit: OauthVisit): string {
  const { redirectUri, challenge } = visit;
  return issue(backend, grant, { kind: 'code', prefix: '', seconds: CODE_TTL_SECONDS, redirectUri, challenge });
}

/** Gives tokens for a code or a refresh token (RFC 6749, sections 4.1.3 and 6). */
export function giveTokens(backend: Backend, request: PlainRequest): PlainAnswer {
  if (!isForm(request)) return oauthRefusal('invalid_request', 'A form is expected.');
  const fields = fieldsOf(request.body);
  const clientId = fields.get('client_id') ?? '';
  if (backend.records.row(oauthClients, clientId) === null) {
    return oauthRefusal('invalid_client', 'No application is registered under this client_id.', 401);
  }
  switch (fields.get('grant_type')) {
    case 'authorization_code':
      return tokensForCode(backend, fields, clientId);
    case 'refresh_token':
      return tokensForRefresh(backend, fields, clientId);
    case undefined:
      return oauthRefusal('invalid_request', 'A grant_type is expected.');
    default:
      return oauthRefusal('unsupported_grant_type', 'The grant types are authorization_code and refresh_token.');
  }
}

/** Takes a token back, and with a refresh token all that it led to (RFC 7009). An unknown one is no mistake. */
export function revokeToken(backend: Backend, request: PlainRequest): PlainAnswer {
  if (!isForm(request)) return oauthRefusal('invalid_request', 'A form is expected.');
  const token = fieldsOf(request.body).get('token');
  if (token === undefined) return oauthRefusal('invalid_request', 'A token is expected.');
  const row = backend.records.row(oauthTokens, backend.secrets.digest(token));
  if (row?.kind === 'access') backend.records.dropRow(oauthTokens, row.id);
  else if (row !== null) revokeGrant(backend, row.grantId);
  return jsonAnswer(200, {});
}

type Fields = ReadonlyMap<string, string>;

function tokensForCode(backend: Backend, fields: Fields, clientId: string): PlainAnswer {
  const spent = spend(backend, { kind: 'code', text: fields.get('code') ?? '', clientId });
  if ('body' in spent) return spent;
  const { row, grant } = spent;
  const redirectUri = fields.get('redirect_uri');
  if (redirectUri !== undefined && redirectUri !== row.redirectUri) {
    return oauthRefusal('invalid_grant', 'The redirect_uri is not the one of the authorization.');
  }
  const verifier = fields.get('code_verifier') ?? '';
  const isWellFormed = /^[\w.~-]{43,128}$/.test(verifier);
  if (!isWellFormed || !isSame(backend.secrets.digest(verifier), row.challenge ?? '')) {
    return oauthRefusal('invalid_grant', 'The code_verifier does not fit the code_challenge.');
  }
  return tokens(backend, grant);
}

function tokensForRefresh(backend: Backend, fields: Fields, clientId: string): PlainAnswer {
  const spent = spend(backend, { kind: 'refresh', text: fields.get('refresh_token') ?? '', clientId });
  return 'body' in spent ? spent : tokens(backend, spent.grant);
}

/**
 * Uses up a code or refresh token, also when the request turns out to be wrong in another way. One that comes twice was
 * stolen, by the first or by the second: everything it led to ends (OAuth 2.1, sections 4.1.3 and 4.3.1).
 */
function spend(
  backend: Backend,
  wanted: { readonly kind: 'code' | 'refresh'; readonly text: string; readonly clientId: string },
): { readonly row: OauthToken; readonly grant: OauthGrant } | PlainAnswer {
  const { records } = backend;
  const row = records.row(oauthTokens, backend.secrets.digest(wanted.text));
  const grant = row === null ? null : records.row(oauthGrants, row.grantId);
  if (row?.kind !== wanted.kind || grant?.clientId !== wanted.clientId) return unknown();
  if (row.usedMs !== null) {
    revokeGrant(backend, grant.id);
    return oauthRefusal('invalid_grant', 'It was used before; all that it led to is taken back.');
  }
  records.putRow(oauthTokens, { ...row, usedMs: backend.nowMs() });
  if (backend.nowMs() >= row.expiresMs || grant.revokedMs !== null) return unknown();
  const isMember = records.membership(grant.organizationId, grant.userId) !== null;
  if (grant.ended || !isMember) return oauthRefusal('invalid_grant', 'Access to the organization has ended.');
  return { row, grant };
}

function unknown(): PlainAnswer {
  return oauthRefusal('invalid_grant', 'It is unknown, expired or of another application.');
}

function tokens(backend: Backend, grant: OauthGrant): PlainAnswer {
  const { accessTokenTtlSeconds, refreshTokenTtlSeconds } = backend.switches();
  const access = { kind: 'access', prefix: ACCESS_PREFIX, seconds: accessTokenTtlSeconds } as const;
  const refresh = { kind: 'refresh', prefix: REFRESH_PREFIX, seconds: refreshTokenTtlSeconds } as const;
  return jsonAnswer(200, {
    access_token: issue(backend, grant, access),
    token_type: 'Bearer',
    expires_in: accessTokenTtlSeconds,
    refresh_token: issue(backend, grant, refresh),
    scope: grant.scope,
  });
}

/** Saves a new code or token by its digest; the text, which is nowhere kept. */
function issue(
  backend: Backend,
  grant: OauthGrant,
  wanted: Pick<OauthToken, 'kind'> & Partial<OauthToken> & { readonly prefix: string; readonly seconds: number },
): string {
  const text = wanted.prefix + backend.secrets.token();
  backend.records.putRow(oauthTokens, {
    id: backend.secrets.digest(text),
    kind: wanted.kind,
    grantId: grant.id,
    expiresMs: backend.nowMs() + wanted.seconds * 1000,
    usedMs: null,
    redirectUri: wanted.redirectUri ?? null,
    challenge: wanted.challenge ?? null,
  });
  return text;
}

function revokeGrant(backend: Backend, id: string): void {
  const grant = backend.records.row(oauthGrants, id);
  if (grant === null || grant.revokedMs !== null) return;
  backend.records.putRow(oauthGrants, { ...grant, revokedMs: backend.nowMs() });
}

function isForm(request: PlainRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '');
}
