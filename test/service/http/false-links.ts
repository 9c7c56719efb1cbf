import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

import type { LinkFault } from '../faults/fault-rules.ts';
import type { Grant } from '../rules/ground/backend.ts';
import type { PresignedLinks } from '../rules/files/presigned.ts';

/** A moment long ago. */
const PAST_MS = 1000;

/** No program listens on this port of this computer, so a connection to it is refused. */
const DEAD_PORT = '1';

/** Answers every request on a port of its own with something that is neither the service nor its object storage. */
class Nonsense {
  #server: Server | null = null;

  /** Where it answers; it begins to when it is first asked. */
  async origin(): Promise<string> {
    this.#server ??= createServer((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('printer ready\n'));
    }).listen(0, '127.0.0.1');
    if (!this.#server.listening) await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

/** Puts other addresses in the place of presigned ones, for faults that ask for it. */
export class FalseLinks {
  readonly #links: PresignedLinks;
  readonly #origin: () => string;
  readonly #nonsense = new Nonsense();
  #before: Grant | null = null;

  /** `origin` is where the object storage answers. */
  constructor(links: PresignedLinks, origin: () => string) {
    this.#links = links;
    this.#origin = origin;
  }

  /** The JSON value with every presigned address in it replaced. */
  async replaced(value: unknown, fault: LinkFault): Promise<unknown> {
    if (typeof value === 'string')
      return value.startsWith(`${this.#origin()}/objects/`) ? this.#other(value, fault) : value;
    if (Array.isArray(value)) return Promise.all(value.map(each => this.replaced(each, fault)));
    if (typeof value !== 'object' || value === null) return value;
    const parts = Object.entries(value).map(async ([name, part]) => [name, await this.replaced(part, fault)] as const);
    return Object.fromEntries(await Promise.all(parts));
  }

  close(): void {
    this.#nonsense.close();
  }

  async #other(address: string, fault: LinkFault): Promise<string> {
    const url = new URL(address);
    switch (fault) {
      case 'other-host':
        // A name that never resolves (RFC 2606), so that nothing leaves this computer.
        url.hostname = 'objects.invalid';
        return url.href;
      case 'other-port':
        url.port = DEAD_PORT;
        return url.href;
      case 'nonsense':
        return (await this.#nonsense.origin()) + url.pathname + url.search;
      case 'expired':
      case 'wrong-signature':
      case 'other-object':
        return this.#signedAnew(url, fault);
    }
  }

  #signedAnew(url: URL, fault: 'expired' | 'wrong-signature' | 'other-object'): string {
    const grant = this.#links.check(url.pathname + url.search, PAST_MS);
    if (typeof grant === 'string') return url.href;
    if (fault === 'expired') return this.#links.sign({ ...grant, expiresMs: PAST_MS });
    const other = { ...grant, objectKey: this.#otherKey(grant) };
    if (fault === 'other-object') return this.#links.sign(other);
    const signature = new URL(this.#links.sign(other)).searchParams.get('signature') ?? '';
    url.searchParams.set('signature', signature);
    return url.href;
  }

  /** The object of the last address that came by and was for another one, else one that does not exist. */
  #otherKey(grant: Grant): string {
    const before = this.#before;
    this.#before = grant;
    return before === null || before.objectKey === grant.objectKey ? randomUUID() : before.objectKey;
  }
}
