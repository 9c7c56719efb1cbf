import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Objects, StoredContent } from '../rules/ground/backend.ts';
import type { ByteRange } from '../rules/files/storage.ts';
import { firstGenerated, readGenerated } from './generated-content.ts';
import { generatedObject } from './generated-key.ts';

/**
 * The object storage: content as files. Uploads arrive in `uploads/` and move to `objects/` when they are adopted, so
 * that a late upload to the same address cannot change a version. Everything appears under its name only when it is whole.
 * Objects whose key describes them are not stored at all; their bytes are made when they are read.
 */
export class ObjectFiles implements Objects {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
    rmSync(join(root, 'arriving'), { recursive: true, force: true });
    for (const folder of ['arriving', 'uploads', 'objects']) mkdirSync(join(root, folder), { recursive: true });
  }

  sizeOf(objectKey: string): number | null {
    const generated = generatedObject(objectKey);
    if (generated !== null) return generated.sizeBytes;
    const path = [this.#object(objectKey), this.#upload(objectKey)].find(existsSync);
    return path === undefined ? null : statSync(path).size;
  }

  adopt(objectKey: string): void {
    // Renamed before the records say so: a service that dies in between finds the object in place at the next confirm.
    if (generatedObject(objectKey) !== null || existsSync(this.#object(objectKey))) return;
    renameSync(this.#upload(objectKey), this.#object(objectKey));
  }

  copy(objectKey: string, newKey: string): void {
    // Objects never change, so two names for one file are as good as two files.
    linkSync(this.#object(objectKey), this.#object(newKey));
  }

  remove(objectKey: string): void {
    rmSync(this.#object(objectKey), { force: true });
  }

  /** Stores what is uploaded to a presigned address. Nothing is stored when `bytes` breaks off. */
  async storeUpload(objectKey: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#store(this.#upload(objectKey), bytes);
  }

  /** Stores content that came inside a request, under a new key. */
  async storeContent(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StoredContent> {
    const objectKey = randomUUID();
    const sizeBytes = await this.#store(this.#object(objectKey), bytes);
    return { objectKey, sizeBytes };
  }

  /** Takes back content that no version came to hold. */
  async forget(content: StoredContent): Promise<void> {
    await rm(this.#object(content.objectKey), { force: true });
  }

  /** The path of an object that the caller writes itself; the file must appear there only when it is complete. */
  placeFor(objectKey: string): string {
    return this.#object(objectKey);
  }

  /** The size of an adopted object, or null. Uploads that were not confirmed cannot be downloaded. */
  adoptedSize(objectKey: string): number | null {
    const generated = generatedObject(objectKey);
    if (generated !== null) return generated.sizeBytes;
    const path = this.#object(objectKey);
    return existsSync(path) ? statSync(path).size : null;
  }

  /** Streams an adopted object, or a part of it. */
  read(objectKey: string, range?: ByteRange): Readable {
    const generated = generatedObject(objectKey);
    if (generated !== null) return readGenerated(generated, range);
    return createReadStream(this.#object(objectKey), range ?? {});
  }

  /** At most the first `limitBytes` of an adopted object. */
  async firstBytes(objectKey: string, limitBytes: number): Promise<Uint8Array> {
    const generated = generatedObject(objectKey);
    if (generated !== null) return firstGenerated(generated, limitBytes);
    const file = await open(this.#object(objectKey));
    try {
      const { size } = await file.stat();
      const bytes = new Uint8Array(Math.min(size, limitBytes));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async #store(path: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
    const arriving = join(this.#root, 'arriving', randomUUID());
    // Opened before anything is read: a stream that opens by itself can make the file after it was cleared away.
    const file = (await open(arriving, 'wx')).createWriteStream();
    try {
      await pipeline(bytes, file);
      await rename(arriving, path);
      return file.bytesWritten;
    } catch (thrown) {
      await rm(arriving, { force: true });
      throw thrown;
    }
  }

  /** Keys are UUIDs of our own. */
  #object(objectKey: string): string {
    return this.#placed('objects', objectKey);
  }

  #upload(objectKey: string): string {
    return this.#placed('uploads', objectKey);
  }

  #placed(area: string, objectKey: string): string {
    if (!/^[0-9a-f-]{36}$/.test(objectKey)) throw new Error('An object key must be a UUID.');
    return join(this.#root, area, objectKey);
  }
}
