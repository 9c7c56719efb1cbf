import { EventEmitter } from 'node:events';

/** Where the end of a channel went that was handed over: to a page or to another process. */
export interface Route {
  send(data: unknown): void;
  close(): void;
}

/** What arrives from there. */
export interface Arrivals {
  receive(data: unknown): void;
  closed(): void;
}

/** As `MessagePortMain`: one end of a channel, here or handed over. */
export class PortMain
  extends EventEmitter
  implements Pick<Electron.MessagePortMain, 'postMessage' | 'start' | 'close'>
{
  #other: PortMain | null = null;
  #route: Route | null = null;
  #queue: unknown[] | null = [];
  #isClosed = false;

  static pair(): readonly [PortMain, PortMain] {
    const [one, two] = [new PortMain(), new PortMain()];
    one.#other = two;
    two.#other = one;
    return [one, two];
  }

  postMessage(message: unknown): void {
    const copy: unknown = structuredClone(message);
    setImmediate(() => this.#reach(copy));
  }

  start(): void {
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const data of queue) this.#receive(data);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const other = this.#other;
    setImmediate(() => {
      if (other !== null) other.#end();
    });
  }

  /** Transfers this end to another process, which reports through the result what arrives there. */
  handOver(route: Route): Arrivals {
    this.#route = route;
    this.start();
    return {
      receive: data => this.#reach(data),
      closed: () => this.close(),
    };
  }

  #reach(data: unknown): void {
    if (this.#other !== null) this.#other.#receive(data);
  }

  #receive(data: unknown): void {
    if (this.#isClosed) return;
    if (this.#route !== null) this.#route.send(data);
    else if (this.#queue === null) this.emit('message', { data, ports: [] });
    else this.#queue.push(data);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#route === null) this.emit('close');
    else this.#route.close();
  }
}

/** As `MessageChannelMain`. */
export class MessageChannelMain {
  readonly port1: PortMain;
  readonly port2: PortMain;
  constructor() {
    [this.port1, this.port2] = PortMain.pair();
  }
}
