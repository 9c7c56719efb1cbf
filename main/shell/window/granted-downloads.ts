import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { MINUTE } from '../../../shared/units.ts';
import type { Body } from './byte-answers.ts';

/** A file that is dropped is sent with its turn; many at once take a while. */
const GOOD_FOR_MS = 30 * MINUTE;
const MOST_KEPT = 20_000;

/** Where dropped files are, by names that the page uses instead of paths (S10): each good once, and not for long. */
export class HandedOverFiles {
  readonly #paths = new Map<string, { readonly path: string; readonly untilMs: number }>();

  keep(path: string): string {
    const name = randomUUID();
    this.#paths.set(name, { path, untilMs: performance.now() + GOOD_FOR_MS });
    for (const oldest of this.#paths.keys()) {
      if (this.#paths.size <= MOST_KEPT) break;
      this.#paths.delete(oldest);
    }
    return name;
  }

  /** The file of a name, once; null when there is none of it, or it is no file. */
  async take(name: string): Promise<Body | null> {
    const kept = this.#paths.get(name);
    this.#paths.delete(name);
    if (kept === undefined || kept.untilMs < performance.now()) return null;
    const stats = await stat(kept.path).catch(() => null);
    if (stats?.isFile() !== true) return null;
    return { sizeBytes: stats.size, parts: createReadStream(kept.path) as AsyncIterable<Uint8Array> };
  }
}
