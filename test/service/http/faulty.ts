import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { FaultPanel } from '../faults/fault-panel.ts';
import { errorCodeOf } from '../faults/fault-rules.ts';
import type { FaultRule, Passing } from '../faults/fault-rules.ts';
import { errorBody } from '../rules/ground/api-error.ts';
import { deliver, hangUp } from './deliver.ts';
import type { Outgoing } from './deliver.ts';
import type { FalseLinks } from './false-links.ts';
import { drain } from './request-body.ts';

/** Answers a request, reading what it wants of its body. */
export type Respond = (request: FastifyRequest) => Promise<Outgoing>;

/** One request on one of the two ports. */
export interface Exchange extends Pick<Passing, 'port' | 'route'> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What may go wrong, and what it needs. */
export interface Faults {
  readonly panel: FaultPanel;
  readonly falseLinks: FalseLinks;
}

const PAGE = '<!doctype html><html><head><title>Sign in to the guest network</title></head><body>Welcome</body></html>';

/** Carries out a request with the fault, if any, that the fault panel has scheduled for it. */
export async function withFaults({ panel, falseLinks }: Faults, exchange: Exchange, respond: Respond): Promise<void> {
  const { port, route, request, reply } = exchange;
  const { clockSkewSeconds } = panel.switches();
  if (clockSkewSeconds !== 0) reply.raw.setHeader('date', new Date(Date.now() + clockSkewSeconds * 1000).toUTCString());
  const fault = panel.take({ port, route, method: request.method, target: request.raw.url ?? '/' });
  if (fault === null) return deliver(reply, await respond(request), null);
  const { rule } = fault;
  if (fault.delayMs > 0) await sleep(fault.delayMs);
  if (rule.dropBefore) return hangUp(reply);
  const instead = insteadOf(rule);
  if (instead !== null) await drain(request.raw);
  const outgoing = instead ?? (await respond(request));
  if (rule.dropAfter) return dropped(reply, outgoing);
  const linked = rule.link === null ? outgoing : await withOtherLinks(outgoing, falseLinks, rule.link);
  return deliver(reply, rule.bytesPerSecond === null ? linked : slowed(linked, rule.bytesPerSecond), rule.truncate);
}

function dropped(reply: FastifyReply, outgoing: Outgoing): void {
  if (!(outgoing.body instanceof Uint8Array)) outgoing.body.stream.destroy();
  hangUp(reply);
}

function insteadOf(rule: FaultRule): Outgoing | null {
  const retry: { [name: string]: string } = rule.retryAfter === null ? {} : { 'retry-after': String(rule.retryAfter) };
  if (rule.html) {
    const headers = { 'content-type': 'text/html; charset=utf-8', ...retry };
    return { status: rule.status ?? 200, headers, body: Buffer.from(PAGE) };
  }
  if (rule.status === null) return null;
  const headers = { 'content-type': 'application/json; charset=utf-8', ...retry };
  const code = rule.errorCode ?? errorCodeOf(rule.status);
  return {
    status: rule.status,
    headers,
    body: Buffer.from(JSON.stringify(errorBody(code, rule.messages, 'fault-panel'))),
  };
}

/** The answer with other addresses in it, when it is JSON. */
async function withOtherLinks(
  outgoing: Outgoing,
  falseLinks: FalseLinks,
  fault: NonNullable<FaultRule['link']>,
): Promise<Outgoing> {
  const isJson = outgoing.headers['content-type']?.startsWith('application/json') === true;
  if (!isJson || !(outgoing.body instanceof Uint8Array)) return outgoing;
  const json: unknown = JSON.parse(Buffer.from(outgoing.body).toString('utf8'));
  return { ...outgoing, body: Buffer.from(JSON.stringify(await falseLinks.replaced(json, fault))) };
}

/** So many times in a second a slow body goes on. */
const STEPS_PER_SECOND = 20;

function slowed(outgoing: Outgoing, bytesPerSecond: number): Outgoing {
  const { body } = outgoing;
  const sizeBytes = body instanceof Uint8Array ? body.length : body.sizeBytes;
  const pieces = body instanceof Uint8Array ? [body] : (body.stream as AsyncIterable<Uint8Array>);
  const stream = Readable.from(trickle(pieces, bytesPerSecond), { objectMode: false });
  return { ...outgoing, body: { sizeBytes, stream } };
}

async function* trickle(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  bytesPerSecond: number,
): AsyncIterable<Uint8Array> {
  const step = Math.max(1, Math.floor(bytesPerSecond / STEPS_PER_SECOND));
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += step) {
      const part = piece.subarray(at, at + step);
      await sleep((part.length / bytesPerSecond) * 1000);
      yield part;
    }
  }
}
