import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import websocket from '@fastify/websocket';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import type { Handlers } from '../../shared/contract.ts';
import type { Dropping } from '../items/app-context.ts';
import { FaultError } from '../../shared/fault.ts';
import { serve } from '../../shared/rpc/rpc-server.ts';
import { browserServerTexts } from '../../shared/text/door.ts';
import type { TopicSource } from '../../shared/rpc/topic-source.ts';
import { MIB } from '../../shared/units.ts';
import { NONCE_PLACEHOLDER } from '../../shared/rpc/window-nonce.ts';
import { formatSession, SESSION_PATH, SESSION_PLACEHOLDER, SOCKET_PROTOCOL } from '../../shared/rpc/window-session.ts';
import type { Content } from '../items/content/content-grants.ts';
import type { Download } from '../items/local/downloads.ts';
import { type Arrival, type Door, isLetIn, type PublicPath, strangerReason } from './admission.ts';
import { type Build, readBuild } from './build-files.ts';
import { addContents } from './content-door.ts';
import { addDrops } from './drop-door.ts';
import { COMMON_HEADERS, contentSecurityPolicy, fileHeaders } from './page-headers.ts';
import { type BrowserSocket, websocketTransport } from './websocket-transport.ts';
import { WindowKeys } from './window-key.ts';

/** What the window server serves, and where. */
export interface WindowServerOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** The folder that `npm run build` wrote, absolute. */
  readonly buildFolder: string;
  readonly handlers: Handlers;
  readonly topics: TopicSource;
  /** Where dropped files go in; without, nowhere. */
  readonly drops?: Dropping;
  /** Files that are asked for over the socket and fetched here. */
  readonly downloads?: { take(ticket: string): Download | null };
  /** Files that are looked into. */
  readonly contents?: { find(id: string): Content | null };
}

/** A window server that is listening. */
export interface WindowServer {
  /** The first address to open; it works once. */
  readonly url: string;
  /** Another address that works once. */
  freshAddress(): string;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** A merged file as base64 comes near this (`versions.save`); no other question of a window does. */
const LARGEST_MESSAGE = 8 * MIB;

/** @throws FaultError `bad-request` with the remedy when there is no build, or the port cannot be had. */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  const build = await readBuild(options.buildFolder);
  const app = fastify({ logger: false, forceCloseConnections: true });
  const keys = new WindowKeys();
  // The host is known once the port is; no request can come in before that.
  let host = '';
  const doorNow = (): Door => ({ host, keys });
  const sockets = new Set<BrowserSocket>();
  // A page that sleeps would never answer a polite goodbye.
  app.addHook('preClose', async () => sockets.forEach(socket => socket.terminate()));
  await app.register(websocket, {
    // Without `handleProtocols`, the answer would repeat the first protocol of the request, even an unknown one.
    options: { maxPayload: LARGEST_MESSAGE, handleProtocols: () => SOCKET_PROTOCOL },
  });
  addDoor(app, build, doorNow);
  addPage(app, build, doorNow);
  addSocket(app, sockets, options);
  if (options.drops !== undefined) await addDrops(app, options.drops);
  addDownloads(app, options);
  if (options.contents !== undefined) addContents(app, options.contents);
  host = `127.0.0.1:${await listen(app, options.port)}`;
  const freshAddress = () => `http://${host}/?key=${keys.issue()}`;
  return { url: freshAddress(), freshAddress, close: () => app.close() };
}

async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (cause) {
    await app.close();
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const detail =
      code === 'EADDRINUSE' ? browserServerTexts.portTaken(port) : browserServerTexts.portRefused(port, code);
    throw new FaultError({ kind: 'bad-request', detail }, { cause });
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Every request passes here first, sockets and addresses that do not exist too. */
function addDoor(app: FastifyInstance, { files }: Build, doorNow: () => Door): void {
  const isPublic: PublicPath = path => path === '/' || files.has(path);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(COMMON_HEADERS);
    const arrival = arrivalOf(request);
    const stranger = strangerReason(arrival, doorNow());
    if (stranger !== null) return refuse(reply, 403, stranger);
    if (!isLetIn(arrival, doorNow(), isPublic)) return refuse(reply, 403, browserServerTexts.noSession);
  });
  app.get(SESSION_PATH, (_, reply) => reply.code(204).header('Cache-Control', 'no-store').send());
  app.setNotFoundHandler((_, reply) => refuse(reply, 404, browserServerTexts.notThere));
  app.setErrorHandler((_, __, reply) => refuse(reply, 500, browserServerTexts.broken));
}

function arrivalOf(request: FastifyRequest): Arrival {
  const isSocket = request.headers.upgrade !== undefined;
  return { method: request.method, url: request.raw.url ?? '', headers: request.headers, isSocket };
}

function refuse(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...COMMON_HEADERS, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' })
    .send(`${sentence}\n`);
}

/** The page. Who comes with a key gets a session with it; who has one already says so over the socket. */
function addPage(app: FastifyInstance, build: Build, doorNow: () => Door): void {
  app.get<{ Querystring: { key?: unknown } }>('/', ({ method, query: { key } }, reply) => {
    const { host, keys } = doorNow();
    const session = method === 'GET' && typeof key === 'string' ? keys.redeem(key) : null;
    const nonce = randomBytes(18).toString('base64url');
    return reply
      .headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy(nonce, host),
        'Cache-Control': 'no-store',
      })
      .send(
        build.page
          .replaceAll(NONCE_PLACEHOLDER, nonce)
          .replaceAll(SESSION_PLACEHOLDER, session === null ? '' : formatSession(session)),
      );
  });
  for (const [path, file] of build.files) {
    // File names carry a hash of their content, so they may be kept.
    const kept = { 'Content-Type': file.type, 'Cache-Control': 'private, max-age=31536000, immutable' };
    const headers = { ...fileHeaders(path), ...kept };
    app.get(path, (_, reply) => reply.headers(headers).send(file.bytes));
  }
}

/** Made while it is sent: a history of years is never whole in memory. */
function addDownloads(app: FastifyInstance, { downloads }: WindowServerOptions): void {
  app.get<{ Params: { ticket: string } }>('/download/:ticket', (request, reply) => {
    const download = downloads?.take(request.params.ticket) ?? null;
    if (download === null) return refuse(reply, 404, browserServerTexts.notThere);
    const name = encodeURIComponent(download.name);
    return reply
      .headers({
        'Content-Type': download.type,
        'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
        'Cache-Control': 'no-store',
      })
      .send(Readable.from(download.parts));
  });
}

function addSocket(app: FastifyInstance, sockets: Set<BrowserSocket>, options: WindowServerOptions): void {
  app.get('/socket', { websocket: true }, (socket: BrowserSocket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(websocketTransport(socket), options.handlers, options.topics);
  });
}
