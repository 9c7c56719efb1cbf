import { type IncomingHttpHeaders, request } from 'node:http';

import {
  parseSession,
  SESSION_META,
  SESSION_PLACEHOLDER,
  socketProtocols,
  type WindowSession,
} from '../../shared/rpc/window-session.ts';

/** One answer, read to its end. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What to send. `path` goes out exactly as written: no client tidies `..` away. */
export interface RawRequest {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request to 127.0.0.1 and follows nothing. An upgrade that is granted counts as status 101. */
export function ask(asked: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { port, path, method = 'GET', headers = {} } = asked;
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
    sent.on('error', reject);
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: answer.headers, text: '' });
    });
    sent.on('response', answer => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end();
  });
}

/** The headers with which a browser asks for a WebSocket, from `origin` if it says one, and with a session if it has one. */
export function socketHeaders(origin: string | null, session?: WindowSession): Readonly<Record<string, string>> {
  return {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'c2FtcGxlIG5vbmNlIDEyMw==',
    ...(origin === null ? {} : { Origin: origin }),
    ...(session === undefined ? {} : { 'Sec-WebSocket-Protocol': socketProtocols(session).join(', ') }),
  };
}

/** Where the build of a test's page has what the window server puts a session in. */
export const SESSION_IN_BUILD = `<meta name="${SESSION_META}" content="${SESSION_PLACEHOLDER}">`;

/** The session in a page that was answered; null when there is none. */
export function sessionIn({ text }: Pick<RawAnswer, 'text'>): WindowSession | null {
  return parseSession(new RegExp(`<meta name="${SESSION_META}" content="([^"]*)"`).exec(text)?.[1]);
}

/** Opens an address that a window server printed. @throws Error when it refuses the browser. */
export async function enter(address: string): Promise<WindowSession> {
  const { port, pathname, search } = new URL(address);
  const session = sessionIn(await ask({ port: Number(port), path: pathname + search }));
  if (session === null) throw new Error('The address was not taken');
  return session;
}
