import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';

import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError, errorBody } from '../rules/api-error.ts';

/** A Fastify that leaves every body unread and answers its own complaints in the service's words. */
export function bareServer(): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 100_000 },
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(400).send(errorBody('BAD_REQUEST', ['The address is not valid.'], randomUUID()));
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, _request, reply: FastifyReply) => {
    const correlationId = randomUUID();
    const { status, errorCode, messages } = error instanceof ApiError ? error.parts : INTERNAL;
    if (status === 500) reportBug(error, correlationId);
    void reply.code(status).send(errorBody(errorCode, messages, correlationId));
  });
  return app;
}

/** The request's headers by name in lower case; of repeated ones, the first. */
export function headerOf(request: FastifyRequest): (name: string) => string | undefined {
  return name => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}

const INTERNAL = { status: 500, errorCode: 'INTERNAL_ERROR', messages: ['Something went wrong here.'] };

/** Writes a mistake of ours to standard error, where the person who started the service sees it. */
export function reportBug(thrown: unknown, correlationId: string): void {
  // A connection that breaks off while its body arrives is no mistake of ours.
  const isBroken =
    thrown instanceof Error && 'code' in thrown && ['ECONNRESET', 'ABORT_ERR'].includes(String(thrown.code));
  if (!isBroken) process.stderr.write(`Request ${correlationId} failed: ${inspect(thrown)}\n`);
}
