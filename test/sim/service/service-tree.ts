import { isoTime } from '../../service/rules/ground/shapes.ts';
import type { FileRow, FolderRow, VersionRow } from '../../service/rules/ground/records.ts';
import type { MemoryObjects } from './memory-objects.ts';
import type { MemoryRecords } from './memory-records.ts';
import { compare } from '../../service/rules/ground/fields.ts';

/** One thing in a folder of the service, as a test sees it. Two may have the same path. */
export type TreeEntry =
  | { readonly kind: 'folder'; readonly path: string; readonly id: string }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly id: string;
      /** Null for a file that was created and never got content. */
      readonly versionId: string | null;
      readonly bytes: Uint8Array;
      readonly updatedAt: string;
    };

/** One thing in a folder by itself. */
export interface InsideSight {
  readonly kind: 'file' | 'folder';
  readonly id: string;
  readonly name: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly createdMs: number;
  /** Of a file: its head. */
  readonly bytes: Uint8Array;
}

/** A version as it was made, and of which file. */
export interface VersionSight {
  readonly fileId: string;
  readonly versionId: string;
  readonly number: number;
  readonly bytes: Uint8Array;
  /** The user's id. */
  readonly createdBy: number;
  readonly createdAt: string;
}

/** A file in any state, with where it stands. */
export interface FileSight {
  readonly id: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly removed: boolean;
  readonly confirmed: boolean;
  readonly ownerId: number;
}

/** Reads the service's state past its access rules. Changes nothing. */
export class Sights {
  readonly #records: MemoryRecords;
  readonly #objects: MemoryObjects;

  constructor(records: MemoryRecords, objects: MemoryObjects) {
    this.#records = records;
    this.#objects = objects;
  }

  /** All that stands below a folder, without archived folders, removed or unconfirmed files; sorted by path, then id. */
  tree(folderId: string): readonly TreeEntry[] {
    const entries = this.#below(folderId, '');
    return entries.toSorted((one, other) => compare(one.path, other.path) || compare(one.id, other.id));
  }

  /** What stands in a folder itself, without what is archived, removed or unconfirmed. */
  inside(folderId: string): readonly InsideSight[] {
    const files = this.#filesIn(folderId).map(row => {
      const { bytes } = this.#file(row, '');
      return { kind: 'file' as const, id: row.id, name: row.name, createdMs: row.createdMs, bytes };
    });
    const folders = this.#records.foldersIn(folderId).filter(isActive);
    return [
      ...files,
      ...folders.map(({ id, name, createdMs }) => {
        return { kind: 'folder' as const, id, name, createdMs, bytes: new Uint8Array() };
      }),
    ];
  }

  /** A file's versions, oldest first, also of a removed file. */
  versionsOf(fileId: string): readonly VersionSight[] {
    const all = { page: 1, pageSize: 1_000_000, sortBy: 'createdAt', descending: false } as const;
    return this.#records.versionsOf(fileId, all).rows.map(row => this.#version(row));
  }

  /** Every content that ever became a version of anything, in the order of their making. */
  history(): readonly VersionSight[] {
    return this.#records.versions().map(row => this.#version(row));
  }

  /** Every file there ever was. */
  files(): readonly FileSight[] {
    return this.#records.files().map(({ id, name, folderId, removedMs, confirmed, ownerId }) => {
      return { id, name, folderId, removed: removedMs !== null, confirmed, ownerId };
    });
  }

  /** Every folder there ever was; `archived` tells whether it is the top of an archived subtree. */
  folders(): readonly { id: string; name: string; parentFolderId: string | null; archived: boolean }[] {
    return this.#records.folders().map(({ id, name, parentFolderId, archivedMs }) => {
      return { id, name, parentFolderId, archived: archivedMs !== null };
    });
  }

  #below(folderId: string, prefix: string): TreeEntry[] {
    const entries: TreeEntry[] = [];
    for (const file of this.#filesIn(folderId)) entries.push(this.#file(file, prefix));
    for (const folder of this.#records.foldersIn(folderId).filter(isActive)) {
      const path = prefix + folder.name;
      entries.push({ kind: 'folder', path, id: folder.id }, ...this.#below(folder.id, `${path}/`));
    }
    return entries;
  }

  #filesIn(folderId: string): readonly FileRow[] {
    const all = { page: 1, pageSize: 1_000_000, sortBy: 'name', descending: false } as const;
    return this.#records.filesIn({ folderId, onlyFor: null, withUnconfirmed: false }, all).rows;
  }

  #file(file: FileRow, prefix: string): Extract<TreeEntry, { kind: 'file' }> {
    const version = file.latestVersionId === null ? null : this.#records.version(file.latestVersionId);
    return {
      kind: 'file',
      path: prefix + file.name,
      id: file.id,
      versionId: version?.id ?? null,
      bytes: version === null ? new Uint8Array() : this.#objects.bytes(version.objectKey),
      updatedAt: isoTime(file.updatedMs),
    };
  }

  #version(row: VersionRow): VersionSight {
    const { id, fileId, number, createdBy, createdMs } = row;
    const bytes = this.#objects.bytes(row.objectKey);
    return { fileId, versionId: id, number, bytes, createdBy, createdAt: isoTime(createdMs) };
  }
}

function isActive(folder: FolderRow): boolean {
  return folder.archivedMs === null;
}
