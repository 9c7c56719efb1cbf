import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';

import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError, errorBody } from '../rules/ground/api-error.ts';

/**
 * A Fastify that leaves every body unread, lets every request of any method and content type come to `respond`, and
 * answers its own complaints in the service's words. `respond` is called where no other route is.
 */
export function bareServer(respond: RespondUnread): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable,
    routerOptions: { maxParamLength: 100_000 },
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(400).send(errorBody('BAD_REQUEST', ['The address is not valid.'], randomUUID()));
    },
  });
  // Fastify refuses content types it cannot read. What a body is called does not matter here, so it never sees it.
  app.addHook('onRequest', (request, _reply, done) => {
    request.headers = { 'content-type': 'application/octet-stream' };
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, _request, reply: FastifyReply) => {
    const correlationId = randomUUID();
    const { status, errorCode, messages } = error instanceof ApiError ? error.parts : INTERNAL;
    if (status === 500) reportBug(error, correlationId);
    void reply.code(status).send(errorBody(errorCode, messages, correlationId));
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await respond(request, reply);
    return reply;
  };
  app.all('/*', answer);
  // Methods that Fastify does not know.
  app.setNotFoundHandler(answer);
  return app;
}

/** Answers a request whose body has not been read. */
export type RespondUnread = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The request's headers by name in lower case; of repeated ones, the first. */
export function headerOf(request: FastifyRequest): (name: string) => string | undefined {
  return name => {
    const value = request.raw.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}

/** Answers what is not even HTTP, or has more headers than Node reads, and ends the connection. */
function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const words = isLong ? 'The headers are too long.' : 'The request is not valid HTTP.';
  const body = JSON.stringify(errorBody('BAD_REQUEST', [words], randomUUID()));
  const status = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}

const INTERNAL = { status: 500, errorCode: 'INTERNAL_ERROR', messages: ['Something went wrong here.'] };

/** Writes a mistake of ours to standard error, where the person who started the service sees it. */
export function reportBug(thrown: unknown, correlationId: string): void {
  // A connection that breaks off while its body arrives is no mistake of ours.
  const isBroken =
    thrown instanceof Error && 'code' in thrown && ['ECONNRESET', 'ABORT_ERR'].includes(String(thrown.code));
  // Through the console, so that a test can keep it to itself.
  // oxlint-disable-next-line no-console
  if (!isBroken) console.error(`Request ${correlationId} failed: ${inspect(thrown)}`);
}
