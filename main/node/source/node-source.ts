import { FaultError } from '../../../shared/fault.ts';
import { MIB } from '../../../shared/units.ts';
import type { Source, SourceEntry, SourceFacts, SourceFile } from '../../ports/read-only-folder.ts';
import type { Survey } from '../../ports/folder-survey.ts';
import { runInPool } from '../disk/job-pool.ts';
import { codeOf, diskFault, isAbsence, refusedFault, staleFault } from '../disk/system-error.ts';
import { readOnlyFs } from './read-only-fs.ts';
import type { BigIntStats, Dir } from './read-only-fs.ts';

/** Entries that are looked at together: a network share answers several as quickly as one. */
const TOGETHER = 4;
const CHUNK = 128;
const REPLACEMENT = '\uFFFD';

/** Tells what kind of volume a folder that exists is on. */
export type VolumeKind = (folder: string) => Survey['volume'];

/**
 * A folder of an instrument, on the real disk. Nearly all of its calls hold the thread that makes them: in the product that
 * is one for this folder alone. What is looked at together is looked at in Node's pool, as long as that has room.
 */
export class NodeSource implements Source {
  readonly #root: string;
  readonly #volumeKind: VolumeKind;

  /** @param root absolute. */
  constructor(root: string, volumeKind: VolumeKind) {
    this.#root = root;
    this.#volumeKind = volumeKind;
  }

  async survey(): Promise<SourceFacts> {
    const nothing = {
      realPath: this.#root,
      volume: 'unknown',
      folderId: null,
      freeBytes: null,
      totalBytes: null,
    } as const;
    try {
      const realPath = readOnlyFs.realpath(this.#root);
      const stats = readOnlyFs.lstat(realPath);
      if (!stats.isDirectory()) return { ...nothing, is: 'missing' };
      readOnlyFs.opendir(realPath, 1).closeSync();
      const volume = this.#volumeKind(realPath);
      return { is: 'folder', realPath, volume, folderId: `${stats.ino}`, ...roomOf(realPath) };
    } catch (error) {
      const code = codeOf(error);
      if (code === null) throw error;
      return { ...nothing, is: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' };
    }
  }

  async *list(path: string): AsyncIterable<readonly SourceEntry[]> {
    const place = this.#placeOf(path);
    const folder = openFolder(place, path);
    try {
      for (let names = namesOf(folder, path); names.length > 0; names = namesOf(folder, path))
        yield await this.#entries(place, names);
    } finally {
      folder.closeSync();
    }
  }

  async stat(path: string): Promise<SourceEntry | null> {
    try {
      return entryAt(this.#placeOf(path), path.slice(path.lastIndexOf('/') + 1));
    } catch (error) {
      if (error instanceof FaultError && error.fault.kind === 'stale') return null;
      throw diskFault(error, path);
    }
  }

  async isWritten(path: string): Promise<boolean | null> {
    try {
      return await readOnlyFs.isBeingWritten(this.#placeOf(path));
    } catch (error) {
      if (error instanceof FaultError && error.fault.kind === 'stale') return false;
      throw error;
    }
  }

  async read(path: string): Promise<SourceFile> {
    try {
      const place = this.#placeOf(path);
      const name = path.slice(path.lastIndexOf('/') + 1);
      // A pipe or a device is not even opened.
      if (entryAt(place, name)?.kind !== 'file') throw staleFault(path, 'is no file any more');
      const file = readOnlyFs.openForReading(place);
      try {
        const stats = readOnlyFs.fstat(file);
        if (!stats.isFile()) throw staleFault(path, 'is no file any more');
        return new OpenedFile(file, { place, path, entry: entryOf(name, stats) });
      } catch (error) {
        readOnlyFs.close(file);
        throw error;
      }
    } catch (error) {
      throw codeOf(error) === 'ELOOP' ? staleFault(path, 'is no file any more') : diskFault(error, path);
    }
  }

  async #entries(folder: string, names: readonly string[]): Promise<readonly SourceEntry[]> {
    const found: SourceEntry[] = [];
    for (let at = 0; at < names.length; at += TOGETHER) {
      const some = names.slice(at, at + TOGETHER).map(name => entryLater(`${folder}/${name}`, name));
      for (const entry of await Promise.all(some)) if (entry !== null) found.push(entry);
    }
    return found;
  }

  /**
   * Where a path is. No folder on the way may be a link: it could lead out of the zone.
   * RACE: one that is exchanged for a link right after this look is followed; it takes a program that aims at it.
   */
  #placeOf(path: string): string {
    const names = path === '' ? [] : path.split('/');
    if (names.some(name => name === '' || name === '.' || name === '..' || name.includes('\0')))
      throw refusedFault(path, 'EINVAL');
    let folder = this.#root;
    for (const name of names.slice(0, -1)) {
      folder = `${folder}/${name}`;
      const stats = lstatOn(folder, path);
      if (stats.isSymbolicLink()) throw refusedFault(path, 'ELOOP');
      if (!stats.isDirectory()) throw staleFault(path, 'has lost its folder');
    }
    return [folder, ...names.slice(-1)].join('/');
  }
}

class OpenedFile implements SourceFile {
  readonly entry: SourceEntry;
  readonly #file: number;
  readonly #at: { readonly place: string; readonly path: string };

  constructor(file: number, { place, path, entry }: { place: string; path: string; entry: SourceEntry }) {
    this.#file = file;
    this.#at = { place, path };
    this.entry = entry;
  }

  async *chunks(): AsyncIterable<Uint8Array> {
    for (let at = 0; ;) {
      // Memory of its own, which can be given away.
      const buffer = new Uint8Array(Math.min(MIB, Math.max(this.entry.sizeBytes - at + 1, 1024)));
      const bytesRead = this.#readInto(buffer, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async unchanged(): Promise<boolean> {
    try {
      const open = entryOf(this.entry.name, readOnlyFs.fstat(this.#file));
      const there = entryAt(this.#at.place, this.entry.name);
      return open.fingerprint === this.entry.fingerprint && there?.fingerprint === this.entry.fingerprint;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    readOnlyFs.close(this.#file);
  }

  #readInto(buffer: Uint8Array, at: number): number {
    try {
      return readOnlyFs.read(this.#file, buffer, at);
    } catch (error) {
      throw diskFault(error, this.#at.path);
    }
  }
}

/** @throws FaultError. */
function lstatOn(folder: string, path: string): BigIntStats {
  try {
    return readOnlyFs.lstat(folder);
  } catch (error) {
    throw diskFault(error, path);
  }
}

/** @throws FaultError; `stale` where there is no folder any more. */
function openFolder(place: string, path: string): Dir {
  if (!lstatOn(place, path).isDirectory() && path !== '') throw staleFault(path, 'is no folder any more');
  try {
    return readOnlyFs.opendir(place, CHUNK);
  } catch (error) {
    throw diskFault(error, path);
  }
}

/** The next names of a folder; none at its end. @throws FaultError. */
function namesOf(folder: Dir, path: string): string[] {
  const names: string[] = [];
  try {
    while (names.length < CHUNK) {
      const next = folder.readSync();
      if (next === null) break;
      names.push(next.name);
    }
    return names;
  } catch (error) {
    throw diskFault(error, path);
  }
}

function entryAt(place: string, name: string): SourceEntry | null {
  try {
    return entryOf(name, readOnlyFs.lstat(place));
  } catch (error) {
    if (isAbsence(error)) return absent(name);
    throw error;
  }
}

/** The same in the pool where that has room. Names that cannot be looked at stand in the list as what they are: unreadable. */
async function entryLater(place: string, name: string): Promise<SourceEntry | null> {
  try {
    const stats = await runInPool(
      () => readOnlyFs.lstatLater(place),
      () => readOnlyFs.lstat(place),
    );
    return entryOf(name, stats);
  } catch (error) {
    return isAbsence(error) ? absent(name) : unreadable(name, codeOf(error) ?? 'unknown');
  }
}

/** What a name is that leads nowhere: one that is not valid text cannot be asked for by that text, and is there all the same. */
function absent(name: string): SourceEntry | null {
  return name.includes(REPLACEMENT) ? unreadable(name, 'name') : null;
}

function unreadable(name: string, fingerprint: string): SourceEntry {
  return { name, kind: 'other', sizeBytes: 0, modifiedMs: 0, fingerprint };
}

function entryOf(name: string, stats: BigIntStats): SourceEntry {
  return {
    name,
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
    sizeBytes: stats.isFile() ? Number(stats.size) : 0,
    modifiedMs: Number(stats.mtimeMs),
    fingerprint: stats.isFile() ? `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` : `${stats.ino}`,
  };
}

function roomOf(folder: string): Pick<SourceFacts, 'freeBytes' | 'totalBytes'> {
  try {
    const { bavail, blocks, bsize } = readOnlyFs.statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return { freeBytes: null, totalBytes: null };
  }
}
