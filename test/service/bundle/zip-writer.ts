import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

import { ZipFile } from 'yazl';

/** What was written under one path. */
export interface WrittenEntry {
  readonly path: string;
  readonly sizeBytes: number;
  /** In lower case hexadecimals, of the content as it was before packing. */
  readonly sha256: string;
}

export interface EntryOptions {
  readonly modifiedMs: number;
  /** False for what is packed already. */
  readonly isCompressed: boolean;
}

/**
 * Writes a ZIP to a file, one entry after the other, each as a stream: the memory it needs grows with the number of
 * entries, not with their sizes. Large files and archives become ZIP64 by themselves.
 */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;
  /** The entry under way, to be ended when the archive can no longer be written. */
  #current: Transform | null = null;
  #broken: Error | null = null;
  /** One function for all entries: the ZIP keeps what it is given, and a function made in `add` would keep the stream. */
  readonly #giveCurrent = (ready: (error: unknown, content: NodeJS.ReadableStream) => void): void => {
    if (this.#current !== null) ready(null, this.#current);
  };

  /** Begins a new file; that it exists, or cannot be written, is told by the next call. */
  constructor(path: string, signal?: AbortSignal) {
    const file = createWriteStream(path, { flags: 'wx', flush: true });
    this.#written = pipeline(this.#zip.outputStream, file, signal === undefined ? {} : { signal });
    this.#written.catch((cause: unknown) => this.#break(cause));
    this.#zip.on('error', cause => this.#break(cause));
  }

  /** Adds one entry. Rejects when the content breaks off or the archive cannot be written; then the archive is lost. */
  async add(path: string, content: Readable, { modifiedMs, isCompressed }: EntryOptions): Promise<WrittenEntry> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        done(null, chunk);
      },
    });
    const options = { mtime: new Date(modifiedMs), mode: 0o100644, compress: isCompressed };
    this.#current = measured;
    if (this.#broken !== null) measured.destroy(this.#broken);
    this.#zip.addReadStreamLazy(path, options, this.#giveCurrent);
    await Promise.all([pipeline(content, measured), finished(measured)]).finally(() => content.destroy());
    return { path, sizeBytes, sha256: hash.digest('hex') };
  }

  /** Writes the directory of the archive and closes the file, its bytes on the disk. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }

  /** Gives up: closes the file, which holds no usable archive. */
  async abandon(): Promise<void> {
    if (this.#zip.outputStream instanceof PassThrough) this.#zip.outputStream.destroy();
    await this.#written.catch(() => undefined);
  }

  #break(cause: unknown): void {
    this.#broken ??= cause instanceof Error ? cause : new Error('the archive cannot be written', { cause });
    this.#current?.destroy(this.#broken);
  }
}
