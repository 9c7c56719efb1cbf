import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makePipe } from '../on-posix.ts';

/** What the disk's threads run where a folder is to hang. */
export const HANGING_THREAD = new URL('./hanging-thread.ts', import.meta.url);
/** What the threads that watch run there. */
export const HANGING_WATCH = new URL('./hanging-watch-thread.ts', import.meta.url);

/** A folder that hangs for the program that works in a data directory with `HANGING_THREAD`. */
export class HangingFolder {
  readonly #data: string;

  /** @param share a folder that counts as a volume of its own. */
  constructor(data: string, share?: string) {
    this.#data = data;
    if (share !== undefined) writeFileSync(join(data, 'share'), share);
    makePipe(join(data, 'hangs.pipe'));
  }

  /** From now on no call on the folder returns. */
  begin(path: string): void {
    writeFileSync(join(this.#data, 'hangs'), path);
  }

  /** All calls return, those that wait and those to come. */
  end(): void {
    rmSync(join(this.#data, 'hangs'), { force: true });
    // Opening it for both waits for nothing, and wakes all that wait.
    closeSync(openSync(join(this.#data, 'hangs.pipe'), 'r+'));
  }
}
