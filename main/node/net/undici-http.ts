import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { buildConnector, Dispatcher } from 'undici';

import { FaultError } from '../../../shared/fault.ts';
import { KIB, SECOND } from '../../../shared/units.ts';
import type { Http, HttpBody, HttpRequest, HttpResponse, HttpRoute } from '../../ports/http.ts';
import { codeOf } from '../disk/system-error.ts';
import { Exchange, type AnswerHead } from './http-exchange.ts';

/** An unread rest of a response body up to this size is read and dropped, so that its connection can be reused. */
const MOST_DROPPED_BYTES = 64 * KIB;

/**
 * A socket that has so much to write is given more only when all of it went to the system: eight times the mark with which
 * undici opens its sockets. Smaller chunks are copied, as several of them may wait.
 */
const WRITTEN_OUT_BYTES = 512 * KIB;

/** For tests and for hosts behind slow networks. */
export interface UndiciOptions {
  /** Milliseconds to establish a connection. */
  readonly connectMs?: number;
}

/** HTTP that tells which route it uses. */
export interface RoutedHttp extends Http {
  readonly route: HttpRoute;
  take(route: HttpRoute): Promise<void>;
}

/**
 * HTTP by undici: per origin up to 16 connections (measured: more give nothing), one exchange at a time on each, so
 * that breaking one off harms no other.
 */
export function createUndiciHttp({ connectMs = 20 * SECOND }: UndiciOptions = {}): RoutedHttp {
  let route: HttpRoute = { proxy: 'system', certificates: null };
  let agent: Promise<Agent> | null = null;
  return {
    get route() {
      return route;
    },
    send: async request => send(await (agent ??= startAgent(connectMs, route)), request),
    take: async next => {
      const before = agent;
      const begun = startAgent(connectMs, next);
      // Before it is taken: what makes no sense changes nothing.
      await begun;
      [route, agent] = [next, begun];
      // The old agent finishes its running requests in the background; changing the route does not wait for them.
      void before?.then(old => old.close()).catch(() => undefined);
    },
    close: async () => (await agent)?.destroy(),
  };
}

/** This computer itself, and what tests listen on. */
const NEVER_PROXIED = 'localhost,127.0.0.1,::1';

/** Loaded with the first request: many commands need none, and it is a third of what they would load. */
async function startAgent(connectMs: number, { proxy, certificates }: HttpRoute): Promise<Agent> {
  // Throws when it is none; the list of trusted ones would pass it over in silence.
  if (certificates !== null) new X509Certificate(certificates);
  const safely = encryption(certificates);
  const { default: build } = await import('undici/lib/core/connect.js');
  const connect = connector(build, connectMs, safely);
  const options = { connections: 16, pipelining: 1, connect };
  const { env } = process;
  if (proxy === 'none' || (proxy === 'system' && !PROXY_VARIABLES.some(name => (env[name] ?? '') !== '')))
    return new (await import('undici/lib/dispatcher/agent.js')).default(options);
  const named = proxy === 'system' ? {} : { httpProxy: proxy, httpsProxy: proxy };
  const noProxy = [env['no_proxy'] ?? env['NO_PROXY'] ?? '', NEVER_PROXIED].filter(part => part !== '').join(',');
  const tls = { requestTls: safely, proxyTls: safely };
  // All of undici: only its index gives what asks a proxy for a tunnel.
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({ ...options, ...named, ...tls, noProxy });
}

/** What names a proxy in the environment, in both spellings. */
const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

/** Whom a connection trusts, and how little encryption is enough. */
interface Encryption {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: true;
}

/**
 * TLS 1.2 at least, and certificates that the program, this computer or its people vouch for (S40, S41). Both are set on
 * each connection, because an environment variable could otherwise make Node accept less. The certificate list is built
 * on first use, since reading that of the system takes a while.
 */
function encryption(certificates: string | null): Encryption {
  let context: SecureContext | null = null;
  return {
    rejectUnauthorized: true,
    get secureContext() {
      return (context ??= createSecureContext({ ca: trusted(certificates), minVersion: 'TLSv1.2' }));
    },
  };
}

/** Most stand in both lists, and twice they take ten times as long. */
function trusted(certificates: string | null): string[] {
  const own = certificates === null ? [] : [certificates];
  return [...new Set([...getCACertificates('default'), ...ofTheSystem(), ...own])];
}

/** A store that cannot be read adds nothing. */
function ofTheSystem(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}

/** Connects to a server itself; only encrypted connections need to know whom to trust. */
function connector(build: typeof buildConnector, timeout: number, safely: Encryption): buildConnector.connector {
  const plainly = build({ timeout });
  let encrypted: buildConnector.connector | null = null;
  return (to, done) => {
    if (to.protocol !== 'https:') plainly(to, done);
    else (encrypted ??= build({ timeout, ...safely }))(to, done);
  };
}

/**
 * RACE: a server closes an idle connection, and may do so in the instant in which we use it again. It answers nothing then,
 * and nothing tells whether it took the request; a request that only reads may be sent once more.
 */
async function send(agent: Agent, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await sendOnce(agent, request);
  } catch (thrown) {
    if (request.method !== 'GET' || request.body !== null || !isCutOff(thrown)) throw thrown;
    // What else the server closed is heard of first, so that none of those is taken.
    await nextTurn();
    return sendOnce(agent, request);
  }
}

/** What undici and the system call a connection that ended without an answer. */
const CUT_OFF: ReadonlySet<string | null> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function isCutOff(thrown: unknown): boolean {
  return thrown instanceof FaultError && thrown.fault.kind === 'offline' && CUT_OFF.has(codeOf(thrown.cause));
}

async function sendOnce(agent: Agent, request: HttpRequest): Promise<HttpResponse> {
  request.signal?.throwIfAborted();
  const outgoing = new OutgoingBody(request.body);
  const exchange = new Exchange(request.signal);
  try {
    agent.dispatch(optionsFor(request, outgoing), exchange);
    return responseOf(await exchange.begun, exchange, request);
  } catch (thrown) {
    if (outgoing.failure !== null) throw outgoing.failure.thrown;
    throw faultOf(thrown, request);
  }
}

/** A body may be iterated, as is documented; the types of undici leave that out. */
type DispatchOptions = Omit<Dispatcher.DispatchOptions, 'body'> & {
  readonly body?: Dispatcher.DispatchOptions['body'] | AsyncIterable<Uint8Array>;
};

interface Agent extends Pick<Dispatcher, 'close' | 'destroy'> {
  dispatch(options: DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
}

function optionsFor(request: HttpRequest, { body }: OutgoingBody): DispatchOptions {
  const url = new URL(request.url);
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: headersFor(request),
    body,
    headersTimeout: request.idleMs,
    bodyTimeout: request.idleMs,
  };
}

/** The length is ours to state: a second one, or one that is not true, would be refused on the way. */
function headersFor({ headers, body }: HttpRequest): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  const sizeBytes = body === null ? null : body instanceof Uint8Array ? body.byteLength : body.sizeBytes;
  return { ...Object.fromEntries(own), ...(sizeBytes === null ? {} : { 'content-length': String(sizeBytes) }) };
}

/**
 * A body on its way. When its source throws, or gives more or fewer bytes than said, the connection is broken off, so
 * that the server never sees a complete request, and the failure is kept to be thrown as it is. It goes to undici as it
 * is: a stream in between would ask for a chunk before the one before it is written.
 */
class OutgoingBody {
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | null;
  failure: { readonly thrown: unknown } | null = null;

  constructor(body: HttpBody | null) {
    this.body = body === null || body instanceof Uint8Array ? body : this.#watched(body);
  }

  async *#watched(body: Exclude<HttpBody, Uint8Array>): AsyncGenerator<Uint8Array> {
    let sentBytes = 0;
    try {
      for await (const chunk of body.chunks) {
        sentBytes += chunk.byteLength;
        if (sentBytes > body.sizeBytes) throw new Error('Broken invariant: the body is longer than said');
        // A chunk is only lent, and of small ones several wait in the socket. (`slice` of a Buffer would be no copy.)
        if (chunk.byteLength > 0) yield chunk.byteLength < WRITTEN_OUT_BYTES ? new Uint8Array(chunk) : chunk;
      }
      if (sentBytes < body.sizeBytes) throw new Error('Broken invariant: the body is shorter than said');
    } catch (thrown) {
      this.failure = { thrown };
      throw thrown;
    }
  }
}

function responseOf({ status, headers }: AnswerHead, exchange: Exchange, request: HttpRequest): HttpResponse {
  const explain = (thrown: unknown): unknown => faultOf(thrown, request);
  return {
    status,
    headers: firstOfEach(headers),
    body: exchange.body(explain),
    lend: () => exchange.lend(explain),
    discard: () => exchange.drop(MOST_DROPPED_BYTES),
  };
}

function firstOfEach(headers: AnswerHead['headers']): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value[0] : value;
    if (text !== undefined) first.set(name.toLowerCase(), text);
  }
  return first;
}

function faultOf(thrown: unknown, request: HttpRequest): unknown {
  if (request.signal?.aborted === true) return request.signal.reason;
  if (thrown instanceof FaultError) return thrown;
  const detail = `${new URL(request.url).host}: ${codeOf(thrown) ?? (thrown instanceof Error ? thrown.message : 'no answer')}`;
  return new FaultError({ kind: 'offline', detail }, { cause: thrown });
}
