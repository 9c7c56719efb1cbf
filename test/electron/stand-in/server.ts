import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { Addresses } from './addresses.ts';

/** What `protocol.handle` registered. */
export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** Answers the windows' requests by the handlers that the shell registered, and by no others. */
export class SchemeServer {
  readonly handlers = new Map<string, SchemeHandler>();
  /** Every other host that anything in the browser asked for: there should be none. */
  readonly strangers: string[] = [];
  readonly addresses: Addresses;
  readonly url: string;

  private constructor(port: number) {
    this.addresses = new Addresses(port);
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<SchemeServer> {
    let server: SchemeServer | null = null;
    const http = createServer((request, response) => void server?.answer(request, response));
    // The browser comes with the same port for everything that is not on this computer: this is its proxy.
    http.on('connect', (request, socket) => {
      server?.strangers.push(request.url ?? '');
      socket.destroy();
    });
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
    http.unref();
    return (server = new SchemeServer((http.address() as AddressInfo).port));
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    const url = this.addresses.inward(`http://${incoming.headers.host ?? ''}${path}`);
    const handler = this.handlers.get(url.slice(0, url.indexOf(':')));
    if (!path.startsWith('/') || handler === undefined) {
      this.strangers.push(path.startsWith('/') ? url : path);
      return void outgoing.writeHead(403).end();
    }
    try {
      await this.#pass(await handler(this.#requestOf(incoming, url)), outgoing);
    } catch {
      outgoing.destroy();
    }
  }

  #requestOf(incoming: IncomingMessage, url: string): Request {
    const { method = 'GET', headers } = incoming;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const names = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {};
    const request = new Request(url, { method, headers: new Headers(names), ...body });
    const origin = headers.origin === undefined ? undefined : this.addresses.inward(headers.origin);
    return origin === undefined ? request : Object.assign(request, { initiatorOrigin: origin });
  }

  async #pass({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
    for (const [name, value] of headers) outgoing.setHeader(name, this.addresses.outward(value));
    outgoing.writeHead(status);
    if (body !== null) for await (const part of body as unknown as AsyncIterable<Uint8Array>) outgoing.write(part);
    outgoing.end();
  }
}
