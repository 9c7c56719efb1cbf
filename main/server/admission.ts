import type { IncomingHttpHeaders } from 'node:http';

import { door } from '../../shared/text/door.ts';
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
  if (arrival.headers.host !== host) return door.wrongHost;
  const origin = arrival.headers.origin;
  const isOwnOrigin = origin === `http://${host}`;
  if (origin === undefined ? arrival.isSocket : !isOwnOrigin) return door.wrongOrigin;
  if (arrival.method === 'GET' || arrival.method === 'HEAD') return null;
  // Only our own page brings files, and a browser says of each such request which page it came from.
  const isDrop = arrival.method === 'PUT' && arrival.url.startsWith(DROP) && origin !== undefined;
  return isDrop ? null : door.onlyReading;
}

/** Whether the request carries a session that one of our keys was exchanged for. */
export function hasSession(arrival: Arrival, { host, keys }: Door): boolean {
  const session = cookieIn(arrival.headers.cookie ?? '', cookieName(host));
  return session !== null && keys.isSession(session);
}

/** The cookie that lets a browser in until it is closed or Benchtop ends. */
export function sessionCookie(session: string, host: string): string {
  return `${cookieName(host)}=${session}; Path=/; HttpOnly; SameSite=Strict`;
}

/** Cookies are shared by all ports of a host, so the name carries ours: two windows do not sign each other out. */
function cookieName(host: string): string {
  return `benchtop-${host.slice(host.lastIndexOf(':') + 1)}`;
}

function cookieIn(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}
