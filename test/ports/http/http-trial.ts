import { expect, test } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Http, HttpBody, HttpRequest, HttpResponse } from '../../../main/ports/http.ts';

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
  /** An origin without a listener. */
  readonly deadOrigin: string;
  readonly end: () => Promise<void>;
}

/** The server's paths, the same for real and fake. */
export const PATHS = {
  echo: '/echo',
  /** 201, two headers of one name, a body. */
  made: '/made',
  /** 200 and `abc`. */
  small: '/small',
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

/** A body of one letter per chunk, all in the same memory, which is overwritten as soon as the next one is asked for. */
export function lent(...sizes: readonly number[]): { readonly text: string; readonly body: HttpBody } {
  const memory = Buffer.alloc(Math.max(...sizes));
  const letterAt = (index: number): string => String.fromCodePoint(97 + (index % 26));
  async function* give(): AsyncGenerator<Uint8Array> {
    for (const [index, size] of sizes.entries()) {
      await Promise.resolve();
      yield memory.subarray(0, size).fill(letterAt(index));
      memory.fill('!');
    }
  }
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    text: sizes.map((size, index) => letterAt(index).repeat(size)).join(''),
    body: { sizeBytes, chunks: give() },
  };
}

/** Sizes of chunks around what sockets keep, small ones where a large one has just filled all there is on the way. */
export const LENT_SIZES = Array.from({ length: 3 }, () => [
  3,
  2 ** 20,
  40_000,
  16_000,
  65_535,
  65_536,
  65_537,
  7,
]).flat();

/** The call must end without an answer. */
export async function expectOffline(call: Promise<unknown>): Promise<void> {
  const thrown: unknown = await call.then(
    () => new Error('Expected no answer, but there was one'),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FaultError)) throw thrown;
  expect(thrown.fault.kind).toBe('offline');
}
