import type { ItemId, ServiceId, Sha256, VersionId } from '../../shared/ids.ts';
import { keyOn, type VolumeNames } from './names/volume-names.ts';

export type Kind = 'file' | 'folder';

/**
 * What we know of one side. `unknown` freezes the item: a folder that cannot be read, a file that is still being
 * written, a listing without it but without proof that it is gone. Unknown never means absent.
 */
export type Presence = 'present' | 'absent' | 'unknown';

/** Where and what a thing is on this computer. */
export interface LocalFacts {
  /** The folder it is in. */
  readonly parent: ItemId;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Who it is, across renames (see the Disk port). */
  readonly key: string;
  /** What state it is in; differs whenever content may differ. */
  readonly stamp: string;
  /** SHA-256 of its bytes; null for folders and for files not read yet. */
  readonly sha256: Sha256 | null;
}

/** Where and what a thing is at the service. */
export interface RemoteFacts {
  readonly id: ServiceId;
  readonly parent: ItemId;
  readonly name: string;
  readonly sizeBytes: number | null;
  /** The head version; null for folders and for files whose detail was not read yet. */
  readonly version: VersionId | null;
  /** SHA-256 of the head version, when we have sent or received it ourselves. */
  readonly sha256: Sha256 | null;
  /** The service's own word for when it changed; compared for equality only. */
  readonly updatedAt: string | null;
  /** When the service says it was made; empty where its lists do not tell. Absent until a list has shown it. */
  readonly createdAt?: string;
}

/** What both sides last agreed on: the base of every three-way decision. */
export interface Base {
  readonly parent: ItemId;
  readonly localName: string;
  readonly remoteName: string;
  readonly version: VersionId | null;
  readonly sha256: Sha256 | null;
}

/** A place here to look up by: what a volume takes for one name is in one place, whichever of its forms is shown. */
export function parentAndName(names: VolumeNames, parent: number, name: string): string {
  return `${parent}/${names.foldsCase ? keyOn(names, name) : name}`;
}

/** The place here that was agreed on, to look up by; null when nothing was. */
export function baseParentAndName(names: VolumeNames, base: Base | null): string | null {
  return base && parentAndName(names, base.parent, base.localName);
}

/** One file or folder of a mirror with its three observations. The mirror's own folder is the only item without places. */
export interface Item {
  readonly id: ItemId;
  readonly kind: Kind;
  readonly localPresence: Presence;
  readonly local: LocalFacts | null;
  readonly remotePresence: Presence;
  readonly remote: RemoteFacts | null;
  readonly base: Base | null;
  /** Kept on this computer only, until it is edited: the content (or the word `folder`) for which that was decided. */
  readonly kept: string | null;
  /** A person let its bytes go here, and the service has them. On a folder: what is new in it there stays there. */
  readonly freed: boolean;
}

/** Whether something is, or was when it was last seen here, somewhere inside of a folder. */
export function isInsideLocally(tree: Tree, { local }: Item, folder: ItemId): boolean {
  const seen = new Set<ItemId>();
  for (let at = local?.parent; at !== undefined && !seen.has(at); at = tree.items.get(at)?.local?.parent) {
    if (at === folder) return true;
    seen.add(at);
  }
  return false;
}

/** All items of one mirror, by id. The root is the item named by `root`; its facts are null on both sides. */
export interface Tree {
  readonly root: ItemId;
  readonly items: ReadonlyMap<ItemId, Item>;
  /** What the volume that the mirror's folder is on makes of names; `EXACT_NAMES` when it is left out. */
  readonly names?: VolumeNames;
}
