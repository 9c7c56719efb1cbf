import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { FaultPanel, FaultRule } from '../fault-panel.ts';
import { errorBody } from '../rules/api-error.ts';
import { deliver, hangUp } from './deliver.ts';
import type { Outgoing } from './deliver.ts';
import { drain } from './request-body.ts';

/** Answers a request, reading what it wants of its body. */
export type Respond = (request: FastifyRequest) => Promise<Outgoing>;

const PAGE = '<!doctype html><html><head><title>Sign in to the guest network</title></head><body>Welcome</body></html>';

/** Carries a request out with whatever the fault panel has in store for it. */
export async function withFaults(
  panel: FaultPanel,
  exchange: { port: 'api' | 'storage'; request: FastifyRequest; reply: FastifyReply },
  respond: Respond,
): Promise<void> {
  const { port, request, reply } = exchange;
  const rule = panel.take({ port, method: request.method, target: request.raw.url ?? '/' });
  if (rule === null) return answer(request, reply, respond);
  if (rule.delayMs > 0) await sleep(rule.delayMs);
  if (rule.dropBefore) return hangUp(reply);
  const instead = insteadOf(rule);
  if (instead !== null) {
    await drain(request.raw);
    return deliver(reply, instead, rule.truncate);
  }
  const outgoing = await respond(request);
  return rule.dropAfter ? dropped(reply, outgoing) : deliver(reply, outgoing, rule.truncate);
}

async function answer(request: FastifyRequest, reply: FastifyReply, respond: Respond): Promise<void> {
  const outgoing = await respond(request);
  await deliver(reply, outgoing, null);
}

function dropped(reply: FastifyReply, outgoing: Outgoing): void {
  if (!(outgoing.body instanceof Uint8Array)) outgoing.body.stream.destroy();
  hangUp(reply);
}

function insteadOf(rule: FaultRule): Outgoing | null {
  if (rule.html) {
    return {
      status: rule.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(PAGE),
    };
  }
  if (rule.status === null) return null;
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const body = Buffer.from(JSON.stringify(errorBody(rule.errorCode, rule.messages, 'fault-panel')));
  const { retryAfter } = rule;
  return {
    status: rule.status,
    headers: retryAfter === null ? headers : { ...headers, 'retry-after': String(retryAfter) },
    body,
  };
}
