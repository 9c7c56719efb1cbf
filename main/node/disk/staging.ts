import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { assert } from '../../../shared/assert.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import { KIB, MIB } from '../../../shared/units.ts';
import type { Root, Staging } from '../../ports/disk.ts';
import { statExactly, statIfThere } from './entry.ts';
import { flushFile } from './flush.ts';
import { OURS, checkRoot, stageFolder } from './marker.ts';
import { codeOf, diskFault, refused } from './system-error.ts';

const writeLater = promisify(write);

/** Bytes are gathered to this much before they are written. */
const GATHER_BYTES = MIB;
/** So much is written on this thread: a thread of Node's pool costs more than the writing. */
const AT_ONCE_BYTES = 256 * KIB;

/** Where a staged file of a root lies. The name is ours: letters, digits, hyphens. */
export function stagedPath(root: Root, name: string): string {
  assert(/^[A-Za-z0-9-]+$/.test(name), `“${name}” is a name for a staged file`);
  return join(stageFolder(root), name);
}

/** Begins a staged file in a root. @throws FaultError. */
export function stageInRoot(root: Root, name: string): Staging {
  checkRoot(root);
  const path = stagedPath(root, name);
  const shown = `${OURS}/stage/${name}`;
  try {
    const folder = stageFolder(root);
    if (statIfThere(folder) === null) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!statExactly(folder).isDirectory()) throw refused(shown, 'ELOOP');
    return new StagedFile(path, shown, () => Promise.resolve());
  } catch (thrown) {
    throw diskFault(thrown, shown);
  }
}

/** A file being written: gathered, hashed on the way, flushed at the end. */
export class StagedFile implements Staging {
  readonly #path: string;
  readonly #shown: string;
  readonly #whenFinished: () => Promise<void>;
  readonly #hash = createHash('sha256');
  #file: number | null;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #sizeBytes = 0;

  /**
   * @param path absolute; an old file there is removed. @param shown how faults name it.
   * @param whenFinished done after the bytes are on the disk. @throws system errors.
   */
  constructor(path: string, shown: string, whenFinished: () => Promise<void>) {
    this.#path = path;
    this.#shown = shown;
    this.#whenFinished = whenFinished;
    this.#file = openAnew(path);
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#sizeBytes += chunk.byteLength;
    // The caller may use its buffer again, so small chunks are copied while they wait.
    this.#gathered.push(chunk.byteLength < GATHER_BYTES ? new Uint8Array(chunk) : chunk);
    this.#gatheredBytes += chunk.byteLength;
    if (this.#gatheredBytes >= GATHER_BYTES) await this.#writeOut();
  }

  async finish(): Promise<{ readonly sha256: Sha256; readonly sizeBytes: number }> {
    await this.#writeOut();
    try {
      await flushFile(this.#opened());
      this.#close();
      await this.#whenFinished();
    } catch (thrown) {
      throw diskFault(thrown, this.#shown);
    }
    return { sha256: this.#hash.digest('hex') as Sha256, sizeBytes: this.#sizeBytes };
  }

  async discard(): Promise<void> {
    this.#close();
    this.#gathered = [];
    rmSync(this.#path, { force: true });
  }

  async #writeOut(): Promise<void> {
    const pieces = this.#gathered;
    const sizeBytes = this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    try {
      if (sizeBytes <= AT_ONCE_BYTES) writeAllNow(this.#opened(), pieces);
      else await writeAll(this.#opened(), pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
    } catch (thrown) {
      throw diskFault(thrown, this.#shown);
    }
  }

  #opened(): number {
    if (this.#file === null) throw new Error(`Broken invariant: ${this.#shown} is written after its end`);
    return this.#file;
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** Opens a file that must be new; an old one under its name is removed. */
function openAnew(path: string): number {
  try {
    return openSync(path, 'wx', 0o666);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o666);
  }
}

function writeAllNow(file: number, pieces: readonly Uint8Array[]): void {
  for (const piece of pieces)
    for (let at = 0; at < piece.byteLength;) at += writeSync(file, piece, at, piece.byteLength - at);
}

async function writeAll(file: number, bytes: Uint8Array = new Uint8Array(0)): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) {
    const { bytesWritten } = await writeLater(file, bytes, at, bytes.byteLength - at);
    at += bytesWritten;
  }
}
