import { FaultError } from '../../../shared/fault.ts';
import type { Http, HttpRequest, HttpResponse } from '../../../main/ports/http.ts';
import type { Clock } from '../../../main/ports/clock.ts';
import type { Device } from './scheduler.ts';

/** What arrives at a simulated server: the whole request. */
export interface ArrivedRequest {
  readonly method: HttpRequest['method'];
  readonly url: string;
  /** Names in lower case, `content-length` included when there is a body. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

export interface ServerAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Uint8Array | string;
}

/** A server in memory. What it does, it does at one stroke. */
export type FakeServer = (request: ArrivedRequest) => ServerAnswer;

/** What goes wrong with one exchange; null when nothing does. */
export type HttpTrouble =
  /** The request never arrives. */
  | { readonly kind: 'no-connection' }
  /** The server does it, the answer is lost. */
  | { readonly kind: 'lost-answer' }
  /** The answer breaks off in its middle. */
  | { readonly kind: 'truncated' }
  /** Something in front of the server answers instead; the server does nothing. */
  | { readonly kind: 'instead'; readonly answer: ServerAnswer }
  /** The server does it, and what it answers is not what it did. */
  | { readonly kind: 'altered'; readonly change: (answer: ServerAnswer) => ServerAnswer }
  /** Each way takes this long. */
  | { readonly kind: 'slow'; readonly ms: number };

/** Chooses the trouble of each exchange. */
export type ChooseTrouble = (request: {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}) => HttpTrouble | null;

/** Answers that something in front of the server may give. */
export const INSTEAD = {
  tooMany: (seconds: number): HttpTrouble => ({
    kind: 'instead',
    answer: { status: 429, headers: { 'retry-after': String(seconds) }, body: '' },
  }),
  unavailable: { kind: 'instead', answer: { status: 503, body: 'upstream' } },
  captivePortal: {
    kind: 'instead',
    answer: {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>Sign in to the guest network</html>',
    },
  },
} as const satisfies { readonly [name: string]: HttpTrouble | ((seconds: number) => HttpTrouble) };

/** What the fake needs around it. */
export interface FakeHttpWorld {
  readonly device: Device;
  readonly clock: Clock;
  readonly server: FakeServer;
  readonly trouble?: ChooseTrouble;
}

/** HTTP without a network: sending, the server's work and the answer's arrival are steps of their own. */
export function createFakeHttp(world: FakeHttpWorld): Http {
  return { send: request => send(world, request), close: () => Promise.resolve() };
}

async function send(world: FakeHttpWorld, request: HttpRequest): Promise<HttpResponse> {
  const { device } = world;
  request.signal?.throwIfAborted();
  const label = `http ${request.method} ${new URL(request.url).pathname}`;
  const trouble = world.trouble?.(request) ?? null;
  const body = await gather(request);
  await delay(world, trouble, request);
  const answer = await device.step(label, () => exchange(world.server, { request, body, trouble }));
  await delay(world, trouble, request);
  request.signal?.throwIfAborted();
  return await device.step(`${label}: answer`, () => responseOf(world, { request, answer, trouble }));
}

async function delay({ clock }: FakeHttpWorld, trouble: HttpTrouble | null, request: HttpRequest): Promise<void> {
  if (trouble?.kind !== 'slow') return;
  await clock.sleep(Math.min(trouble.ms, request.idleMs), request.signal);
  if (trouble.ms > request.idleMs) throw offline(request, 'idle too long');
}

async function gather({ body }: HttpRequest): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return new Uint8Array(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.chunks) chunks.push(new Uint8Array(chunk));
  const bytes = joined(chunks);
  if (bytes.byteLength !== body.sizeBytes) throw new Error('Broken invariant: the body is not as long as said');
  return bytes;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

interface Exchange {
  readonly request: HttpRequest;
  readonly body: Uint8Array;
  readonly trouble: HttpTrouble | null;
}

function exchange(server: FakeServer, { request, body, trouble }: Exchange): ServerAnswer {
  request.signal?.throwIfAborted();
  if (trouble?.kind === 'no-connection') throw offline(request, 'no connection');
  if (trouble?.kind === 'instead') return trouble.answer;
  const answer = server({ method: request.method, url: request.url, headers: arrivedHeaders(request, body), body });
  if (trouble?.kind === 'lost-answer') throw offline(request, 'connection reset');
  return trouble?.kind === 'altered' ? trouble.change(answer) : answer;
}

function arrivedHeaders(request: HttpRequest, body: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map([['host', new URL(request.url).host]]);
  for (const [name, value] of Object.entries(request.headers)) headers.set(name.toLowerCase(), value);
  headers.delete('content-length');
  if (request.body !== null) headers.set('content-length', String(body.byteLength));
  return headers;
}

interface Answering {
  readonly request: HttpRequest;
  readonly answer: ServerAnswer;
  readonly trouble: HttpTrouble | null;
}

function responseOf({ device }: FakeHttpWorld, { request, answer, trouble }: Answering): HttpResponse {
  const bytes =
    typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : (answer.body ?? new Uint8Array());
  const headers = new Map(Object.entries(answer.headers ?? {}));
  if (!headers.has('content-length')) headers.set('content-length', String(bytes.byteLength));
  const body = bodyOf({ device, request, isCut: trouble?.kind === 'truncated' }, bytes);
  return {
    status: answer.status,
    headers,
    body,
    lend: () => overwritten(body),
    discard: () => Promise.resolve(),
  };
}

async function* bodyOf(
  { device, request, isCut }: { device: Device; request: HttpRequest; isCut: boolean },
  bytes: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const middle = Math.floor(bytes.byteLength / 2);
  for (const part of isCut ? [bytes.slice(0, middle)] : [bytes.slice(0, middle), bytes.slice(middle)]) {
    request.signal?.throwIfAborted();
    if (part.byteLength > 0) yield await device.step('http: chunk', () => part);
  }
  if (isCut) throw offline(request, 'broken off');
}

/** Overwrites each chunk once the next one is asked for, so that a reader that keeps a borrowed chunk is found out. */
async function* overwritten(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const lent = new Uint8Array(chunk);
    yield lent;
    lent.fill(0xff);
  }
}

function offline(request: HttpRequest, why: string): FaultError {
  return new FaultError({ kind: 'offline', detail: `${new URL(request.url).host}: ${why}` });
}
