import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { KIB } from '../../../shared/units.ts';
import { InFlight, OneWay, RequestsUnderWay } from './line.ts';
import type { LineManner, Timer } from './line.ts';

const SYSTEM_TIMER: Timer = {
  now: () => performance.now(),
  after: (ms, run) => void setTimeout(run, Math.max(0, Math.ceil(ms))),
};

/** So much more than fills the line may be on its way on one connection: the buffers of both ends. */
const BUFFERED_BYTES = 128 * KIB;

/**
 * Stands between a client and a server of this computer, as if a network lay between them. It passes bytes on as they are; to
 * open a connection takes a round trip, too.
 */
export class LineProxy {
  readonly underWay = new RequestsUnderWay(SYSTEM_TIMER);
  readonly #manner: LineManner;
  readonly #server: { readonly host: string; readonly port: number };
  readonly #up: OneWay;
  readonly #down: OneWay;
  /** Bytes of one connection that may be on their way: until the first of them has arrived, and that is known. */
  readonly #windowBytes: number;

  constructor(manner: LineManner, server: { readonly host: string; readonly port: number }) {
    this.#manner = manner;
    this.#server = server;
    this.#up = new OneWay(manner);
    this.#down = new OneWay(manner);
    this.#windowBytes = (manner.bytesPerSecond * manner.roundTripMs) / 1000 + BUFFERED_BYTES;
  }

  /** Takes a connection of a client. */
  readonly accept = (client: Socket): void => {
    const { host, port } = this.#server;
    const server = connect({ host, port, noDelay: true, allowHalfOpen: true });
    client.setNoDelay(true);
    const asking = new Asking(this.underWay);
    const openMs = SYSTEM_TIMER.now() + this.#manner.roundTripMs;
    const soonestMs = openMs + this.#manner.roundTripMs / 2;
    this.#pass({ from: client, to: server, way: this.#up, soonestMs, onBytes: () => asking.asked() });
    this.#pass({
      from: server,
      to: client,
      way: this.#down,
      soonestMs,
      onBytes: () => undefined,
      onArrival: () => asking.answered(),
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => asking.answered());
    }
  };

  #pass({ from, to, way, soonestMs, onBytes, onArrival = () => undefined }: Passing): void {
    const inFlight = new InFlight(SYSTEM_TIMER);
    let waitingBytes = 0;
    from.on('data', (chunk: Buffer) => {
      onBytes();
      waitingBytes += chunk.byteLength;
      if (waitingBytes > this.#windowBytes) from.pause();
      const arrival = way.arrivalOf(chunk.byteLength, SYSTEM_TIMER.now());
      inFlight.send(Math.max(arrival, soonestMs), () => {
        onArrival();
        to.write(chunk, () => {
          waitingBytes -= chunk.byteLength;
          if (waitingBytes <= this.#windowBytes) from.resume();
        });
      });
    });
    from.once('end', () => {
      const arrival = way.arrivalOf(0, SYSTEM_TIMER.now());
      inFlight.send(Math.max(arrival, soonestMs), () => to.end());
    });
  }
}

/** One direction of one connection. */
interface Passing {
  readonly from: Socket;
  readonly to: Socket;
  readonly way: OneWay;
  /** When the first byte may arrive. */
  readonly soonestMs: number;
  readonly onBytes: () => void;
  readonly onArrival?: () => void;
}

/** Whether a connection waits for an answer: HTTP/1.1 has one request at a time on each. */
class Asking {
  readonly #underWay: RequestsUnderWay;
  #isAsked = false;

  constructor(underWay: RequestsUnderWay) {
    this.#underWay = underWay;
  }

  asked(): void {
    if (!this.#isAsked) this.#underWay.begin();
    this.#isAsked = true;
  }

  answered(): void {
    if (this.#isAsked) this.#underWay.end();
    this.#isAsked = false;
  }
}
