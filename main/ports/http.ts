/**
 * Bytes to send: all at once, or a stream whose length is known beforehand. Its chunks are only lent: each may be
 * overwritten once the next one is asked for, so whoever sends is done with it before.
 */
export type HttpBody = Uint8Array | { readonly sizeBytes: number; readonly chunks: AsyncIterable<Uint8Array> };

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute, http or https. */
  readonly url: string;
  /** Sent exactly so; names in any case. The adapter adds only `host` and `content-length`. */
  readonly headers: { readonly [name: string]: string };
  readonly body: HttpBody | null;
  /** Milliseconds without a byte in either direction after which the exchange is given up. There is no total limit. */
  readonly idleMs: number;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; of repeated headers, the first. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body, once. Must be read to its end or given to `discard`. @throws FaultError `offline` when it breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Instead of `body`, for whoever is done with each chunk before asking for the next: its memory is given back then. Left
   * out where nothing is won by it.
   */
  lend?(): AsyncIterable<Uint8Array>;
  /** Lets the body go unread. */
  discard(): Promise<void>;
}

/** How servers are reached. */
export interface HttpRoute {
  /** `system`: as the environment says; `none`: directly; else the address of a proxy. This computer is never proxied. */
  readonly proxy: string;
  /** Certificates that are trusted beside those of the system, as PEM; null: none. */
  readonly certificates: string | null;
}

/** One exchange with a server. Follows no redirects, keeps no cookies, adds no credentials. */
export interface Http {
  /**
   * @throws FaultError `offline` when there is no answer (no connection, idle too long, broken off);
   *   whatever a streamed body throws, as it is; the signal's reason when aborted.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Takes another route from the next exchange on; those under way end on theirs. An edge without connections has none.
   * @throws FaultError `bad-request` when it makes no sense.
   */
  take?(route: HttpRoute): Promise<void>;
  /** Ends all connections. */
  close(): Promise<void>;
}
