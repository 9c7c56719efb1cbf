/**
 * What lets one tab of a browser into the window. It is given out with the page, once for each key, and lives where only pages
 * of the same address and port can read it. A cookie would not do: browsers send one to every port of 127.0.0.1.
 */
export interface WindowSession {
  /** Opens the socket, and with it everything. Never part of an address. */
  readonly secret: string;
  /**
   * Goes with the addresses of bytes, which a browser also fetches by itself: of a picture, of a download. It opens nothing but
   * what only the socket tells the name of, and says nothing about the secret.
   */
  readonly pass: string;
}

/** The name of the page's `<meta>` that carries the session, as `formatSession` writes it. */
export const SESSION_META = 'benchtop-session';

/** What the build writes there. The window server puts a session, or nothing, in its place in each answer. */
export const SESSION_PLACEHOLDER = 'benchtop-session-of-this-answer';

/** The WebSocket protocol that the server answers with. */
export const SOCKET_PROTOCOL = 'benchtop';

/** Begins the protocol that carries the secret: a page can give its socket no header but this one. */
const SECRET_PROTOCOL = 'benchtop-secret.';

/** The part of an address that carries the pass. */
export const PASS = 'pass';

/** Answers whether a pass is still good: 204, or 403 as everywhere. */
export const SESSION_PATH = '/session';

/** Of the secret and the pass: what stands in an address and in a header without being encoded. */
const FORM = /^([\w-]{43})\.([\w-]{43})$/;

/** One text for both. */
export function formatSession({ secret, pass }: WindowSession): string {
  return `${secret}.${pass}`;
}

/** The other way round; null when it is none. */
export function parseSession(text: unknown): WindowSession | null {
  const [, secret, pass] = (typeof text === 'string' ? FORM.exec(text) : null) ?? [];
  return secret === undefined || pass === undefined ? null : { secret, pass };
}

/** The protocols with which a page asks for its socket. */
export function socketProtocols({ secret }: WindowSession): string[] {
  return [SOCKET_PROTOCOL, `${SECRET_PROTOCOL}${secret}`];
}

/** The secret among the protocols that were asked for, as the header says them; null when there is none. */
export function secretAmong(protocols: string): string | null {
  const said = protocols.split(',').map(each => each.trim());
  return said.find(each => each.startsWith(SECRET_PROTOCOL))?.slice(SECRET_PROTOCOL.length) ?? null;
}
