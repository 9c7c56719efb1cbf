import { FaultError } from '../../../shared/fault.ts';
import type { Entry, Root } from '../../ports/disk.ts';
import type { DiskThread } from './disk-thread.ts';
import type { Readable } from '../disk/read/read-file.ts';
import type { Bytes, OpenedThere } from './thread-jobs.ts';

/** A file that is open for reading in a thread, or was read there at once. */
export class ThereOpened implements Readable {
  readonly entry: Entry;
  readonly whole: Bytes | null;
  readonly #thread: DiskThread;
  readonly #at: readonly [root: Root, path: string];
  readonly #opened: OpenedThere['opened'];
  readonly #release: () => void;

  constructor(
    thread: DiskThread,
    at: readonly [root: Root, path: string],
    { entry, opened, isUnchanged }: OpenedThere,
  ) {
    this.#thread = thread;
    this.#at = at;
    this.#opened = opened;
    this.entry = entry;
    this.whole = typeof opened !== 'number' && isUnchanged ? opened : null;
    this.#release = typeof opened === 'number' ? thread.hold() : () => undefined;
  }

  async readInto(buffer: Bytes, at: number): Promise<Bytes> {
    if (typeof this.#opened === 'number')
      return this.#thread.ask('read', [this.#opened, buffer, at], { memory: [buffer.buffer] });
    const piece = this.#opened.subarray(at, at + buffer.byteLength);
    buffer.set(piece);
    return buffer.subarray(0, piece.byteLength);
  }

  async unchanged(): Promise<boolean> {
    try {
      const [root, path] = this.#at;
      return (await this.#thread.ask('entry', [root, path]))?.fingerprint === this.entry.fingerprint;
    } catch (thrown) {
      if (thrown instanceof FaultError && thrown.fault.kind !== 'bug') return false;
      throw thrown;
    }
  }

  async close(): Promise<void> {
    if (typeof this.#opened !== 'number') return;
    try {
      await this.#thread.ask('close', [this.#opened]);
    } finally {
      this.#release();
    }
  }
}
