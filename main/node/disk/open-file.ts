import { type BigIntStats, closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

import { assert } from '../../../shared/assert.ts';
import { KIB, MIB } from '../../../shared/units.ts';
import type { Entry, OpenFile, Root } from '../../ports/disk.ts';
import { entryAt, stampOf, statIfThere } from './entry.ts';
import { entryInside, openToRead, statInRoot } from './inside.ts';
import { READ_FLAGS } from './open-flags.ts';
import { reachInto } from './reach.ts';
import { codeOf, diskFault, stale } from './system-error.ts';

const readLater = promisify(read);
/** So much is read on this thread: a thread of Node's pool costs more than the reading. */
const AT_ONCE_BYTES = 256 * KIB;

/** Opens a file of a root for reading; see `Disk.open`. */
export function openInRoot(root: Root, path: string, isHolding?: boolean): OpenFile {
  const reach = reachInto(root, isHolding);
  try {
    const { file, stats } = openToRead(reach, path);
    return new OpenedFile(
      file,
      { path, look: () => statInRoot(root, path, isHolding) },
      entryInside(root, path, stats),
    );
  } catch (thrown) {
    throw codeOf(thrown) === 'ELOOP' ? stale(path, 'is no file any more') : diskFault(thrown, path);
  } finally {
    reach.close();
  }
}

/** Opens a file of ours for reading. @param name what it is called in a fault. @throws FaultError `stale` when it is gone or no file. */
export function openOurs(absolute: string, name: string): OpenFile {
  try {
    const file = openSync(absolute, READ_FLAGS);
    const stats = fstatSync(file, { bigint: true });
    if (stats.isFile())
      return new OpenedFile(file, { path: name, look: () => statIfThere(absolute) }, entryAt(absolute, stats));
    closeSync(file);
    throw stale(name, 'is no file any more');
  } catch (thrown) {
    throw codeOf(thrown) === 'ELOOP' ? stale(name, 'is no file any more') : diskFault(thrown, name);
  }
}

/** Where an open file was found. */
interface FoundAt {
  /** What it is called in a fault. */
  readonly path: string;
  /** What is there now. */
  look(): BigIntStats | null;
}

class OpenedFile implements OpenFile {
  readonly entry: Entry;
  readonly #at: FoundAt;
  #file: number | null;
  #read = false;
  /** A reading ahead that may be under way. */
  #ahead: Promise<Uint8Array> | null = null;

  constructor(file: number, at: FoundAt, entry: Entry) {
    this.#file = file;
    this.#at = at;
    this.entry = entry;
  }

  async *chunks(from = 0, to = Infinity): AsyncGenerator<Uint8Array> {
    this.#readOnce();
    for (let at = from; at < to;) {
      const most = Math.min(MIB, Math.max(this.entry.sizeBytes + 1, 1024), to - at);
      const chunk = await this.#readInto(Buffer.allocUnsafe(most), at);
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
    let [next, other] = [new Uint8Array(MIB), new Uint8Array(MIB)];
    this.#ahead = this.#readInto(next, 0);
    for (let at = 0; ;) {
      const chunk = await this.#ahead;
      if (chunk.byteLength === 0) return;
      at += chunk.byteLength;
      [next, other] = [other, next];
      this.#ahead = this.#readInto(next, at);
      // What goes wrong with it is told when it is asked for.
      this.#ahead.catch(() => undefined);
      yield chunk;
    }
  }

  async unchanged(): Promise<boolean> {
    try {
      const now = this.#at.look();
      return now !== null && stampOf(now) === this.entry.stamp;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    // Its number may be another file's as soon as it is closed.
    await this.#ahead?.catch(() => undefined);
    if (file !== null) closeSync(file);
  }

  #readOnce(): void {
    assert(!this.#read, `${this.#at.path} is read once`);
    this.#read = true;
  }

  /** What is there from a byte on, at the beginning of the buffer; nothing at the end. */
  async #readInto(buffer: Uint8Array, at: number): Promise<Uint8Array> {
    const file = this.#file;
    assert(file !== null, `${this.#at.path} is open while it is read`);
    try {
      const size = buffer.byteLength;
      if (size <= AT_ONCE_BYTES) return buffer.subarray(0, readSync(file, buffer, 0, size, at));
      const { bytesRead } = await readLater(file, buffer, 0, size, at);
      return buffer.subarray(0, bytesRead);
    } catch (thrown) {
      throw diskFault(thrown, this.#at.path);
    }
  }
}
