import { FaultError } from '../../../shared/fault.ts';
import { MIB } from '../../../shared/units.ts';
import type { Source, SourceEntry, SourceFacts, SourceFile } from '../../ports/source.ts';
import type { Survey } from '../../ports/ground.ts';
import { codeOf, diskFault, refused, stale } from '../disk/system-error.ts';
import { readOnlyFs } from './read-only-fs.ts';
import type { BigIntStats, Dirent } from './read-only-fs.ts';

/**
 * Entries that are looked at together: a network share answers several as quickly as one. A share that hangs keeps so many of
 * the threads of Node's pool, and the pool has many more.
 * GAP: as many such shares at a time as the pool has threads for, four each, would keep all of them.
 */
const TOGETHER = 4;
const CHUNK = 128;
const REPLACEMENT = '\uFFFD';

/** Tells what kind of volume a folder that exists is on. */
export type VolumeKind = (folder: string) => Survey['volume'];

/** A folder of an instrument, on the real disk. */
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
      const realPath = await readOnlyFs.realpath(this.#root);
      const stats = await readOnlyFs.lstat(realPath, { bigint: true });
      if (!stats.isDirectory()) return { ...nothing, is: 'missing' };
      const folder = await readOnlyFs.opendir(realPath, { bufferSize: 1 });
      await folder.close();
      const volume = this.#volumeKind(realPath);
      return { is: 'folder', realPath, volume, folderId: `${stats.ino}`, ...(await roomOf(realPath)) };
    } catch (error) {
      const code = codeOf(error);
      if (code === null) throw error;
      return { ...nothing, is: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' };
    }
  }

  async *list(path: string): AsyncIterable<readonly SourceEntry[]> {
    const folder = await this.#placeOf(path);
    const names: string[] = [];
    try {
      const stats = await readOnlyFs.lstat(folder);
      if (path !== '' && !stats.isDirectory()) throw stale(path, 'is no folder any more');
      for await (const { name } of (await readOnlyFs.opendir(folder, {
        bufferSize: CHUNK,
      })) as AsyncIterable<Dirent>) {
        names.push(name);
        if (names.length === CHUNK) yield await this.#entries(folder, names.splice(0));
      }
    } catch (error) {
      throw diskFault(error, path);
    }
    if (names.length > 0) yield await this.#entries(folder, names);
  }

  async stat(path: string): Promise<SourceEntry | null> {
    try {
      return await entryAt(await this.#placeOf(path), path.slice(path.lastIndexOf('/') + 1));
    } catch (error) {
      if (error instanceof FaultError && error.fault.kind === 'stale') return null;
      throw diskFault(error, path);
    }
  }

  async read(path: string): Promise<SourceFile> {
    try {
      const place = await this.#placeOf(path);
      const name = path.slice(path.lastIndexOf('/') + 1);
      // A pipe or a device is not even opened.
      if ((await entryAt(place, name))?.kind !== 'file') throw stale(path, 'is no file any more');
      const file = await readOnlyFs.openForReading(place);
      try {
        const stats = await readOnlyFs.fstat(file, { bigint: true });
        if (!stats.isFile()) throw stale(path, 'is no file any more');
        return new OpenedFile(file, { place, path, entry: entryOf(name, stats) });
      } catch (error) {
        await readOnlyFs.close(file);
        throw error;
      }
    } catch (error) {
      throw codeOf(error) === 'ELOOP' ? stale(path, 'is no file any more') : diskFault(error, path);
    }
  }

  async #entries(folder: string, names: readonly string[]): Promise<readonly SourceEntry[]> {
    const found: SourceEntry[] = [];
    for (let at = 0; at < names.length; at += TOGETHER) {
      const some = names
        .slice(at, at + TOGETHER)
        .map(name => entryAt(`${folder}/${name}`, name).catch(asRefused(name)));
      for (const entry of await Promise.all(some)) if (entry !== null) found.push(entry);
    }
    return found;
  }

  /**
   * Where a path is. No folder on the way may be a link: it could lead out of the zone.
   * RACE: one that is exchanged for a link right after this look is followed; it takes a program that aims at it.
   */
  async #placeOf(path: string): Promise<string> {
    const names = path === '' ? [] : path.split('/');
    if (names.some(name => name === '' || name === '.' || name === '..' || name.includes('\0')))
      throw refused(path, 'EINVAL');
    let folder = this.#root;
    for (const name of names.slice(0, -1)) {
      folder = `${folder}/${name}`;
      const stats = await readOnlyFs.lstat(folder).catch((error: unknown) => {
        throw diskFault(error, path);
      });
      if (stats.isSymbolicLink()) throw refused(path, 'ELOOP');
      if (!stats.isDirectory()) throw stale(path, 'has lost its folder');
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
      const buffer = Buffer.allocUnsafe(Math.min(MIB, Math.max(this.entry.sizeBytes - at + 1, 1024)));
      const { bytesRead } = await readOnlyFs.read(this.#file, buffer, 0, buffer.byteLength, at).catch(error => {
        throw diskFault(error, this.#at.path);
      });
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async unchanged(): Promise<boolean> {
    try {
      const open = entryOf(this.entry.name, await readOnlyFs.fstat(this.#file, { bigint: true }));
      const there = await entryAt(this.#at.place, this.entry.name);
      return open.stamp === this.entry.stamp && there?.stamp === this.entry.stamp;
    } catch {
      return false;
    }
  }

  close(): Promise<void> {
    return readOnlyFs.close(this.#file);
  }
}

async function entryAt(place: string, name: string): Promise<SourceEntry | null> {
  try {
    return entryOf(name, await readOnlyFs.lstat(place, { bigint: true }));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      // A name that is not valid text cannot be asked for by that text; it is there all the same.
      return name.includes(REPLACEMENT) ? { name, kind: 'other', sizeBytes: 0, modifiedMs: 0, stamp: 'name' } : null;
    }
    throw error;
  }
}

/** Names that cannot be looked at stand in the list as what they are: unreadable. */
function asRefused(name: string): (error: unknown) => SourceEntry {
  return error => ({ name, kind: 'other', sizeBytes: 0, modifiedMs: 0, stamp: codeOf(error) ?? 'unknown' });
}

function entryOf(name: string, stats: BigIntStats): SourceEntry {
  return {
    name,
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
    sizeBytes: stats.isFile() ? Number(stats.size) : 0,
    modifiedMs: Number(stats.mtimeMs),
    stamp: stats.isFile() ? `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` : `${stats.ino}`,
  };
}

async function roomOf(folder: string): Promise<Pick<SourceFacts, 'freeBytes' | 'totalBytes'>> {
  try {
    const { bavail, blocks, bsize } = await readOnlyFs.statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return { freeBytes: null, totalBytes: null };
  }
}
