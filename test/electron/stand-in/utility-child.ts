import { EventEmitter } from 'node:events';

import type { UtilityMessage } from './utility.ts';

// Loaded first in a process that stands in for a `utilityProcess`: gives it what Electron gives it, `process.parentPort`.

function send(message: UtilityMessage): void {
  if (process.connected) process.send?.(message);
}

/** One end of a channel whose other end is in another process. */
class FarPort extends EventEmitter implements Pick<Electron.MessagePortMain, 'postMessage' | 'start' | 'close'> {
  readonly #id: number;
  #queue: unknown[] | null = [];
  #isClosed = false;

  constructor(id: number) {
    super();
    this.#id = id;
  }

  postMessage(data: unknown): void {
    if (!this.#isClosed) send({ port: this.#id, data });
  }

  start(): void {
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const data of queue) this.receive(data);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    ports.delete(this.#id);
    send({ port: this.#id, closed: true });
  }

  receive(data: unknown): void {
    if (this.#queue === null) this.emit('message', { data, ports: [] });
    else this.#queue.push(data);
  }

  end(): void {
    this.#isClosed = true;
    ports.delete(this.#id);
    this.emit('close');
  }
}

const ports = new Map<number, FarPort>();

class ParentPort extends EventEmitter {
  readonly #early: unknown[] = [];

  constructor() {
    super();
    this.on('newListener', name => {
      if (name === 'message') setImmediate(() => this.#early.splice(0).forEach(event => this.emit('message', event)));
    });
  }

  postMessage(message: unknown): void {
    send({ message, ports: [] });
  }

  receive(event: { readonly data: unknown; readonly ports: readonly FarPort[] }): void {
    if (this.listenerCount('message') === 0) this.#early.push(event);
    else this.emit('message', event);
  }
}

const parentPort = new ParentPort();
Object.assign(process, { parentPort });
process.on('message', (message: UtilityMessage) => {
  if ('message' in message) {
    const given = message.ports.map(id => {
      const port = new FarPort(id);
      ports.set(id, port);
      return port;
    });
    parentPort.receive({ data: message.message, ports: given });
  } else if ('closed' in message) ports.get(message.port)?.end();
  else ports.get(message.port)?.receive(message.data);
});
// Electron ends its processes when it ends.
process.once('disconnect', () => process.exit(1));
