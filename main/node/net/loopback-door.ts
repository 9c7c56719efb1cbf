import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { KIB } from '../../../shared/units.ts';
import type { CallbackServer, CallbackPage, CallbackServers, CallbackFields } from '../../ports/callback-server.ts';

const PATH = '/return';
/** A form with a code or a token in it is far smaller. */
const LARGEST_FORM = 64 * KIB;

/** CallbackServers on 127.0.0.1, each on a free port. */
export function createLoopbackDoors(): CallbackServers {
  return {
    open: openDoor,
    challengeOf: verifier => createHash('sha256').update(verifier).digest('base64url'),
  };
}

async function openDoor(welcome: (visit: CallbackFields) => CallbackPage): Promise<CallbackServer> {
  let isVisited = false;
  let host = '';
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => request.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Another page could have its name lead here; the name it asks for gives it away.
    if (isVisited || request.headers.host !== host || !isVisit(request)) return refuse(response);
    const visit = await visitOf(request);
    if (visit === null || isVisited) return refuse(response);
    isVisited = true;
    show(response, welcome(visit));
    response.on('close', () => server.close());
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => resolve());
  });
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return { url: `http://${host}${PATH}`, close: () => close(server) };
}

function isVisit({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'POST') && (url === PATH || url.startsWith(`${PATH}?`));
}

/** The fields of a visit; null when it carries more than any sign-in does. */
async function visitOf(request: IncomingMessage): Promise<CallbackFields | null> {
  const fields = new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > LARGEST_FORM) return null;
      chunks.push(chunk);
    }
    for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) fields.append(name, value);
  }
  // A field that comes twice means nothing.
  const names = [...new Set(fields.keys())].filter(name => fields.getAll(name).length === 1);
  return new Map(names.map(name => [name, fields.get(name) ?? '']));
}

/** A page without anything from elsewhere. What came in its address leaves the address at once. */
function show(response: ServerResponse, { title, text }: CallbackPage): void {
  const nonce = randomBytes(18).toString('base64url');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style nonce="${nonce}">body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }</style>
<script nonce="${nonce}">history.replaceState(null, '', '${PATH}')</script>
</head><body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body></html>
`);
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end('There is nothing here.\n');
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}

function close(server: Server): Promise<void> {
  return new Promise(done => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
