import type { Objects, StoredContent } from '../../service/rules/ground/backend.ts';
import { requirePresent } from '../../../shared/assert.ts';

/** The object storage in memory. Bytes are copied in, so that a caller cannot change them afterwards. */
export class MemoryObjects implements Objects {
  readonly #uploads = new Map<string, Uint8Array>();
  readonly #objects = new Map<string, Uint8Array>();

  sizeOf(objectKey: string): number | null {
    return (this.#objects.get(objectKey) ?? this.#uploads.get(objectKey))?.length ?? null;
  }

  adopt(objectKey: string): void {
    if (this.#objects.has(objectKey)) return;
    this.#objects.set(objectKey, requirePresent(this.#uploads.get(objectKey), 'the uploaded object'));
    this.#uploads.delete(objectKey);
  }

  copy(objectKey: string, newKey: string): void {
    this.#objects.set(newKey, this.bytes(objectKey));
  }

  remove(objectKey: string): void {
    this.#objects.delete(objectKey);
  }

  adoptedSize(objectKey: string): number | null {
    return this.#objects.get(objectKey)?.length ?? null;
  }

  storeUpload(objectKey: string, bytes: Uint8Array): void {
    this.#uploads.set(objectKey, bytes.slice());
  }

  storeContent(objectKey: string, bytes: Uint8Array): StoredContent {
    this.#objects.set(objectKey, bytes.slice());
    return { objectKey, sizeBytes: bytes.length };
  }

  forget(content: StoredContent): void {
    this.#objects.delete(content.objectKey);
  }

  /** An adopted object's bytes. */
  bytes(objectKey: string): Uint8Array {
    return requirePresent(this.#objects.get(objectKey), 'the object');
  }
}

/** A short mark of a text (FNV-1a): enough to tell a forged address from a real one without an attacker. */
export function markOf(text: string): string {
  let mark = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
  return (mark >>> 0).toString(16).padStart(8, '0');
}
