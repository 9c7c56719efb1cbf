/** What came with a visit: the fields of its address or form, each once. */
export type CallbackFields = ReadonlyMap<string, string>;

/** A page for whoever came, in words. */
export interface CallbackPage {
  readonly title: string;
  readonly text: string;
}

/**
 * An address on this computer that one visit of the system's browser may come to: the end of a sign-in there (S48).
 * Nothing else is answered there, and it closes with the visit.
 */
export interface CallbackServers {
  /** Opens one on 127.0.0.1. `welcome` looks at the visit and says what its page reads. */
  open(welcome: (visit: CallbackFields) => CallbackPage): Promise<CallbackServer>;
  /** What may be told of a secret before it is needed: BASE64URL(SHA256(verifier)) (RFC 7636). */
  challengeOf(verifier: string): string;
}

export interface CallbackServer {
  /** Where to come to: `http://127.0.0.1:PORT/return`. */
  readonly url: string;
  close(): Promise<void>;
}
