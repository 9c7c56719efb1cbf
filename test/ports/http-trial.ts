import { expect, test } from 'vitest';

import { FaultError } from '../../shared/fault.ts';
import { SECOND } from '../../shared/units.ts';
import type { Http, HttpBody, HttpRequest, HttpResponse } from '../../main/ports/http.ts';

/** What a server saw. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** How the server behaves; `seen` grows with each request that arrived whole. */
export interface HttpOnTrial {
  readonly http: Http;
  /** Without a slash at the end. */
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** Where nobody listens. */
  readonly deadOrigin: string;
  readonly end: () => Promise<void>;
}

/** The server's paths, the same for real and fake. */
export const PATHS = {
  echo: '/echo',
  /** 201, two headers of one name, a body. */
  made: '/made',
  /** 204 without a body. */
  nothing: '/nothing',
  /** A 302 to /echo. */
  redirect: '/redirect',
  /** Says 100 bytes, gives fewer, hangs up. */
  truncated: '/truncated',
  /** Takes the request, then hangs up without a word. */
  hangUp: '/hang-up',
  /** Takes the request, then nothing. */
  silence: '/silence',
  /** Begins an answer, then nothing. */
  stall: '/stall',
  /** A body of 3 MiB. */
  large: '/large',
} as const;

export type HttpTrial = readonly [name: string, run: (on: HttpOnTrial) => Promise<void>];

/** Makes a test of each trial. */
export function declareHttpTrials(kind: string, trials: readonly HttpTrial[], begin: () => Promise<HttpOnTrial>): void {
  test.each(trials)(`${kind}: %s`, (_, run) => expectToHold(run, begin));
}

async function expectToHold(run: HttpTrial[1], begin: () => Promise<HttpOnTrial>): Promise<void> {
  const on = await begin();
  try {
    await run(on);
  } finally {
    await on.end();
  }
}

/** A request with what is usual. */
export function ask(on: HttpOnTrial, path: string, more: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  const usual = { method: 'GET', headers: {}, body: null, idleMs: 10 * SECOND } as const;
  return on.http.send({ ...usual, url: on.origin + path, ...more });
}

/** The whole body as text. */
export async function bodyOf(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A body in several chunks. */
export function streamed(...texts: readonly string[]): Exclude<HttpBody, Uint8Array> {
  const chunks = texts.map(text => Buffer.from(text));
  async function* give(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      await Promise.resolve();
      yield chunk;
    }
  }
  return { sizeBytes: chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0), chunks: give() };
}

/** The call must end without an answer. */
export async function expectOffline(call: Promise<unknown>): Promise<void> {
  const thrown: unknown = await call.then(
    () => new Error('Expected no answer, but there was one'),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FaultError)) throw thrown;
  expect(thrown.fault.kind).toBe('offline');
}
