/**
 * The folders of a walk: those still to be read, and those that were. A folder is added when its parent was read, so
 * none is read before it is known that a folder is what leads there.
 */
export interface FoldersToRead {
  /** The next one, by its path inside the root; undefined when there is none just now. */
  next(): string | undefined;
  add(path: string): void;
  /**
   * The one given last was gone through, and what is in it was added.
   * @param mtimeNs when its names last changed, from before it was read; null when it could not be read.
   */
  finish(path: string, mtimeNs: bigint | null): void;
}

/** The folders of a walk that one thread makes alone. */
export class OwnFolders implements FoldersToRead {
  readonly #waiting: string[] = [];
  /** Of each folder that was read: when its names last changed. */
  readonly times = new Map<string, bigint>();

  next(): string | undefined {
    return this.#waiting.pop();
  }

  add(path: string): void {
    this.#waiting.push(path);
  }

  finish(path: string, mtimeNs: bigint | null): void {
    if (mtimeNs !== null) this.times.set(path, mtimeNs);
  }
}
