import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import type { Kind } from '../item.ts';
import {
  byNumber,
  countedNames,
  freeName,
  isFreeNameOf,
  nameKey,
  toLocalName,
  withoutNumber,
} from '../names/local-names.ts';
import type { FolderPairs } from './folder-pairing.ts';
import { isNewLocal, isNewRemote, isUnreadNew } from './unmatched-items.ts';
import { type NumberedNames, placeKey } from './name-numbers.ts';
import { mayBeSame } from './unverified-pairs.ts';
import type { UnverifiedPairs } from './unverified-pairs.ts';
import { keyOn, type VolumeNames } from '../names/volume-names.ts';

/**
 * The rule for a new local item and a new remote item that want the same name. `join`: they may be the same item.
 * `both`: the local item keeps the name, the remote one gets a free name. Rows: the local item. Columns: the remote
 * item.
 */
// prettier-ignore
export const NAMESAKE_RULES: Readonly<Record<Kind, Readonly<Record<Kind, 'join' | 'both'>>>> = {
  file:   { file: 'join', folder: 'both' },
  folder: { file: 'both', folder: 'join' },
};

/** The answer to a request for a local name. */
export type Naming =
  | { readonly kind: 'name'; readonly name: string }
  /** The name belongs to an item that is about to leave it; ask again when it has left. */
  | { readonly kind: 'wait'; readonly occupant: ItemId; readonly name: string }
  /** The name belongs to a new local item of the same kind: the two may be the same item. */
  | { readonly kind: 'join'; readonly occupant: ItemId };

/**
 * The names in use in every local folder, and those that a plan gives out. Items on both sides get their names from the
 * numbering; items that are only local keep theirs.
 */
export class LocalNames {
  readonly #taken = new Map<string, ItemOutcome>();
  /**
   * New local files whose names have a number, by the name without the number: `a (2).csv` under `a.csv`. A file whose
   * own name is also wanted by a remote file is left out: it is compared with that file first. An unreadable one stays
   * in, because the remote file must wait for it.
   */
  readonly #numbered = new Map<string, ItemOutcome[]>();
  readonly #promised = new Set<string>();
  readonly #folders: FolderPairs;
  readonly #unverified: UnverifiedPairs;
  readonly #numbering: NumberedNames;
  readonly #volume: VolumeNames;
  /** The exact names of new remote items, by their local parent. */
  readonly #wanted = new Set<string>();

  constructor(
    numbering: NumberedNames,
    { folders, unverified }: { folders: FolderPairs; unverified: UnverifiedPairs },
  ) {
    const { outcomes } = numbering;
    this.#numbering = numbering;
    this.#volume = numbering.volume;
    this.#folders = folders;
    this.#unverified = unverified;
    const wanted = new Set<string>();
    for (const outcome of outcomes.values()) {
      const { local } = outcome.item;
      if (local !== null) this.#taken.set(this.#place(local.parent, local.name), outcome);
      else if (isNewRemote(outcome)) {
        const { parent, remoteName } = outcome.location;
        const name = toLocalName(remoteName, this.#volume);
        wanted.add(this.#place(parent, name));
        this.#wanted.add(`${parent}/${nameKey(name)}`);
      }
    }
    for (const [at, outcome] of wanted.size === 0 ? [] : this.#taken)
      if (!wanted.has(at) || isUnreadNew(outcome)) this.#note(outcome);
    for (const twins of this.#numbered.values()) twins.sort((a, b) => byNumber(nameOf(a), nameOf(b)));
  }

  #note(outcome: ItemOutcome): void {
    const { kind, local } = outcome.item;
    const isNew = kind === 'file' && (isNewLocal(outcome) || isUnreadNew(outcome));
    const name = isNew && local !== null ? withoutNumber(local.name) : null;
    if (local === null || name === null) return;
    const at = this.#place(local.parent, name);
    const known = this.#numbered.get(at);
    if (known === undefined) this.#numbered.set(at, [outcome]);
    else known.push(outcome);
  }

  /**
   * Finds the local name for an item that comes to a folder, and reserves it. The order matters: a paired folder first,
   * then a file that may be the same one, then an unverified pair, and only then a free name. Giving out a free name
   * too early would create a second copy of a file that is already here.
   */
  nameFor(outcome: ItemOutcome): Naming {
    const partner = this.#folders.hereOf.get(outcome.item.id);
    if (partner !== undefined) return { kind: 'join', occupant: partner };
    const { parent, localName } = outcome.location;
    const wanted = outcome.location.nameFromService
      ? toLocalName(outcome.location.remoteName, this.#volume)
      : localName;
    const occupant = this.#taken.get(this.#place(parent, wanted));
    const isOthers = occupant !== undefined && occupant.item.id !== outcome.item.id;
    const isWaitedFor = isOthers && isUnreadNew(occupant);
    // After lost records the file is already here, maybe under a number. Join it instead of downloading a copy.
    const twin = isNewRemote(outcome) ? this.#twin(parent, outcome) : null;
    if (twin !== null)
      return isUnreadNew(twin)
        ? { kind: 'wait', occupant: twin.item.id, name: wanted }
        : { kind: 'join', occupant: twin.item.id };
    // A pair that was only matched by name may turn out wrong; its local half could then be this file.
    const rival = isNewRemote(outcome) ? this.#unverified.mayBeRemote(outcome) : null;
    if (rival !== null) return { kind: 'wait', occupant: rival.item.id, name: wanted };
    // A folder that is already paired with another remote folder cannot be this item.
    if (isOthers && !this.#folders.thereOf.has(occupant.item.id)) {
      const isSameKind = NAMESAKE_RULES[occupant.item.kind][outcome.item.kind] === 'join';
      if (isNewLocal(occupant) && isNewRemote(outcome) && isSameKind && !this.#isForAnother(occupant, wanted))
        return { kind: 'join', occupant: occupant.item.id };
      if (isWaitedFor) return { kind: 'wait', occupant: occupant.item.id, name: wanted };
    }
    return this.#nameOrWait(outcome, this.#numberedName(outcome) ?? wanted);
  }

  /**
   * Whether a new local item has exactly the name of another new remote item than the wanted one. On a volume that
   * folds case, `a.csv` here belongs to `a.csv` there and not to `A.csv`.
   */
  #isForAnother(occupant: ItemOutcome, wanted: string): boolean {
    const name = nameOf(occupant);
    const isOneName = keyOn(this.#volume, name) === keyOn(this.#volume, wanted);
    const isOther = isOneName && nameKey(name) !== nameKey(wanted);
    return isOther && this.#wanted.has(`${occupant.location.parent}/${nameKey(name)}`);
  }

  /** The name from the numbering; null where a person gave the item another name here. */
  #numberedName({ item: { id, remote }, location }: ItemOutcome): string | null {
    const isAsThere = remote !== null && location.parent === remote.parent && location.remoteName === remote.name;
    return isAsThere ? (this.#numbering.names.get(id) ?? null) : null;
  }

  /**
   * The wanted name, a wait for it, or a free one. A name that an occupant is about to leave is waited for: numbering
   * the item now would rename it twice, and every rename is visible to programs that have the file open.
   */
  #nameOrWait(outcome: ItemOutcome, wanted: string): Naming {
    const { id } = outcome.item;
    const { parent, remoteName } = outcome.location;
    const holder = this.#taken.get(this.#place(parent, wanted));
    const isOthers = holder !== undefined && holder.item.id !== id && !this.#folders.thereOf.has(holder.item.id);
    if (isOthers && (holder.leavesPlace || outcome.isRenumbered === true))
      return { kind: 'wait', occupant: holder.item.id, name: wanted };
    const { owners } = this.#numbering;
    const isOwned = (name: string): boolean =>
      this.isTaken(parent, name, id) || (owners.get(this.#place(parent, name)) ?? id) !== id;
    const ownName = toLocalName(remoteName, this.#volume);
    const name = this.isTaken(parent, wanted, id) ? freeName(ownName, isOwned, each => each) : wanted;
    this.#promised.add(this.#place(parent, name));
    return { kind: 'name', name };
  }

  /**
   * Finds a new local file that may be the same as a new remote file: it has the wanted name or that name with a
   * number, and the same size. That is the state after lost records: the files were downloaded before, and the service
   * may list them in another order now. Only the bytes decide, so the two are joined and then compared. A file that
   * cannot be read yet is waited for if there is no other candidate: downloading under a further number would create a
   * second copy.
   */
  #twin(parent: ItemId, outcome: ItemOutcome): ItemOutcome | null {
    const wanted = toLocalName(outcome.location.remoteName, this.#volume);
    const exact = this.#taken.get(this.#place(parent, wanted));
    const numbered = countedNames(wanted).flatMap(name => this.#numbered.get(this.#place(parent, name)) ?? []);
    const keyOf = (name: string): string => keyOn(this.#volume, name);
    const twins = [...(exact === undefined ? [] : [exact]), ...numbered].filter(
      twin => isTwin(twin, outcome) && isFreeNameOf(nameOf(twin), wanted, keyOf) && !this.#isForAnother(twin, wanted),
    );
    return twins.find(isNewLocal) ?? twins[0] ?? null;
  }

  /** Whether a name is in use or reserved in a folder, by another item than `self`. */
  isTaken(parent: ItemId, name: string, self: ItemId | null): boolean {
    const at = this.#place(parent, name);
    if (this.#promised.has(at)) return true;
    const occupant = this.#taken.get(at);
    return occupant !== undefined && occupant.item.id !== self;
  }

  #place(parent: ItemId, name: string): string {
    return placeKey(this.#volume, parent, name);
  }
}

/**
 * New remote files of an upload mirror, by the local name that they would have. Such a mirror downloads nothing, so it
 * never asks for a name. But a new local file with the same name is the same file, not a second one.
 */
export class NewRemoteItems {
  readonly #files = new Map<string, Set<ItemOutcome>>();
  readonly #folders: FolderPairs;
  readonly #volume: VolumeNames;

  constructor({ outcomes, volume }: NumberedNames, mode: MirrorMode, folders: FolderPairs) {
    this.#folders = folders;
    this.#volume = volume;
    if (mode !== 'upload') return;
    for (const outcome of outcomes.values()) {
      const { parent, remoteName } = outcome.location;
      if (outcome.item.kind !== 'file' || !isNewRemote(outcome)) continue;
      const at = placeKey(volume, parent, toLocalName(remoteName, volume));
      this.#files.set(at, (this.#files.get(at) ?? new Set()).add(outcome));
    }
  }

  /**
   * The remote item that a new local item is the same as; null when there is none. Each remote item is given out once.
   */
  take(outcome: ItemOutcome): ItemId | null {
    if (!isNewLocal(outcome)) return null;
    if (outcome.item.kind === 'folder') return this.#folders.thereOf.get(outcome.item.id) ?? null;
    const { parent, localName } = outcome.location;
    const files = this.#files.get(placeKey(this.#volume, parent, localName)) ?? new Set();
    const sameLetters = [...files].filter(
      ({ location }) => nameKey(toLocalName(location.remoteName, this.#volume)) === nameKey(localName),
    );
    const candidates = sameLetters.length > 0 ? sameLetters : [...files];
    // Among several files of one name prefer one of the same size: the upload becomes a version of it, on top of its
    // bytes.
    const twin = candidates.find(there => isTwin(outcome, there)) ?? candidates.at(-1);
    if (twin === undefined) return null;
    files.delete(twin);
    return twin.item.id;
  }
}

function nameOf({ item }: ItemOutcome): string {
  return item.local?.name ?? '';
}

/**
 * Whether a new local file may have the bytes of a new remote one.
 */
function isTwin(occupant: ItemOutcome, { item: there }: ItemOutcome): boolean {
  const here = occupant.item;
  if (!(isNewLocal(occupant) || isUnreadNew(occupant)) || here.kind !== 'file' || there.kind !== 'file') return false;
  return here.remote === null && mayBeSame(here.local, there.remote);
}
