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
import { type Numbering, placeKey } from './name-numbers.ts';
import { mayBeSame } from './unverified-pairs.ts';
import type { UnverifiedPairs } from './unverified-pairs.ts';
import { keyOn, type VolumeNames } from '../names/volume-names.ts';

/**
 * Something new here and something new there that want one name. `join`: they may be one item. `both`: who is here
 * keeps its name, and the other one comes under a free one. Rows: what is new here. Columns: the service.
 */
// prettier-ignore
export const NAMESAKE_RULES: Readonly<Record<Kind, Readonly<Record<Kind, 'join' | 'both'>>>> = {
  file:   { file: 'join', folder: 'both' },
  folder: { file: 'both', folder: 'join' },
};

/** What came of asking for a name in a folder of this computer. */
export type Naming =
  | { readonly kind: 'name'; readonly name: string }
  /** The name is held by an item that is about to leave; ask again when it has left. */
  | { readonly kind: 'wait'; readonly occupant: ItemId; readonly name: string }
  /** The name is held by something new here of the same kind: the two may be one item. */
  | { readonly kind: 'join'; readonly occupant: ItemId };

/**
 * The names taken in every folder of this computer, and those that a plan hands out. What both sides have is named by the
 * numbering; what is only here keeps its name.
 */
export class LocalNames {
  readonly #taken = new Map<string, ItemOutcome>();
  /**
   * New files here whose names have a number, by the name without it. One whose name somebody has at the service is
   * compared with that one first, and is nobody else's until then; while it cannot be read, whoever it may be waits.
   */
  readonly #numbered = new Map<string, ItemOutcome[]>();
  readonly #promised = new Set<string>();
  readonly #folders: FolderPairs;
  readonly #unverified: UnverifiedPairs;
  readonly #numbering: Numbering;
  readonly #volume: VolumeNames;
  /** The names that new things at the service have, letter by letter, by their places here. */
  readonly #wanted = new Set<string>();

  constructor(numbering: Numbering, { folders, unverified }: { folders: FolderPairs; unverified: UnverifiedPairs }) {
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

  /** Finds the name for an item that comes to a folder, and promises it to that item. */
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
    const twin = isNewRemote(outcome) ? this.#twin(parent, outcome) : null;
    if (twin !== null)
      return isUnreadNew(twin)
        ? { kind: 'wait', occupant: twin.item.id, name: wanted }
        : { kind: 'join', occupant: twin.item.id };
    const rival = isNewRemote(outcome) ? this.#unverified.mayBeRemote(outcome) : null;
    if (rival !== null) return { kind: 'wait', occupant: rival.item.id, name: wanted };
    // A folder that another one at the service is, is no namesake's.
    if (isOthers && !this.#folders.thereOf.has(occupant.item.id)) {
      const isSameKind = NAMESAKE_RULES[occupant.item.kind][outcome.item.kind] === 'join';
      if (isNewLocal(occupant) && isNewRemote(outcome) && isSameKind && !this.#isForAnother(occupant, wanted))
        return { kind: 'join', occupant: occupant.item.id };
      if (isWaitedFor) return { kind: 'wait', occupant: occupant.item.id, name: wanted };
    }
    return this.#nameOrWait(outcome, this.#numberedName(outcome) ?? wanted);
  }

  /** Whether something new here has, letter by letter, the name of another new thing at the service than `wanted`. */
  #isForAnother(occupant: ItemOutcome, wanted: string): boolean {
    const name = nameOf(occupant);
    const isOneName = keyOn(this.#volume, name) === keyOn(this.#volume, wanted);
    const isOther = isOneName && nameKey(name) !== nameKey(wanted);
    return isOther && this.#wanted.has(`${occupant.location.parent}/${nameKey(name)}`);
  }

  /** The name that the numbering has for an item; null where a person gave it another one here. */
  #numberedName({ item: { id, remote }, location }: ItemOutcome): string | null {
    const isAsThere = remote !== null && location.parent === remote.parent && location.remoteName === remote.name;
    return isAsThere ? (this.#numbering.names.get(id) ?? null) : null;
  }

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
   * Something new here of the name of something new there, or under a number that such a name gets where it is taken, and
   * of the same length: very likely what we put there ourselves before our records were lost, in whatever order the
   * service lists it now. Only its bytes tell; the two are compared once they are joined. One that cannot be read yet is
   * waited for when there is no other: under a further number it would be there twice.
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

  /** Whether a name is held or promised in a folder, by another item than `self`. */
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
 * What is new at the service in an upload mirror, by the place it would have here. Nothing comes here, so it never asks
 * for a name; but something new here of the same name and kind is the same item, not a second one.
 */
export class NewRemoteItems {
  readonly #files = new Map<string, Set<ItemOutcome>>();
  readonly #folders: FolderPairs;
  readonly #volume: VolumeNames;

  constructor({ outcomes, volume }: Numbering, mode: MirrorMode, folders: FolderPairs) {
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

  /** The one that something new here is, if there is one; nobody else gets it. */
  take(outcome: ItemOutcome): ItemId | null {
    if (!isNewLocal(outcome)) return null;
    if (outcome.item.kind === 'folder') return this.#folders.thereOf.get(outcome.item.id) ?? null;
    const { parent, localName } = outcome.location;
    const files = this.#files.get(placeKey(this.#volume, parent, localName)) ?? new Set();
    const sameLetters = [...files].filter(
      ({ location }) => nameKey(toLocalName(location.remoteName, this.#volume)) === nameKey(localName),
    );
    const candidates = sameLetters.length > 0 ? sameLetters : [...files];
    // Of several of one name rather one of the same length: ours would go on top of another one.
    const twin = candidates.find(there => isTwin(outcome, there)) ?? candidates.at(-1);
    if (twin === undefined) return null;
    files.delete(twin);
    return twin.item.id;
  }
}

function nameOf({ item }: ItemOutcome): string {
  return item.local?.name ?? '';
}

function isTwin(occupant: ItemOutcome, { item: there }: ItemOutcome): boolean {
  const here = occupant.item;
  if (!(isNewLocal(occupant) || isUnreadNew(occupant)) || here.kind !== 'file' || there.kind !== 'file') return false;
  return here.remote === null && mayBeSame(here.local, there.remote);
}
