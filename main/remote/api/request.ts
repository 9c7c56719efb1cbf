import type { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import { MIB, SECOND } from '../../../shared/units.ts';
import { httpTime } from '../../core/calendar.ts';
import type { Http, HttpBody, HttpRequest, HttpResponse } from '../../ports/http.ts';
import type { Log } from '../../ports/log.ts';
import { faultOf } from './faults.ts';
import { LONGEST_WAIT_MS } from './gate.ts';
import type { Gate } from './gate.ts';
import { isPage, isPageRefusal, PageAnswer } from './page-answers.ts';

/** Where the service is, and the key or token that calls carry. */
export interface Account {
  /** Such as `https://host/api/v1`, without a slash at the end. */
  readonly baseUrl: string;
  /** An API key, or the token of a sign-in; empty for calls that need none. */
  readonly key: string;
  /** Whether `key` is a token, even when it begins like an API key. */
  readonly isBearer?: true;
}

/** One call of the API. */
export interface ApiCall<S extends z.ZodType> {
  readonly method: HttpRequest['method'];
  /** Below the base address, with a leading slash; parts must be encoded. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string | number };
  /** Sent as JSON; a prepared body is sent as it is, with its type. */
  readonly body?: unknown;
  readonly stream?: HttpBody;
  /** What we read of the answer; unknown fields are ignored. */
  readonly answer: S;
  readonly idleMs?: number;
  readonly organization?: string | null;
  /** A redirect is an answer too. */
  readonly redirects?: true;
}

/** Milliseconds without a byte after which a call is given up. */
const IDLE_MS = 30 * SECOND;
/** Answers are JSON about things, not things: more than this is not an answer of the service. */
const LARGEST_ANSWER = 64 * MIB;
/** What API keys of all kinds begin with (spec 5.1). */
const KEY_PREFIX = 'svc_';
/** A call that every service answers for every account that is signed in. */
const PLAINEST = '/organizations';
/** Holds nothing between two texts. */
const UTF8 = new TextDecoder();
/** Times that one call waits out a 429 before it lets its caller know. */
const PATIENCE = 6;

/** A call that is answered 401 although the key is good: its method or path may not be known (wire facts, section 1). */
export class UnacceptedCall extends FaultError {}

/** The connection to the service: key, JSON, checks, waiting when the service asks for it. */
export class Connection {
  readonly #http: Http;
  readonly #gate: Gate;
  readonly #log: Log;
  readonly account: Account;
  /** Endpoints that the service turned out not to have, by their names. */
  readonly lacking = new Set<string>();
  #saidTime: number | null = null;

  constructor(edges: { http: Http; gate: Gate; log: Log }, account: Account) {
    this.#http = edges.http;
    this.#gate = edges.gate;
    this.#log = edges.log;
    this.account = account;
  }

  /** What time it was at the service when it last answered, in ms since the epoch; null while it has not said. */
  get saidTime(): number | null {
    return this.#saidTime;
  }

  /** @throws FaultError for anything but a 2xx with a body of the expected shape. */
  async call<S extends z.ZodType>(call: ApiCall<S>): Promise<z.infer<S>> {
    return this.#patiently(call, async () => {
      const response = await this.#accepted(call);
      return understand(call, { response, text: await readText(response) });
    });
  }

  /**
   * The answer itself, for bytes and redirects, which are not followed.
   * @throws FaultError for anything but a 2xx or 3xx.
   */
  async open(call: ApiCall<z.ZodType>): Promise<HttpResponse> {
    return this.#patiently(call, () => this.#accepted(call));
  }

  async #patiently<T>(call: ApiCall<z.ZodType>, once: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#gate.pass(once);
      } catch (error) {
        if (error instanceof PageAnswer) throw await this.#afterPage(call, error);
        if (!(error instanceof FaultError)) throw error;
        if (error.fault.kind === 'signed-out') throw await this.#secondLook(call, error);
        if (error.fault.kind !== 'busy') throw error;
        this.#gate.pause(error.fault.retryAfterMs ?? SECOND);
        // A streamed body is spent; its caller begins again.
        const isLong = (error.fault.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
        if (isLong || attempt >= PATIENCE || call.stream !== undefined) throw error;
      }
    }
  }

  async #accepted(call: ApiCall<z.ZodType>): Promise<HttpResponse> {
    const response = await this.#http.send(this.#request(call));
    if (response.status >= 200 && response.status < (call.redirects === true ? 400 : 300)) {
      this.#saidTime = httpTime(response.headers.get('date') ?? '') ?? this.#saidTime;
      return response;
    }
    const text = await readText(response);
    this.#log.info('api.refused', { method: call.method, path: toldPath(call.path), status: response.status });
    if (isPageRefusal(response, text)) throw new PageAnswer(response.status, text);
    const { status, headers } = response;
    const waiting = { retryAfter: headers.get('retry-after') ?? null, date: headers.get('date') ?? null };
    throw new FaultError(faultOf({ status, body: text, ...waiting }));
  }

  #request(call: ApiCall<z.ZodType>): HttpRequest {
    const query = Object.entries(call.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const body = call.stream ?? (call.body === undefined ? null : new TextEncoder().encode(JSON.stringify(call.body)));
    return {
      method: call.method,
      url: `${this.account.baseUrl}${call.path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
      headers: {
        ...credentials(this.account),
        Accept: 'application/json',
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
        ...(call.organization === null || call.organization === undefined
          ? {}
          : { 'X-Organization-Id': call.organization }),
      },
      body: body ?? (call.method === 'GET' ? null : new Uint8Array(0)),
      idleMs: call.idleMs ?? IDLE_MS,
    };
  }

  /** A 401 means signed out only when the plainest call is answered 401 too. */
  async #secondLook(call: ApiCall<z.ZodType>, first: FaultError): Promise<FaultError> {
    if (this.account.key === '' || isPlainest(call)) return first;
    const { response, page } = await this.#plainest();
    if (page !== null) return new FaultError(page.ofEveryCall(this.account.baseUrl));
    if (response.status === 401) return first;
    // It says nothing of rights. What could not be read is asked again; a change that was refused did nothing.
    return new UnacceptedCall({ kind: call.method === 'GET' ? 'failing' : 'refused', status: 401, messages: [] });
  }

  /** A page in the place of one answer concerns that call alone, unless the plainest call meets a page too. */
  async #afterPage(call: ApiCall<z.ZodType>, first: PageAnswer): Promise<FaultError> {
    const page = isPlainest(call) ? first : (await this.#plainest()).page;
    return new FaultError(page === null ? first.ofOneCall : page.ofEveryCall(this.account.baseUrl));
  }

  /** How the plainest call of the interface is answered. `page`: by something on the way. @throws FaultError `offline`. */
  async #plainest(): Promise<{ readonly response: HttpResponse; readonly page: PageAnswer | null }> {
    const response = await this.#http.send({
      method: 'GET',
      url: `${this.account.baseUrl}${PLAINEST}`,
      headers: { ...credentials(this.account), Accept: 'application/json' },
      body: null,
      idleMs: IDLE_MS,
    });
    const text = await readText(response);
    const isOk = response.status >= 200 && response.status < 300;
    const isTaken = isOk ? isPage(response, text) : isPageRefusal(response, text);
    return { response, page: isTaken ? new PageAnswer(response.status, text) : null };
  }
}

function isPlainest({ method, path }: ApiCall<z.ZodType>): boolean {
  return method === 'GET' && path === PLAINEST;
}

/** A path as it may stand in a log: the token of an invitation is a secret that lets its holder in (S52). */
function toldPath(path: string): string {
  return path.replace(/^\/invitations\/[^/]+/, '/invitations/…');
}

/** Keys go in a header of their own; what a sign-in gave is a bearer token (spec 5.1, 5.2). */
function credentials({ key, isBearer }: Account): { readonly [name: string]: string } {
  if (key === '') return {};
  return isBearer !== true && key.startsWith(KEY_PREFIX) ? { 'X-API-Key': key } : { Authorization: `Bearer ${key}` };
}

function understand<S extends z.ZodType>(
  call: ApiCall<S>,
  { response, text }: { response: HttpResponse; text: string },
): z.infer<S> {
  if (text !== '' && isPage(response, text)) throw new PageAnswer(response.status, text);
  const parsed = call.answer.safeParse(text === '' ? null : jsonOf(text, response.status));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  const messages = [
    `The answer to ${call.method} ${call.path.split('/')[1]} had an unexpected form${where === '' ? '' : ` (${where})`}.`,
  ];
  throw new FaultError({ kind: 'failing', status: response.status, messages });
}

function jsonOf(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PageAnswer(status, text);
  }
}

async function readText(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new FaultError({ kind: 'offline', detail: 'an answer without end' });
    chunks.push(chunk);
  }
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return UTF8.decode(only);
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return UTF8.decode(all);
}
