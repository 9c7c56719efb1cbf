import { createHash } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync } from 'node:fs';

import type { Sha256 } from '../../../../shared/ids.ts';
import { MIB } from '../../../../shared/units.ts';
import type { StagedPrefix, FinishedStaging, PartialStaging } from '../../../ports/disk.ts';
import { AT_ONCE_BYTES, readBytes, writeBeside, writeBytes } from '../read/bytes.ts';
import { keyOf, statIfThere } from '../volume/entry.ts';
import { flushFile, flushTogether } from '../flush.ts';
import { codeOf, diskFault } from '../system-error.ts';

/** Bytes are gathered to this much before they are written. */
const GATHER_BYTES = MIB;

/** Takes the name of a file away. @param cameNowhere called first if it has no other one. */
export async function removeFile(path: string, cameNowhere: Telling): Promise<void> {
  if (statIfThere(path)?.nlink === 1n) await cameNowhere();
  rmSync(path, { force: true });
}

/** Tells something that must be heard before what it is told of happens. */
export type Telling = () => void | Promise<void>;

/** Where a staged file lies. */
export interface StagedAt {
  /** One on the same volume. */
  readonly folder: string;
  /** How faults name it. */
  readonly shown: string;
  /** Takes its name away; fine when it is gone. @param cameNowhere called first if it has no other one. */
  remove(cameNowhere: Telling): Promise<void>;
  /** Done after the bytes are on the disk. */
  readonly whenFinished?: () => Promise<void>;
}

/** A file being written: gathered, hashed on the way, flushed at the end. */
export class StagedFile implements PartialStaging {
  readonly #at: StagedAt;
  /** Of what was written out. */
  #hash = createHash('sha256');
  #file: number | null;
  /** What waits to be written: small pieces, or the beginning of a large buffer. */
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #buffer: Buffer | null = null;
  /** The buffer that is being written while the other one fills. */
  #spare: Buffer | null = null;
  /** What was written out, or is on its way. */
  #writtenBytes = 0;
  /** What is on its way to the disk. Where that failed, it stays so: nothing counts that comes after. */
  #writing: Promise<void> = Promise.resolve();
  #flushing: Promise<unknown> = Promise.resolve();

  /** @param file open for writing, at its beginning; closed by the staged file. */
  constructor(file: number, at: StagedAt) {
    this.#file = file;
    this.#at = at;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#gatheredBytes === 0 && chunk.byteLength >= GATHER_BYTES) return this.#writeThrough(chunk);
    if (this.#buffer === null && this.#gatheredBytes + chunk.byteLength <= AT_ONCE_BYTES) {
      // The caller may use its buffer again.
      this.#gathered.push(new Uint8Array(chunk));
      this.#gatheredBytes += chunk.byteLength;
      return;
    }
    this.#buffer ??= this.#intoOne();
    for (let from = 0; from < chunk.byteLength;) {
      const piece = chunk.subarray(from, from + GATHER_BYTES - this.#gatheredBytes);
      this.#buffer.set(piece, this.#gatheredBytes);
      this.#gatheredBytes += piece.byteLength;
      from += piece.byteLength;
      if (this.#gatheredBytes === GATHER_BYTES) await this.#writeOutLater(this.#buffer);
    }
  }

  async finish(): Promise<FinishedStaging> {
    const { sizeBytes, sha256 } = await this.checkpoint();
    try {
      const key = keyOf(this.#at.folder, fstatSync(this.#opened(), { bigint: true }));
      await this.#close();
      await this.#at.whenFinished?.();
      return { sha256, sizeBytes, key };
    } catch (thrown) {
      throw diskFault(thrown, this.#at.shown);
    }
  }

  async checkpoint(): Promise<StagedPrefix> {
    await this.#writeOut();
    try {
      const flush = this.#writtenBytes <= AT_ONCE_BYTES ? flushTogether : flushFile;
      await flush(this.#opened());
    } catch (thrown) {
      throw diskFault(thrown, this.#at.shown);
    }
    return this.#begun();
  }

  async flushSoFar(): Promise<StagedPrefix> {
    const begun = this.#begun();
    const flushed = this.#writing.then(() => flushFile(this.#opened()));
    this.#flushing = flushed.catch(() => undefined);
    try {
      await flushed;
      return begun;
    } catch (thrown) {
      throw diskFault(thrown, this.#at.shown);
    }
  }

  async rewind(): Promise<void> {
    await this.#forget();
    this.#hash = createHash('sha256');
    this.#writtenBytes = 0;
    try {
      ftruncateSync(this.#opened());
    } catch (thrown) {
      throw diskFault(thrown, this.#at.shown);
    }
  }

  async leave(): Promise<void> {
    await this.#forget();
    await this.#close();
  }

  async discard(cameNowhere: Telling = () => undefined): Promise<void> {
    await this.#forget();
    await this.#close();
    await this.#at.remove(cameNowhere);
  }

  /** Whether the file begins with these bytes: then the next ones come after them. @throws system errors. */
  async beginsWith(begun: StagedPrefix): Promise<boolean> {
    const buffer = Buffer.allocUnsafe(GATHER_BYTES);
    while (this.#writtenBytes < begun.sizeBytes) {
      const most = Math.min(GATHER_BYTES, begun.sizeBytes - this.#writtenBytes);
      const bytesRead = await readBytes(this.#opened(), buffer.subarray(0, most), this.#writtenBytes);
      if (bytesRead === 0) return false;
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#writtenBytes += bytesRead;
    }
    ftruncateSync(this.#opened(), begun.sizeBytes);
    return this.#hash.copy().digest('hex') === begun.sha256;
  }

  #begun(): StagedPrefix {
    return { sha256: this.#hash.copy().digest('hex') as Sha256, sizeBytes: this.#writtenBytes };
  }

  #intoOne(): Buffer {
    const buffer = Buffer.allocUnsafeSlow(GATHER_BYTES);
    let at = 0;
    for (const piece of this.#gathered) {
      buffer.set(piece, at);
      at += piece.byteLength;
    }
    this.#gathered = [];
    return buffer;
  }

  /** Writes a full buffer while the other one fills, as soon as that was written. @throws FaultError that of the one before. */
  async #writeOutLater(full: Buffer): Promise<void> {
    await this.#writing;
    this.#gatheredBytes = 0;
    this.#buffer = this.#spare ?? Buffer.allocUnsafeSlow(GATHER_BYTES);
    this.#spare = full;
    this.#writeAndHash(full);
  }

  /** Writes a large chunk out of the caller's own memory, which is needed no more at the end. @throws FaultError. */
  async #writeThrough(chunk: Uint8Array): Promise<void> {
    await this.#writing;
    this.#writeAndHash(chunk);
    await this.#writing;
  }

  /** It is hashed here while the pool writes it. */
  #writeAndHash(bytes: Uint8Array): void {
    const to = this.#writtenBytes;
    this.#writtenBytes += bytes.byteLength;
    this.#writing = writeBeside(this.#opened(), bytes, to).catch(thrown => {
      throw diskFault(thrown, this.#at.shown);
    });
    this.#writing.catch(() => undefined);
    this.#hash.update(bytes);
  }

  async #writeOut(): Promise<void> {
    await this.#writing;
    const pieces = this.#buffer === null ? this.#gathered : [this.#buffer.subarray(0, this.#gatheredBytes)];
    this.#gathered = [];
    this.#gatheredBytes = 0;
    try {
      for (const piece of pieces) {
        const to = this.#writtenBytes;
        this.#writtenBytes += piece.byteLength;
        this.#hash.update(piece);
        await writeBytes(this.#opened(), piece, to);
      }
    } catch (thrown) {
      throw diskFault(thrown, this.#at.shown);
    }
  }

  async #forget(): Promise<void> {
    this.#gathered = [];
    this.#gatheredBytes = 0;
    await this.#writing.catch(() => undefined);
    this.#writing = Promise.resolve();
  }

  #opened(): number {
    if (this.#file === null) throw new Error(`Broken invariant: ${this.#at.shown} is written after its end`);
    return this.#file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    this.#buffer = null;
    this.#spare = null;
    // Its number may be another file's as soon as it is closed.
    await this.#flushing;
    if (file !== null) closeSync(file);
  }
}

/** Opens a file that must be new, for writing; an old one under its name is removed. @throws system errors. */
export function openAnew(path: string, mode = 0o666): number {
  try {
    return openSync(path, 'wx', mode);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
    rmSync(path, { force: true });
    return openSync(path, 'wx', mode);
  }
}
