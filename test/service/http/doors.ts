import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { forbidden } from '../rules/api-error.ts';
import type { Backend } from '../rules/backend.ts';
import { isLoopbackHost } from '../rules/loopback.ts';

/** What stands beside the API at the service's origin: the outbox, which shows the mail of this service to everyone here. */
export function addDoors(app: FastifyInstance, backend: Backend): void {
  app.get('/outbox', (request, reply) => {
    checkHost(request);
    return sendJson(reply, backend.outbox.mails());
  });
}

/**
 * A page of the internet may have its own name point to this computer and would then read our answers as its own; the
 * name it was asked by gives it away.
 * @throws ApiError 403
 */
function checkHost(request: FastifyRequest): void {
  if (!isLoopbackHost(request.headers.host)) throw forbidden('This address answers on this computer only.');
}

function sendJson(reply: FastifyReply, json: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').send(json);
}
