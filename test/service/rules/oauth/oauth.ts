import type { Backend } from '../ground/backend.ts';
import { isLoopbackHost } from '../accounts/loopback.ts';
import { oauthRefusal } from './answers.ts';
import type { PlainAnswer, PlainRequest } from './answers.ts';
import { decideAuthorization, showAuthorization } from './authorize.ts';
import { registerClient } from './clients.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import { giveTokens, revokeToken } from './tokens.ts';

type Door = (backend: Backend, request: PlainRequest) => PlainAnswer;

/** OAuth 2.1 (spec 5.2): which methods each address at the origin has. */
const DOORS: { readonly [path: string]: { readonly [method: string]: Door } } = {
  '/.well-known/oauth-authorization-server': { GET: authorizationServer },
  '/.well-known/oauth-protected-resource': { GET: protectedResource },
  '/.well-known/oauth-protected-resource/api/v1': { GET: protectedResource },
  '/oauth/register': { POST: registerClient },
  '/oauth/authorize': { GET: showAuthorization, POST: decideAuthorization },
  '/oauth/token': { POST: giveTokens },
  '/oauth/revoke': { POST: revokeToken },
};

/** Whether a request, by its target, is for OAuth. */
export function isForOauth(target: string): boolean {
  return Object.hasOwn(DOORS, pathOf(target));
}

/**
 * Answers a request for OAuth, wholly or not at all. Refusals are answers here and not thrown: what a wrong try or a
 * stolen code leads to is kept.
 */
export function oauthAnswer(backend: Backend, request: PlainRequest): PlainAnswer {
  const door = DOORS[pathOf(request.target)]?.[request.method];
  if (door === undefined) return oauthRefusal('invalid_request', `${request.method} is not supported here.`, 405);
  // A page of the internet whose name was pointed here would read our answers as its own; the name gives it away.
  if (!isLoopbackHost(request.header('host'))) {
    return oauthRefusal('invalid_request', 'This address answers on this computer only.', 403);
  }
  return backend.records.transaction(() => door(backend, request));
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? '';
}
