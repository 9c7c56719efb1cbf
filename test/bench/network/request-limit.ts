import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** How many requests a server answers. */
export interface Limit {
  readonly requests: number;
  /** In each span of so many milliseconds; a span begins with the first request after the one before. */
  readonly eachMs: number;
}

/** Counts the requests of a server that refuses more than so many in a minute. */
export class RequestLimit {
  readonly #limit: Limit;
  readonly #now: () => number;
  #beganMs = -Infinity;
  #granted = 0;

  constructor(limit: Limit, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Grants a request. @returns 0, or the whole seconds until the next one is granted. */
  take(): number {
    const now = this.#now();
    if (now - this.#beganMs >= this.#limit.eachMs) [this.#beganMs, this.#granted] = [now, 0];
    if (this.#granted >= this.#limit.requests) return Math.ceil((this.#beganMs + this.#limit.eachMs - now) / 1000);
    this.#granted += 1;
    return 0;
  }
}

/** The soonest that so many requests can all be granted, in milliseconds from the first. */
export function soonestMs(requests: number, limit: Limit): number {
  return Math.floor(Math.max(0, requests - 1) / limit.requests) * limit.eachMs;
}

/** How a server says that there were too many. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Whether this request counts. */
  readonly isFor: (request: IncomingMessage) => boolean;
}

/** The same server with a limit. */
export function limited(answer: RequestListener, limit: Limit, refusal: Refusal): RequestListener {
  const counted = new RequestLimit(limit);
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const waitS = refusal.isFor(request) ? counted.take() : 0;
    if (waitS === 0) return answer(request, response);
    request.resume();
    const headers = { 'retry-after': String(waitS), 'content-type': refusal.type };
    response.writeHead(refusal.status, { ...headers, 'content-length': Buffer.byteLength(refusal.body) });
    response.end(refusal.body);
  };
}

/** The limit that is named on the command line of a server: `300/60000`. */
export function limitOf(text: string): Limit {
  const [requests = NaN, eachMs = NaN] = text.split('/').map(Number);
  if (!(requests >= 1 && eachMs >= 1)) throw new Error(`“${text}” is no limit such as 300/60000`);
  return { requests, eachMs };
}
