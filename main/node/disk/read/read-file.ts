import { assert } from '../../../../shared/assert.ts';
import { MIB } from '../../../../shared/units.ts';
import type { Entry, OpenFile } from '../../../ports/disk.ts';

/** A file that is open for reading, here or in another thread. */
export interface Readable {
  /** As it was when opened. */
  readonly entry: Entry;
  /** See `OpenFile`. */
  readonly whole?: Uint8Array | null;
  /**
   * What is there from a byte on; nothing at the end. @throws FaultError.
   * @param buffer of which all memory is given away: what comes back may be in other memory.
   */
  readInto(buffer: Uint8Array<ArrayBuffer>, at: number): Promise<Uint8Array<ArrayBuffer>>;
  unchanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** The port's view of an open file. */
export class ReadFile implements OpenFile {
  readonly entry: Entry;
  readonly whole: Uint8Array | null;
  readonly #file: Readable;
  #isRead = false;
  /** A reading ahead that may be under way. */
  #ahead: Promise<Uint8Array<ArrayBuffer>> | null = null;

  constructor(file: Readable) {
    this.#file = file;
    this.entry = file.entry;
    this.whole = file.whole ?? null;
  }

  async *chunks(from = 0, to = Infinity): AsyncGenerator<Uint8Array> {
    this.#readOnce();
    for (let at = from; at < to;) {
      const most = Math.min(MIB, Math.max(this.entry.sizeBytes + 1, 1024), to - at);
      const chunk = await this.#file.readInto(new Uint8Array(most), at);
      if (chunk.byteLength === 0) return;
      at += chunk.byteLength;
      yield chunk;
      // Fewer than were asked for, and all that were there when it was opened: that was the end.
      if (chunk.byteLength < most && at === this.entry.sizeBytes) return;
    }
  }

  /** Two buffers in turns: new ones for each chunk would be collected as garbage, which costs more than the reading. */
  async *lend(): AsyncGenerator<Uint8Array> {
    this.#readOnce();
    let spare = new Uint8Array(MIB);
    this.#ahead = this.#file.readInto(new Uint8Array(MIB), 0);
    for (let at = 0; ;) {
      const chunk = await this.#ahead;
      if (chunk.byteLength === 0) return;
      at += chunk.byteLength;
      this.#ahead = this.#file.readInto(spare, at);
      // What goes wrong with it is told when it is asked for.
      this.#ahead.catch(() => undefined);
      yield chunk;
      spare = new Uint8Array(chunk.buffer);
    }
  }

  unchanged(): Promise<boolean> {
    return this.#file.unchanged();
  }

  async close(): Promise<void> {
    // Its number may be another file's as soon as it is closed.
    await this.#ahead?.catch(() => undefined);
    await this.#file.close();
  }

  #readOnce(): void {
    assert(!this.#isRead, `${this.entry.name} is read once`);
    this.#isRead = true;
  }
}
