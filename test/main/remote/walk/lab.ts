import assert from 'node:assert/strict';

import { z } from 'zod';

import type { Line } from '../../../../main/remote/api/ask.ts';
import { Gate } from '../../../../main/remote/api/gate.ts';
import { Connection } from '../../../../main/remote/api/request.ts';
import { createNodeClock } from '../../../../main/node/system/node-clock.ts';
import { createUndiciHttp } from '../../../../main/node/net/undici-http.ts';
import type { Http, HttpResponse } from '../../../../main/ports/http.ts';
import type { Log } from '../../../../main/ports/log.ts';
import { requirePresent } from '../../../../shared/assert.ts';
import { findRoute } from '../../../service/rules/routes.ts';
import type { LocalService } from '../../../service/local-service.ts';

const SILENT: Log = { error: () => undefined, info: () => undefined, debug: () => undefined, with: () => SILENT };

/** The local service as our own client sees it, with a note of every endpoint that answered with success. */
export class Lab {
  readonly service: LocalService;
  readonly reached = new Set<string>();
  readonly #http: Http = createUndiciHttp();
  #answered: unknown = null;

  constructor(service: LocalService) {
    this.service = service;
  }

  /** The line of a seeded person by place, or of other credentials. */
  line(who: number | string = 0): Line {
    const key = typeof who === 'string' ? who : requirePresent(this.service.users[who], 'a person').apiKey;
    const http: Http = { send: request => this.#send(request), close: () => Promise.resolve() };
    const gate = new Gate(createNodeClock(), 16, () => undefined);
    const connection = new Connection({ http, gate, log: SILENT }, { baseUrl: this.service.baseUrl, key });
    return { connection, organization: null };
  }

  /** What a function read; nothing that the service sent may have been lost on the way, but for its nulls. */
  async whole<T>(reading: Promise<T>): Promise<T> {
    const read = await reading;
    assert.deepEqual(read, withoutNulls(this.#answered));
    return read;
  }

  /** Stores bytes at a presigned address, or reads them from one. */
  async storage(method: 'GET' | 'PUT', url: string, bytes: Uint8Array | null = null): Promise<string> {
    const headers = bytes === null ? {} : { 'content-type': 'text/plain' };
    const response = await this.#http.send({ method, url, headers, body: bytes, idleMs: 10_000 });
    assert.equal(response.status, 200);
    return textOf(response);
  }

  /** The code or token in the newest mail to an address. */
  async mail(to: string): Promise<string> {
    const url = new URL('/outbox', this.service.baseUrl).href;
    const response = await this.#http.send({ method: 'GET', url, headers: {}, body: null, idleMs: 10_000 });
    const mails = z.array(z.object({ to: z.string(), secret: z.string() })).parse(JSON.parse(await textOf(response)));
    return requirePresent(
      mails.find(mail => mail.to === to),
      `a mail to ${to}`,
    ).secret;
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  async #send(request: Parameters<Http['send']>[0]): Promise<HttpResponse> {
    const response = await this.#http.send(request);
    const path = new URL(request.url).pathname.slice('/api/v1'.length);
    const found = findRoute(request.method, path);
    if (found.kind === 'route' && response.status < 400) this.reached.add(found.route.endpoint.name);
    if (response.headers.get('content-type')?.includes('json') !== true) return response;
    const bytes = new TextEncoder().encode(await textOf(response));
    this.#answered = JSON.parse(new TextDecoder().decode(bytes));
    return { ...response, status: response.status, headers: response.headers, body: once(bytes), discard: done };
  }
}

/** The text of an answer. */
export async function textOf(response: HttpResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece.slice());
  return Buffer.concat(pieces).toString('utf8');
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

async function done(): Promise<void> {}

/** What a tolerant reader makes of nulls: fields that are not there. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const there = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(there.map(([name, each]) => [name, withoutNulls(each)]));
}
