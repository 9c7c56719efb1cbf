import { type BigIntStats, closeSync, fstatSync, openSync } from 'node:fs';

import { assert } from '../../../../shared/assert.ts';
import type { Entry } from '../../../ports/disk.ts';
import { readBytes } from './bytes.ts';
import { entryAt, fingerprintOf, statIfThere } from '../volume/entry.ts';
import { READ_FLAGS } from '../volume/open-flags.ts';
import type { Readable } from './read-file.ts';
import { codeOf, diskFault, staleFault } from '../system-error.ts';

/** Opens a file of ours for reading. @param name what it is called in a fault. @throws FaultError `stale` when it is gone or no file. */
export function openOurs(absolute: string, name: string): OpenedFile {
  try {
    const file = openSync(absolute, READ_FLAGS);
    const stats = fstatSync(file, { bigint: true });
    if (stats.isFile())
      return new OpenedFile(file, { path: name, stat: () => statIfThere(absolute) }, entryAt(absolute, stats));
    closeSync(file);
    throw staleFault(name, 'is no file any more');
  } catch (thrown) {
    throw codeOf(thrown) === 'ELOOP' ? staleFault(name, 'is no file any more') : diskFault(thrown, name);
  }
}

/** Where an open file was found. */
interface FoundAt {
  /** What it is called in a fault. */
  readonly path: string;
  /** What is there now. */
  stat(): BigIntStats | null;
  /** Called when the file is closed. */
  end?(): void;
}

/** A file that is open for reading. */
export class OpenedFile implements Readable {
  readonly entry: Entry;
  readonly #at: FoundAt;
  #file: number | null;

  constructor(file: number, at: FoundAt, entry: Entry) {
    this.#file = file;
    this.#at = at;
    this.entry = entry;
  }

  async readInto(buffer: Uint8Array<ArrayBuffer>, at: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#file;
    assert(file !== null, `${this.#at.path} is open while it is read`);
    try {
      return buffer.subarray(0, await readBytes(file, buffer, at));
    } catch (thrown) {
      throw diskFault(thrown, this.#at.path);
    }
  }

  async unchanged(): Promise<boolean> {
    try {
      const now = this.#at.stat();
      return now !== null && fingerprintOf(now) === this.entry.fingerprint;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    this.#at.end?.();
    closeSync(file);
  }
}
