import { dropTexts } from '../../../shared/features/drops/text.ts';
import type { Dropping } from '../../items/app.ts';
import { refused } from '../../items/resolve-id.ts';

/** One part of a file. */
export interface Part {
  readonly ticket: string;
  readonly path: string;
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

interface Open {
  cameBytes: number;
  /** Resolves when it was read. */
  readonly give: (chunk: Uint8Array | null) => Promise<void>;
  readonly taken: Promise<string>;
}

/** Joins files that come in parts over the pipe. A file without its last part stays incomplete and unnamed. */
export class PartsIn {
  readonly #drops: Dropping;
  readonly #open = new Map<string, Open>();

  constructor(drops: Dropping) {
    this.#drops = drops;
  }

  /** @returns the file's path after its last part; null before. @throws FaultError. */
  async add({ ticket, path, at, bytes, isLast }: Part): Promise<string | null> {
    const key = `${ticket}/${path}`;
    const file = at === 0 ? this.#begin(key, ticket, path) : this.#open.get(key);
    if (file === undefined || file.cameBytes !== at) throw refused(dropTexts.outOfOrder(path));
    file.cameBytes += bytes.byteLength;
    // Waits for the disk, or for the failure after which nothing is read.
    await Promise.race([file.give(bytes), file.taken.catch(() => undefined)]);
    if (!isLast) return null;
    this.#open.delete(key);
    void file.give(null);
    return file.taken;
  }

  #begin(key: string, ticket: string, path: string): Open {
    const { give, chunks } = pushed();
    const taken = this.#drops.take(ticket, path.split('/'), { sizeBytes: null, chunks });
    // Only the sender of the last part receives the error; before that no call awaits it.
    taken.catch(() => undefined);
    const file = { cameBytes: 0, give, taken };
    this.#open.set(key, file);
    return file;
  }
}

/** Connects a producer to a consumer of chunks; null ends the stream. */
function pushed(): { give: Open['give']; chunks: AsyncIterable<Uint8Array> } {
  const waiting: { readonly chunk: Uint8Array | null; readonly read: () => void }[] = [];
  let wake = (): void => undefined;
  const give = (chunk: Uint8Array | null): Promise<void> =>
    new Promise(read => {
      waiting.push({ chunk, read });
      wake();
    });
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (;;) {
      const next = waiting.shift();
      next?.read();
      if (next?.chunk === null) return;
      if (next !== undefined) yield next.chunk;
      else await new Promise<void>(resolve => (wake = resolve));
    }
  }
  return { give, chunks: chunks() };
}
