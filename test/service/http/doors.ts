import type { FastifyInstance, FastifyRequest } from 'fastify';

import { forbidden } from '../rules/ground/api-error.ts';
import type { Backend } from '../rules/ground/backend.ts';
import { returnFromProvider } from '../rules/connections/authorization.ts';
import { returnForBrowser } from '../rules/accounts/external-sign-in.ts';
import { isLoopbackHost } from '../rules/accounts/loopback.ts';
import { isForOauth, oauthAnswer } from '../rules/oauth/oauth.ts';
import { headerOf } from './bare-server.ts';
import type { Outgoing } from './deliver.ts';
import { readText } from './request-body.ts';

/** The outbox at the origin: it shows the mail of this service to everyone on this computer. */
export function addOutbox(app: FastifyInstance, { outbox }: Backend): void {
  app.get('/outbox', (request, reply) => {
    // A page of the internet whose name was pointed here would read our answers as its own; the name gives it away.
    if (!isLoopbackHost(request.headers.host)) throw forbidden('This address answers on this computer only.');
    return reply.header('cache-control', 'no-store').send(outbox.mails());
  });
}

/** The answer to a request for OAuth, which stands beside the API; null for any other request. */
export async function oauthResponse(backend: Backend, request: FastifyRequest): Promise<Outgoing | null> {
  const target = request.raw.url ?? '/';
  if (!isForOauth(target)) return null;
  const body = await readText(request.raw);
  const {
    status,
    headers,
    body: answered,
  } = oauthAnswer(backend, {
    method: request.method,
    target,
    header: headerOf(request),
    body,
  });
  return { status, headers, body: Buffer.from(answered) };
}

/** Sends a browser that comes back from a sign-in or a provider on to the application that began it; null for any other request. */
export function browserResponse(backend: Backend, request: FastifyRequest): Outgoing | null {
  if (request.method !== 'GET' || headerOf(request)('accept')?.includes('text/html') !== true) return null;
  const target = request.raw.url ?? '/';
  const url = returnForBrowser(backend, target) ?? returnFromProvider(backend, target);
  if (url === null) return null;
  const headers = { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return { status: 303, headers, body: new Uint8Array() };
}
