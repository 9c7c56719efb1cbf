import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

import type { Transport } from '../../../shared/rpc/transport.ts';
import { MIB, SECOND } from '../../../shared/units.ts';

/** The longest line taken, in UTF-16 units; who sends more is cut off. */
const LONGEST_LINE = 16 * MIB;
/** Who does not read what is sent, up to this many bytes, is cut off, so that it cannot fill our memory. */
const LONGEST_BACKLOG_BYTES = 64 * MIB;

/** One text per line over a socket. JSON never holds a line end, so none needs escaping. */
export class LineTransport implements Transport {
  readonly #socket: Socket;
  readonly #decoder = new StringDecoder('utf8');
  readonly #messageListeners: ((text: string) => void)[] = [];
  readonly #closeListeners: (() => void)[] = [];
  #begun: string[] = [];
  #begunLength = 0;
  /** Lines that arrived before the first listener was added. */
  readonly #early: string[] = [];
  #isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', bytes => this.#take(this.#decoder.write(bytes)));
    socket.on('error', () => this.#end());
    socket.on('close', () => this.#end());
    socket.on('end', () => this.#end());
  }

  send(text: string): void {
    if (this.#isClosed) return;
    this.#socket.write(`${text}\n`);
    if (this.#socket.writableLength > LONGEST_BACKLOG_BYTES) this.#cutOff();
  }

  onMessage(listener: (text: string) => void): void {
    this.#messageListeners.push(listener);
    for (const line of this.#early.splice(0)) listener(line);
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  /** What was sent before still arrives. */
  close(): void {
    if (this.#isClosed) return;
    this.#socket.end(() => this.#socket.destroy());
    // A peer that does not read must not hold up closing the socket.
    setTimeout(() => this.#socket.destroy(), SECOND).unref();
    this.#end();
  }

  #take(text: string): void {
    // What comes after the end is discarded, however much it is.
    if (this.#isClosed) return;
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0 && !this.#isClosed; at = text.indexOf('\n', from)) {
      const line = [...this.#begun, text.slice(from, at)].join('');
      this.#begun = [];
      this.#begunLength = 0;
      from = at + 1;
      this.#deliver(line);
    }
    if (from < text.length) this.#begun.push(text.slice(from));
    this.#begunLength += text.length - from;
    if (this.#begunLength > LONGEST_LINE) this.#cutOff();
  }

  #deliver(line: string): void {
    if (this.#messageListeners.length === 0) this.#early.push(line);
    for (const listener of this.#messageListeners) listener(line);
  }

  #cutOff(): void {
    this.#socket.destroy();
    this.#end();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#begun = [];
    for (const listener of this.#closeListeners) listener();
  }
}
