import type { Dispatcher } from 'undici';

/** Bytes of an answer that wait to be read: beyond these the server waits. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** How an answer begins. */
export interface Begun {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * One exchange on a connection, told by undici piece by piece, and read as it comes: without streams in between, which
 * cost more than all the rest of a short answer.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** @throws whatever keeps the answer from beginning. */
  readonly begun: Promise<Begun>;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#breakOff(this.#signal?.reason);
  #begin: (begun: Begun) => void = () => undefined;
  #fail: (thrown: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Bytes that may still come unread before the connection is cut; null: they are read. */
  #unreadBytes: number | null = null;
  #end: 'open' | 'whole' | { readonly thrown: unknown } = 'open';
  #wake = (): void => undefined;

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

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Begun['headers']): void {
    // What comes before the answer proper (100, 103) says nothing.
    if (status >= 200) this.#begin({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#unreadBytes !== null) {
      this.#unreadBytes -= chunk.byteLength;
      if (this.#unreadBytes < 0) controller.abort(new Error('The rest is not wanted'));
      return;
    }
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#waitingBytes >= MOST_WAITING_BYTES) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#finish('whole');
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.#finish({ thrown: error });
  }

  /** The body, piece by piece, once. Who stops early breaks the connection off. @throws whatever breaks it off. */
  async *body(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunks = this.#chunks;
        this.#chunks = [];
        this.#waitingBytes = 0;
        yield* chunks;
        if (this.#chunks.length > 0) continue;
        if (this.#end === 'whole') return;
        if (this.#end !== 'open') throw this.#end.thrown;
        this.#controller?.resume();
        await new Promise<void>(resolve => (this.#wake = resolve));
      }
    } finally {
      this.#breakOff(new Error('The rest is not wanted'));
    }
  }

  /** Lets the body go: a short rest is read so that the connection can be used again, a long one is cut off. */
  async drop(mostBytes: number): Promise<void> {
    this.#unreadBytes = mostBytes - this.#waitingBytes;
    this.#chunks = [];
    if (this.#unreadBytes < 0) this.#breakOff(new Error('The rest is not wanted'));
    this.#controller?.resume();
    while (this.#end === 'open') await new Promise<void>(resolve => (this.#wake = resolve));
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
