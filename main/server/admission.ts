import type { IncomingHttpHeaders } from 'node:http';

import { browserServerTexts } from '../../shared/text/door.ts';
import { PASS, secretAmong } from '../../shared/rpc/window-session.ts';
import type { WindowKeys } from './window-key.ts';

/** A request, as far as it matters to who may come in. */
export interface Arrival {
  readonly method: string;
  /** With everything after the host, as it was sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether it asks for a WebSocket; then the browser must say where the page came from. */
  readonly isSocket: boolean;
}

/** The door's rules. `host` is the server's own, such as `127.0.0.1:5000`. */
export interface Door {
  readonly host: string;
  readonly keys: WindowKeys;
}

/** What comes after it is a ticket, and where a file is in what was dropped. */
export const DROP = '/drop/';

/**
 * Why this request comes from nowhere we know, in one sentence; null when host, origin and method are right. The host
 * keeps out pages that point their own name at 127.0.0.1; the origin keeps out other sites' scripts and sockets.
 */
export function strangerReason(arrival: Arrival, { host }: Door): string | null {
  if (arrival.headers.host !== host) return browserServerTexts.wrongHost;
  const origin = arrival.headers.origin;
  const isOwnOrigin = origin === `http://${host}`;
  if (origin === undefined ? arrival.isSocket : !isOwnOrigin) return browserServerTexts.wrongOrigin;
  if (arrival.method === 'GET' || arrival.method === 'HEAD') return null;
  // Only our own page brings files, and a browser says of each such request which page it came from.
  const isDrop = arrival.method === 'PUT' && arrival.url.startsWith(DROP) && origin !== undefined;
  return isDrop ? null : browserServerTexts.onlyReading;
}

/**
 * Whether the request shows a session: a socket its secret, bytes its pass. The page and its code are the same for everybody and
 * say nothing, so they need none; cookies count for nothing, because a browser shows them to every port of this computer.
 */
export function isLetIn(
  { url, headers, isSocket }: Arrival,
  { keys }: Pick<Door, 'keys'>,
  isPublic: PublicPath,
): boolean {
  if (isSocket) return keys.isSecret(secretAmong(headers['sec-websocket-protocol'] ?? '') ?? '');
  const [path = '', ...rest] = url.split('?');
  return isPublic(path) || keys.isPass(new URLSearchParams(rest.join('?')).get(PASS) ?? '');
}

/** Whether a path is the page or a file of its build. */
export type PublicPath = (path: string) => boolean;
