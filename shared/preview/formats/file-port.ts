import type { FileBytes } from './file-bytes.ts';

/** One end of a channel between threads, in a browser or in Node. */
export interface Port {
  post(message: unknown): void;
  /** Called once, before anything is posted. */
  listen(listener: (message: unknown) => void): void;
}

interface PartAsked {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** Null: it could not be read. */
interface PartRead {
  readonly number: number;
  readonly bytes: Uint8Array | null;
}

/** Hands parts of a file to the thread at the other end. `onFailed`: why a part could not be read. */
export function serveFile(port: Port, read: FileBytes['read'], onFailed: (thrown: unknown) => void): void {
  port.listen(message => {
    const { number, from, to } = message as PartAsked;
    read(from, to).then(
      bytes => port.post({ number, bytes } satisfies PartRead),
      (thrown: unknown) => {
        onFailed(thrown);
        port.post({ number, bytes: null } satisfies PartRead);
      },
    );
  });
}

/** A file whose bytes the thread at the other end has. @throws Error in its `read` when that thread could not read them. */
export function fileBehind(port: Port, sizeBytes: number): FileBytes {
  const waiting = new Map<number, { give: (bytes: Uint8Array) => void; fail: (error: Error) => void }>();
  let last = 0;
  port.listen(message => {
    const { number, bytes } = message as PartRead;
    const asked = waiting.get(number);
    waiting.delete(number);
    if (bytes === null) asked?.fail(new Error('A part of the file could not be read.'));
    else asked?.give(bytes);
  });
  return {
    sizeBytes,
    read: (from, to) =>
      new Promise((give, fail) => {
        const number = ++last;
        waiting.set(number, { give, fail });
        port.post({ number, from: Math.max(0, from), to: Math.min(to, sizeBytes) } satisfies PartAsked);
      }),
  };
}
