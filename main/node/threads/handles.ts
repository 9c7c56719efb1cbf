import { assert } from '../../../shared/assert.ts';
import type { Handle } from './thread-jobs.ts';

/** What is open in a thread, by the number of the question that opened it. */
export class Handles<T> {
  readonly #all = new Map<Handle, T>();

  add(file: Handle, opened: T): void {
    this.#all.set(file, opened);
  }

  get(file: Handle): T {
    const opened = this.#all.get(file);
    assert(opened !== undefined, 'a file is open in the thread that is asked about it');
    return opened;
  }

  take(file: Handle): T | undefined {
    const opened = this.#all.get(file);
    this.#all.delete(file);
    return opened;
  }
}
