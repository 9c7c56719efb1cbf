/**
 * The bytes to send: all at once, or a stream of known length. Its chunks are lent: a chunk may be overwritten when the
 * next one is requested, so the adapter must have sent it by then.
 */
export type HttpBody = Uint8Array | { readonly sizeBytes: number; readonly chunks: AsyncIterable<Uint8Array> };

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute, http or https. */
  readonly url: string;
  /** Sent unchanged. The adapter only adds `host` and `content-length`. */
  readonly headers: { readonly [name: string]: string };
  readonly body: HttpBody | null;
  /** Timeout without any byte in either direction, in milliseconds. There is no total timeout. */
  readonly idleMs: number;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; of a repeated header the first value. */
  readonly headers: ReadonlyMap<string, string>;
  /**
   * The body; read once, to its end, or passed to `discard`. @throws FaultError `offline` when the connection breaks.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Like `body`, but each chunk is lent until the next one is requested, which saves memory. Missing where it saves
   * nothing.
   */
  lend?(): AsyncIterable<Uint8Array>;
  /** Ends the response without reading its body. */
  discard(): Promise<void>;
}

/** How servers are reached. */
export interface HttpRoute {
  /**
   * `system`: as the environment says; `none`: direct; else the address of a proxy. Never used for this computer
   * itself.
   */
  readonly proxy: string;
  /** PEM certificates that are trusted besides those of the system; null: none. */
  readonly certificates: string | null;
}

/** Sends one HTTP request at a time. Follows no redirects, keeps no cookies, adds no credentials. */
export interface Http {
  /**
   * @throws FaultError `offline` when there is no answer (no connection, idle too long, broken off);
   *   the error of a streamed body, unchanged; the signal's reason when aborted.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Uses another route from the next request on; running requests finish on theirs. Missing on adapters without
   * connections.
   * @throws FaultError `bad-request` when the route is not valid.
   */
  take?(route: HttpRoute): Promise<void>;
  /** Closes all connections. */
  close(): Promise<void>;
}
