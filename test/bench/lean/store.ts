import { randomUUID } from 'node:crypto';

import type { TreeWish } from '../tree/plan.ts';
import { Contents } from '../tree/write.ts';
import { FILLED_AT, fillingOf } from './filling.ts';

/** A folder at the lean service. */
export interface Folder {
  readonly id: string;
  readonly name: string;
  readonly parent: Folder | null;
  readonly folders: Folder[];
  readonly files: File[];
  readonly madeAt: string;
}

/** A file at the lean service. Until it is confirmed no list shows it. */
export interface File {
  readonly id: string;
  name: string;
  folder: Folder;
  readonly contentType: string;
  readonly versions: Version[];
  readonly madeAt: string;
  isConfirmed: boolean;
}

export interface Version {
  readonly id: string;
  sizeBytes: number;
  /** Null: only its size is remembered, and a download gets noise of that size. Contents of a tree are made per download. */
  bytes: Uint8Array | (() => Uint8Array) | null;
  readonly base: string | null;
  readonly madeAt: string;
}

/** What the lean service knows, in memory. */
export class LeanStore {
  readonly root: Folder = folderOf('Knowledge Base', null, randomUUID());
  readonly #folders = new Map([[this.root.id, this.root]]);
  readonly #files = new Map<string, File>();
  readonly #versions = new Map<string, Version>();
  /** Files that every list shows. */
  confirmed = 0;

  folder(id: string): Folder | null {
    return this.#folders.get(id) ?? null;
  }

  file(id: string): File | null {
    return this.#files.get(id) ?? null;
  }

  version(id: string): Version | null {
    return this.#versions.get(id) ?? null;
  }

  addFolder(name: string, parent: Folder, id: string = randomUUID()): Folder {
    const made = folderOf(name, parent, id);
    this.#folders.set(made.id, made);
    parent.folders.push(made);
    return made;
  }

  /** A file that is announced: its first version has no bytes yet. */
  announce(folder: Folder, name: string, contentType: string): File {
    const file = this.#addFile({ id: randomUUID(), name, folder, contentType, madeAt: new Date().toISOString() });
    this.addVersion(file, { sizeBytes: 0, bytes: null, base: null });
    return file;
  }

  addVersion(file: File, parts: Pick<Version, 'sizeBytes' | 'bytes' | 'base'> & Partial<Version>): Version {
    const version = { id: randomUUID(), madeAt: new Date().toISOString(), ...parts };
    this.#versions.set(version.id, version);
    file.versions.push(version);
    return version;
  }

  confirm(file: File): void {
    if (file.isConfirmed) return;
    file.isConfirmed = true;
    file.folder.files.push(file);
    this.confirmed += 1;
  }

  /** Renames a file, moves it, or both. */
  place(
    file: File,
    { name, folderId }: { readonly name?: string | undefined; readonly folderId?: string | undefined },
  ): void {
    const folder = folderId === undefined ? file.folder : this.folder(folderId);
    if (folder !== null && folder !== file.folder) {
      takeOut(file);
      folder.files.push(file);
      file.folder = folder;
    }
    file.name = name ?? file.name;
  }

  /** A file that is removed is not found any more. */
  remove(file: File): void {
    takeOut(file);
    this.#files.delete(file.id);
  }

  /** Puts a whole tree into a new folder, as if it had been sent long ago; returns the folder. */
  fill(name: string, wish: TreeWish): Folder {
    const contents = new Contents(wish.seed);
    const made = new Map<string, Folder>();
    for (const { path, id, files } of fillingOf(wish)) {
      const place =
        path === '' ? { name, parent: this.root } : { name: nameOf(path), parent: made.get(parentOf(path)) };
      const folder = this.addFolder(place.name, place.parent ?? this.root, id);
      made.set(path, folder);
      for (const { number, sizeBytes, version, ...each } of files) {
        const file = this.#addFile({ ...each, folder, contentType: 'application/octet-stream', madeAt: FILLED_AT });
        const bytes = (): Uint8Array => Buffer.concat([...contents.of(number, sizeBytes)]);
        this.addVersion(file, { id: version, sizeBytes, bytes, base: null, madeAt: FILLED_AT });
        this.confirm(file);
      }
    }
    const top = made.get('');
    if (top === undefined) throw new Error('a tree without a top');
    return top;
  }

  #addFile(parts: Omit<File, 'versions' | 'isConfirmed'>): File {
    const file: File = { ...parts, versions: [], isConfirmed: false };
    this.#files.set(file.id, file);
    return file;
  }
}

/** The newest version. @throws Error when there is none, which no file is without. */
export function latestOf({ versions }: File): Version {
  const last = versions.at(-1);
  if (last === undefined) throw new Error('a file without a version');
  return last;
}

function takeOut(file: File): void {
  file.folder.files.splice(file.folder.files.indexOf(file), 1);
}

function folderOf(name: string, parent: Folder | null, id: string): Folder {
  return { id, name, parent, folders: [], files: [], madeAt: new Date().toISOString() };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
