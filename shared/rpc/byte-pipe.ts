import { z } from 'zod';

import type { TextPort } from './port-transport.ts';

/** What goes over a port that carries bytes. */
const note = z.discriminatedUnion('kind', [
  /** What is known before the bytes. */
  z.object({ kind: z.literal('head'), head: z.unknown() }),
  /** The receiver is ready for one more part: the sender sends only what was requested, so no queue grows. */
  z.object({ kind: z.literal('more') }),
  z.object({ kind: z.literal('part'), bytes: z.custom<Uint8Array>(bytes => bytes instanceof Uint8Array) }),
  z.object({ kind: z.literal('end') }),
  /** No more comes, and what came is not all. */
  z.object({ kind: z.literal('broken') }),
]);
type Note = z.infer<typeof note>;
type Told = Exclude<Note, { readonly kind: 'more' }>;

/** One exchange of bytes over a MessagePort of its own: each end gives bytes, takes bytes, or does both. */
export class BytePipe {
  readonly #port: TextPort;
  readonly #notes: Told[] = [];
  readonly #waiting = new Set<() => void>();
  #wanted = 0;
  #isClosed = false;

  constructor(port: TextPort) {
    this.#port = port;
    port.on('message', ({ data }) => this.#hear(data));
    port.on('close', () => this.#end());
    port.start();
  }

  /** Says what is to be known before the bytes. */
  tell(head: unknown): void {
    this.#say({ kind: 'head', head });
  }

  /** What the other end told; null when it hung up before. */
  async hear(): Promise<unknown> {
    const next = await this.#next();
    return next?.kind === 'head' ? next.head : null;
  }

  /** Sends bytes, each part when it is requested. A failure on the way breaks it off at the other end. */
  async give(parts: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const bytes of parts) {
        if (bytes.byteLength === 0) continue;
        await this.#until(() => this.#wanted > 0);
        if (this.#isClosed) return;
        this.#wanted -= 1;
        this.#say({ kind: 'part', bytes });
      }
      this.#say({ kind: 'end' });
    } catch {
      this.#say({ kind: 'broken' });
    }
  }

  /** Takes the bytes that the other end gives. @throws Error when they broke off. */
  async *take(): AsyncGenerator<Uint8Array> {
    for (;;) {
      this.#say({ kind: 'more' });
      const next = await this.#next();
      if (next?.kind === 'end') return;
      if (next?.kind !== 'part') throw new Error('The bytes broke off');
      yield next.bytes;
    }
  }

  /** Hangs up. */
  close(): void {
    this.#port.close();
    this.#end();
  }

  #say(message: Note): void {
    if (!this.#isClosed) this.#port.postMessage(message);
  }

  #hear(data: unknown): void {
    const heard = note.safeParse(data);
    if (!heard.success) return;
    if (heard.data.kind === 'more') this.#wanted += 1;
    else this.#notes.push(heard.data);
    this.#wake();
  }

  async #next(): Promise<Told | undefined> {
    await this.#until(() => this.#notes.length > 0);
    return this.#notes.shift();
  }

  /** Resolves when it holds, or when nothing more can come. */
  async #until(holds: () => boolean): Promise<void> {
    while (!holds() && !this.#isClosed) await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  #end(): void {
    this.#isClosed = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
