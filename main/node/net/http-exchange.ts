import type { Dispatcher } from 'undici';

/** Bytes of an answer that wait to be read: beyond these the server waits. */
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Of an answer longer than this, what came in one turn of the event loop is lent together: each chunk by itself would pass
 * through all that reads it, which costs more than copying it once.
 */
const LENT_TOGETHER_BYTES = 1024 * 1024;

/** How an answer begins. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * One exchange on a connection, told by undici piece by piece, and read as it comes: without streams in between, which
 * cost more than all the rest of a short answer.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** @throws the error that keeps the response from beginning. */
  readonly begun: Promise<AnswerHead>;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#breakOff(this.#signal?.reason);
  #begin: (begun: AnswerHead) => void = () => undefined;
  #fail: (thrown: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Bytes of the body that the answer promised and that did not come yet; NaN and Infinity: it promised none. */
  #missingBytes = Infinity;
  /** Bytes that may still come unread before the connection is cut; null: they are read. */
  #unreadBytes: number | null = null;
  #end: 'open' | 'whole' | { readonly thrown: unknown } = 'open';
  #wake = (): void => undefined;
  /** Whether the reader waits for more until this turn has ended, and whether it is to be woken then. */
  #together: 'no' | 'yes' | 'woken soon' = 'no';

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#fail = reject;
    });
    signal?.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#end !== 'open') controller.abort(new Error('Nobody waits for it any more'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: AnswerHead['headers']): void {
    // What comes before the answer proper (100, 103) says nothing.
    if (status < 200) return;
    this.#missingBytes = Number(headers['content-length'] ?? Infinity);
    this.#begin({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    // After a pause undici tells of nothing, in memory that it uses for all connections: it must never be given back.
    if (chunk.byteLength === 0) return;
    this.#missingBytes -= chunk.byteLength;
    if (this.#unreadBytes !== null) {
      this.#unreadBytes -= chunk.byteLength;
      if (this.#unreadBytes < 0) controller.abort(new Error('The rest is not wanted'));
      return;
    }
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#waitingBytes >= MOST_WAITING_BYTES) controller.pause();
    this.#came();
  }

  onResponseEnd(): void {
    this.#finish('whole');
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    // A connection may go with the last byte; while reading is paused, undici hears of that before it sees the end.
    this.#finish(this.#missingBytes === 0 ? 'whole' : { thrown: error });
  }

  /**
   * The body, piece by piece, once. Who stops early breaks the connection off.
   * @param explain turns what breaks it off into what is thrown.
   */
  body(explain: (thrown: unknown) => unknown): AsyncIterableIterator<Uint8Array> {
    const iterator: AsyncIterableIterator<Uint8Array> = {
      [Symbol.asyncIterator]: () => iterator,
      next: async () => {
        while (this.#chunks.length === 0 && this.#end === 'open') await this.#more();
        const [chunk] = this.#chunks.splice(0, 1);
        if (chunk !== undefined) return { done: false, value: this.#taken(chunk) };
        if (typeof this.#end === 'object') throw explain(this.#end.thrown);
        return { done: true, value: undefined };
      },
      return: async () => {
        this.#breakOff(new Error('The rest is not wanted'));
        this.#chunks = [];
        return { done: true, value: undefined };
      },
    };
    return iterator;
  }

  /**
   * The same, each chunk only lent: its memory is given back when the next is asked for. Left to the collector of garbage,
   * which counts memory of this kind, it costs as much as all the rest of a large body.
   */
  async *lend(explain: (thrown: unknown) => unknown): AsyncGenerator<Uint8Array> {
    const isLong = !(this.#waitingBytes + this.#missingBytes <= LENT_TOGETHER_BYTES);
    this.#together = isLong ? 'yes' : 'no';
    const room = isLong ? new Uint8Array(LENT_TOGETHER_BYTES) : null;
    for await (const chunk of this.body(explain)) {
      const isAlone = this.#chunks.length === 0 || room === null || chunk.byteLength > room.byteLength;
      if (!isAlone) yield this.#gathered(chunk, room);
      else {
        yield chunk;
        giveBack(chunk);
      }
    }
  }

  /** A chunk with those that wait behind it, as far as there is room for them; their own memory is given back. */
  #gathered(first: Uint8Array, room: Uint8Array): Uint8Array {
    room.set(first);
    let size = first.byteLength;
    giveBack(first);
    for (let next = this.#chunks[0]; next !== undefined && size + next.byteLength <= room.byteLength;) {
      this.#chunks.shift();
      room.set(this.#taken(next), size);
      size += next.byteLength;
      giveBack(next);
      [next] = this.#chunks;
    }
    return room.subarray(0, size);
  }

  /** A long answer is read again when all of this turn has come, or as much as is lent at once. */
  #came(): void {
    if (this.#together === 'no' || this.#waitingBytes >= LENT_TOGETHER_BYTES) this.#wake();
    else if (this.#together === 'yes') {
      this.#together = 'woken soon';
      setImmediate(() => {
        this.#together = 'yes';
        this.#wake();
      });
    }
  }

  #more(): Promise<void> {
    return new Promise(resolve => (this.#wake = resolve));
  }

  /** When half of what may wait was taken, the server goes on. */
  #taken(chunk: Uint8Array): Uint8Array {
    this.#waitingBytes -= chunk.byteLength;
    if (this.#waitingBytes < MOST_WAITING_BYTES / 2) this.#controller?.resume();
    return chunk;
  }

  /** Lets the body go: a short rest is read so that the connection can be used again, a long one is cut off. */
  async drop(mostBytes: number): Promise<void> {
    this.#unreadBytes = mostBytes - this.#waitingBytes;
    this.#chunks = [];
    if (this.#unreadBytes < 0) this.#breakOff(new Error('The rest is not wanted'));
    this.#controller?.resume();
    while (this.#end === 'open') await this.#more();
  }

  #breakOff(reason: unknown): void {
    if (this.#end !== 'open') return;
    this.#finish({ thrown: reason });
    this.#controller?.abort(reason instanceof Error ? reason : new Error('It was broken off'));
  }

  #finish(end: 'whole' | { readonly thrown: unknown }): void {
    if (this.#end !== 'open') return;
    this.#end = end;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (end !== 'whole') this.#fail(end.thrown);
    this.#wake();
  }
}

function giveBack(chunk: Uint8Array): void {
  const { buffer } = chunk;
  // What is a part of more is not this chunk's alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
