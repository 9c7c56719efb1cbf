import type { ItemId, ServiceId, Sha256, VersionId } from '../../shared/ids.ts';
import { keyOn, type VolumeNames } from './names/volume-names.ts';

export type Kind = 'file' | 'folder';

/**
 * What is known of an item on one side. `unknown` freezes the item: its folder cannot be read, the file is still being
 * written, or a listing lacks it without proving that it is gone. Unknown never means absent: an item that is only out
 * of sight must not be removed on the other side.
 */
export type Presence = 'present' | 'absent' | 'unknown';

/** Name, folder and content state of an item on this computer. */
export interface LocalFacts {
  /** The folder that holds it. */
  readonly parent: ItemId;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Identity of the file on its disk: stays the same across renames and edits in place (see the Disk port). */
  readonly key: string;
  /** Fingerprint of its state: differs whenever the content may differ. */
  readonly fingerprint: string;
  /** SHA-256 of its bytes; null for folders and for files that were not read yet. */
  readonly sha256: Sha256 | null;
}

/** Name, folder and content state of an item at the service. */
export interface RemoteFacts {
  readonly id: ServiceId;
  readonly parent: ItemId;
  readonly name: string;
  readonly sizeBytes: number | null;
  /** The head version; null for folders and for files whose detail was not read yet. */
  readonly version: VersionId | null;
  /** SHA-256 of the head version; known only for versions that this computer sent or received. */
  readonly sha256: Sha256 | null;
  /**
   * The service's time of the last change, as text. Compared for equality only: its format and clock are the service's.
   */
  readonly updatedAt: string | null;
  /**
   * The service's time of creation. Empty where its lists do not contain it, missing until a list has shown the item.
   */
  readonly createdAt?: string;
}

/** What both sides last agreed on: the merge base of every three-way decision. Written from verified results only. */
export interface Base {
  readonly parent: ItemId;
  readonly localName: string;
  readonly remoteName: string;
  readonly version: VersionId | null;
  readonly sha256: Sha256 | null;
}

/**
 * A key for finding an item by its folder and name on this computer. All names that the volume takes for one have the
 * same key: `a.csv` and `A.csv` on a volume that folds case.
 */
export function parentAndName(names: VolumeNames, parent: number, name: string): string {
  return `${parent}/${names.foldsCase ? keyOn(names, name) : name}`;
}

/** The same key for the folder and name of the base; null without a base. */
export function baseParentAndName(names: VolumeNames, base: Base | null): string | null {
  return base && parentAndName(names, base.parent, base.localName);
}

/**
 * One file or folder of a mirror with its three observations. The mirror's own folder is the only item without names
 * and parents.
 */
export interface Item {
  readonly id: ItemId;
  readonly kind: Kind;
  readonly localPresence: Presence;
  readonly local: LocalFacts | null;
  readonly remotePresence: Presence;
  readonly remote: RemoteFacts | null;
  readonly base: Base | null;
  /**
   * The content for which it was decided to keep the item on this computer only (`folder` for a folder). An edit
   * changes the content, and with it ends that decision.
   */
  readonly localOnlyContent: string | null;
  /**
   * Online-only on purpose: a person freed its space here, and the service has its bytes. On a folder: new files in it
   * stay at the service.
   */
  readonly isDehydrated: boolean;
}

/** Whether an item is inside a folder on this computer, by where it was last seen. Ends in a ring of folders, too. */
export function isInsideLocally(tree: Tree, { local }: Item, folder: ItemId): boolean {
  const seen = new Set<ItemId>();
  for (let at = local?.parent; at !== undefined && !seen.has(at); at = tree.items.get(at)?.local?.parent) {
    if (at === folder) return true;
    seen.add(at);
  }
  return false;
}

/**
 * All items of one mirror, by id. The item with the id `root` is the mirror's own folder; its facts are null on both
 * sides.
 */
export interface Tree {
  readonly root: ItemId;
  readonly items: ReadonlyMap<ItemId, Item>;
  /** How the volume of the mirror's folder compares names; left out: `EXACT_NAMES`. */
  readonly names?: VolumeNames;
}
