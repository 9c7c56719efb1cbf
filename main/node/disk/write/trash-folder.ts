import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { assert } from '../../../../shared/assert.ts';
import type { Entry, OpenFile, Staging, StoredBytes } from '../../../ports/disk.ts';
import { copyDurably } from './copy-file.ts';
import { entryAt, sameBytes, fingerprintOf, statExactly, statIfThere } from '../volume/entry.ts';
import { flushFolder } from '../flush.ts';
import { hasWriter } from '../volume/has-writer.ts';
import { openOurs } from '../read/opened-file.ts';
import { ReadFile } from '../read/read-file.ts';
import type { Reach } from '../volume/held-folders.ts';
import { openAnew, removeFile, StagedFile } from './staged-file.ts';
import { codeOf, diskFault, inUse, refusedFault, staleFault } from '../system-error.ts';
import { asHeld } from '../volume/held-open.ts';
import { letGo, takeName } from './release-name.ts';

/** What a file in the store may be called. */
const NAME = /^[A-Za-z0-9-][A-Za-z0-9._-]*$/;
/** The end of the name of a file that is being written. */
const UNFINISHED = '.part';

/** The folder where removed files are kept for a while: plain files under names of ours. */
export class Store {
  readonly #folder: string;

  /** @param folder absolute; made when first needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes a file out of a root if it still has this fingerprint; see `Disk.store`. */
  async take(
    reach: Reach,
    path: string,
    { fingerprint, storeName }: { fingerprint: string; storeName: string },
  ): Promise<void> {
    try {
      const source = reach.locateInside(path);
      const before = statIfThere(source);
      if (before === null || !before.isFile() || fingerprintOf(before) !== fingerprint)
        throw staleFault(path, 'has changed');
      const target = this.#freePath(storeName);
      if (rename(source, target)) this.#checkTaken({ source, target, path }, before);
      else await this.#copyOut({ source, target, path }, fingerprint);
      await flushFolder(this.#folder);
      await flushFolder(dirname(source));
    } catch (thrown) {
      throw diskFault(await asHeld(thrown, reach, path), path);
    }
  }

  /** Brings a file back to a free path of a root; see `Disk.restore`. */
  async restore(reach: Reach, storeName: string, path: string): Promise<Entry> {
    try {
      const source = this.#path(storeName);
      const target = reach.locateInside(path);
      if (!link(source, target)) await this.#copyBack(reach, source, { target, path });
      await flushFolder(dirname(target));
      letGo(source);
      return entryAt(target, statExactly(target));
    } catch (thrown) {
      if (codeOf(thrown) === 'EEXIST') throw staleFault(path, 'is there already');
      throw diskFault(thrown, path);
    }
  }

  /** Without links, or from another volume: a whole copy in the staging folder gets the name, unless that is taken. */
  async #copyBack(reach: Reach, source: string, { target, path }: { target: string; path: string }): Promise<void> {
    const staged = join(reach.madeStage(), randomUUID());
    await copyDurably(source, staged);
    try {
      if (link(staged, target)) return;
      // RACE: a file that a program makes here in this very instant is replaced; only where there are no hard links.
      if (statIfThere(target) !== null) throw staleFault(path, 'is there already');
      renameSync(staged, target);
    } finally {
      letGo(staged);
    }
  }

  /** Moves a file of ours (already set aside) into the store. */
  async takeOver(source: string, storeName: string): Promise<void> {
    const target = this.#freePath(storeName);
    if (!rename(source, target)) {
      await copyDurably(source, target);
      await flushFolder(this.#folder);
      takeName(source);
    }
    await flushFolder(this.#folder);
  }

  /**
   * The same for a file into which a program still writes: only where it stays the same file.
   * @returns false when the store is on another volume; then nothing was done.
   */
  async rename(source: string, storeName: string): Promise<boolean> {
    if (!rename(source, this.#freePath(storeName))) return false;
    await flushFolder(this.#folder);
    return true;
  }

  /**
   * Moves a file that a crash left set aside into the store, under a new name.
   * @returns that name; null when a program still writes into it and the store is on another volume: then it stays.
   */
  async rescue(source: string): Promise<string | null> {
    const name = `rescued-${randomUUID()}`;
    if ((await hasWriter(source)) === true) return (await this.rename(source, name)) ? name : null;
    await this.takeOver(source, name);
    return name;
  }

  /** Begins a file in the store; it gets its name only when it is finished. @throws FaultError. */
  stage(storeName: string): Staging {
    try {
      const target = this.#freePath(storeName);
      const unfinished = `${target}${UNFINISHED}`;
      const whenFinished = (): Promise<void> => {
        renameSync(unfinished, target);
        return flushFolder(this.#folder);
      };
      return new StagedFile(openAnew(unfinished), {
        folder: this.#folder,
        shown: storeName,
        remove: cameNowhere => removeFile(unfinished, cameNowhere),
        whenFinished,
      });
    } catch (thrown) {
      throw diskFault(thrown, storeName);
    }
  }

  /** See `Disk.listStored`. A store that was never needed is empty. */
  list(): readonly StoredBytes[] {
    try {
      return readdirSync(this.#folder).flatMap(name => {
        const stats = NAME.test(name) ? statIfThere(join(this.#folder, name)) : null;
        return stats?.isFile() === true ? [storedBytes(name, Number(stats.size))] : [];
      });
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return [];
      throw diskFault(thrown, this.#folder);
    }
  }

  /** See `Disk.openStored`. */
  open(storeName: string): OpenFile {
    return new ReadFile(openOurs(this.#path(storeName), storeName));
  }

  drop(storeName: string): void {
    letGo(this.#path(storeName));
    letGo(`${this.#path(storeName)}${UNFINISHED}`);
  }

  /** The rename took the file that had the name at that instant; if that was a newer one, it goes back. */
  #checkTaken(taken: { source: string; target: string; path: string }, before: Parameters<typeof sameBytes>[0]): void {
    const now = statIfThere(taken.target);
    if (now !== null && sameBytes(now, before)) return;
    try {
      linkSync(taken.target, taken.source);
      takeName(taken.target);
    } catch {
      // Something new took the place already: the bytes stay in the store, where they are safe.
    }
    throw staleFault(taken.path, 'has changed');
  }

  /**
   * The store is on another volume: the copy is safe before the original goes.
   * RACE: bytes written between the last look and the removal are lost, some microseconds; and what a program writes later
   * that opened it since we asked for programs, some milliseconds.
   */
  async #copyOut(taken: { source: string; target: string; path: string }, fingerprint: string): Promise<void> {
    await copyDurably(taken.source, taken.target);
    try {
      await flushFolder(this.#folder);
      if ((await hasWriter(taken.source)) === true) throw inUse(taken.path);
      const now = statIfThere(taken.source);
      if (now === null || fingerprintOf(now) !== fingerprint) throw staleFault(taken.path, 'has changed');
      takeName(taken.source);
    } catch (thrown) {
      letGo(taken.target);
      throw thrown;
    }
  }

  #freePath(storeName: string): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#path(storeName);
    if (statIfThere(path) !== null) throw refusedFault(storeName, 'EEXIST');
    return path;
  }

  #path(storeName: string): string {
    assert(NAME.test(storeName), `“${storeName}” is a name for a stored file`);
    return join(this.#folder, storeName);
  }
}

function storedBytes(name: string, sizeBytes: number): StoredBytes {
  if (!name.endsWith(UNFINISHED)) return { name, sizeBytes, isFinished: true };
  return { name: name.slice(0, -UNFINISHED.length), sizeBytes, isFinished: false };
}

/** Gives a file a second name where nothing is; false when that is on another volume. @throws EEXIST and others. */
function link(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch (thrown) {
    if (['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(thrown) ?? '')) return false;
    throw thrown;
  }
}

/** Renames onto a free name of ours; false when it is on another volume. */
function rename(source: string, target: string): boolean {
  try {
    renameSync(source, target);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EXDEV') return false;
    throw thrown;
  }
}
