import type { Sha256 } from '../../../shared/ids.ts';
import { contentTexts } from '../../../shared/features/preview/text.ts';
import type { Staging } from '../../ports/disk.ts';
import { refused } from '../resolve-id.ts';

/** Takes what is fetched into memory, and no more of it than was agreed. */
export class InMemory implements Staging {
  readonly #mostBytes: number;
  readonly #isOver: () => boolean;
  readonly #tooLarge: string;
  #chunks: Uint8Array[] = [];
  #sizeBytes = 0;

  /** @param isOver whether nobody wants it any more. @param tooLarge what is said when it is more. */
  constructor(mostBytes: number, { isOver, tooLarge }: { readonly isOver: () => boolean; readonly tooLarge: string }) {
    this.#mostBytes = mostBytes;
    this.#isOver = isOver;
    this.#tooLarge = tooLarge;
  }

  /** All that came. */
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
    // Whoever wrote it may use its memory again.
    this.#chunks.push(chunk.slice());
    this.#sizeBytes += chunk.byteLength;
  }

  async finish(): Promise<{ sha256: Sha256; sizeBytes: number }> {
    // Nobody compares what is only looked at, and hashing is the disk's work.
    return { sha256: '' as Sha256, sizeBytes: this.#sizeBytes };
  }

  async discard(): Promise<void> {
    this.#chunks = [];
    this.#sizeBytes = 0;
  }
}

/** Versions that were fetched lately, so that looking twice asks once. A version's bytes never change. */
export class FetchedVersions {
  readonly #mostBytes: number;
  readonly #kept = new Map<string, Uint8Array>();

  /** @param mostBytes of all together; those that were looked at longest ago go first. */
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
