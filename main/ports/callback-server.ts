/** The fields of the browser's request, from its address or form, each once. */
export type CallbackFields = ReadonlyMap<string, string>;

/** The text of the page that the browser shows afterwards. */
export interface CallbackPage {
  readonly title: string;
  readonly text: string;
}

/**
 * Servers on this computer that accept one request of the system's browser: the end of a sign-in (security S48). They
 * answer no other request, and close after it.
 */
export interface CallbackServers {
  /**
   * Opens a server on 127.0.0.1.
   * @param welcome checks the request and returns the text of the page.
   */
  open(welcome: (visit: CallbackFields) => CallbackPage): Promise<CallbackServer>;
  /**
   * The PKCE challenge of a secret: BASE64URL(SHA256(verifier)) (RFC 7636). It may be sent before the secret itself.
   */
  challengeOf(verifier: string): string;
}

export interface CallbackServer {
  /** The address for the browser: `http://127.0.0.1:PORT/return`. */
  readonly url: string;
  close(): Promise<void>;
}
