import type { Sha256 } from '../../../shared/ids.ts';
import { contentTexts } from '../../../shared/features/preview/text.ts';
import type { Staging } from '../../ports/disk.ts';
import { refused } from '../resolve-id.ts';

/** A staging target in memory with a size limit. */
export class InMemory implements Staging {
  readonly #mostBytes: number;
  readonly #isOver: () => boolean;
  readonly #tooLarge: string;
  #chunks: Uint8Array[] = [];
  #sizeBytes = 0;

  /** @param isOver whether the download is no longer wanted. @param tooLarge the message when the limit is exceeded. */
  constructor(mostBytes: number, { isOver, tooLarge }: { readonly isOver: () => boolean; readonly tooLarge: string }) {
    this.#mostBytes = mostBytes;
    this.#isOver = isOver;
    this.#tooLarge = tooLarge;
  }

  /** All received bytes. */
  get bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#sizeBytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#isOver()) throw refused(contentTexts.gone);
    if (this.#sizeBytes + chunk.byteLength > this.#mostBytes) throw refused(this.#tooLarge);
    // The writer may reuse its buffer.
    this.#chunks.push(chunk.slice());
    this.#sizeBytes += chunk.byteLength;
  }

  async finish(): Promise<{ sha256: Sha256; sizeBytes: number }> {
    // A viewed file is not compared, and hashing is the job of the disk port.
    return { sha256: '' as Sha256, sizeBytes: this.#sizeBytes };
  }

  async discard(): Promise<void> {
    this.#chunks = [];
    this.#sizeBytes = 0;
  }
}

/** Recently downloaded versions, so that viewing twice downloads once. A version's bytes never change. */
export class FetchedVersions {
  readonly #mostBytes: number;
  readonly #kept = new Map<string, Uint8Array>();

  /** @param mostBytes total size; the least recently used go first. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(version: string): Uint8Array | null {
    const found = this.#kept.get(version) ?? null;
    if (found !== null) this.keep(version, found);
    return found;
  }

  keep(version: string, bytes: Uint8Array): void {
    this.#kept.delete(version);
    this.#kept.set(version, bytes);
    let all = 0;
    for (const each of this.#kept.values()) all += each.byteLength;
    for (const [oldest, each] of this.#kept) {
      if (all <= this.#mostBytes || oldest === version) break;
      all -= each.byteLength;
      this.#kept.delete(oldest);
    }
  }

  clear(): void {
    this.#kept.clear();
  }
}
