import { fstatSync, openSync, closeSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

import { assert } from '../../../shared/assert.ts';
import { KIB, MIB } from '../../../shared/units.ts';
import type { Entry, OpenFile, Root } from '../../ports/disk.ts';
import { entryAt, stampOf, statIfThere } from './entry.ts';
import { READ_FLAGS } from './hash.ts';
import { locate } from './locate.ts';
import { checkRoot } from './marker.ts';
import { codeOf, diskFault, stale } from './system-error.ts';

const readLater = promisify(read);
/** So much is read on this thread: a thread of Node's pool costs more than the reading. */
const AT_ONCE_BYTES = 256 * KIB;

/** Opens a file of a root for reading; see `Disk.open`. */
export function openInRoot(root: Root, path: string): OpenFile {
  checkRoot(root);
  try {
    const absolute = locate(root, path);
    const file = openSync(absolute, READ_FLAGS);
    const stats = fstatSync(file, { bigint: true });
    if (stats.isFile()) return new OpenedFile(file, { absolute, path }, entryAt(absolute, stats));
    closeSync(file);
    throw stale(path, 'is no file any more');
  } catch (thrown) {
    throw codeOf(thrown) === 'ELOOP' ? stale(path, 'is no file any more') : diskFault(thrown, path);
  }
}

class OpenedFile implements OpenFile {
  readonly entry: Entry;
  readonly #at: { readonly absolute: string; readonly path: string };
  #file: number | null;
  #read = false;

  constructor(file: number, at: { absolute: string; path: string }, entry: Entry) {
    this.#file = file;
    this.#at = at;
    this.entry = entry;
  }

  async *chunks(from = 0, to = Infinity): AsyncGenerator<Uint8Array> {
    assert(!this.#read, `${this.#at.path} is read once`);
    this.#read = true;
    for (let at = from; at < to;) {
      assert(this.#file !== null, `${this.#at.path} is open while it is read`);
      const most = Math.min(MIB, Math.max(this.entry.sizeBytes + 1, 1024), to - at);
      const buffer = Buffer.allocUnsafe(most);
      const { bytesRead } = await this.#readInto(this.#file, buffer, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
      // Fewer than were asked for, and all that were there when it was opened: that was the end.
      if (bytesRead < most && at === this.entry.sizeBytes) return;
    }
  }

  async unchanged(): Promise<boolean> {
    try {
      const now = statIfThere(this.#at.absolute);
      return now !== null && stampOf(now) === this.entry.stamp;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (file !== null) closeSync(file);
  }

  async #readInto(file: number, buffer: Buffer, at: number): Promise<{ readonly bytesRead: number }> {
    try {
      if (buffer.byteLength <= AT_ONCE_BYTES) return { bytesRead: readSync(file, buffer, 0, buffer.byteLength, at) };
      return await readLater(file, buffer, 0, buffer.byteLength, at);
    } catch (thrown) {
      throw diskFault(thrown, this.#at.path);
    }
  }
}
