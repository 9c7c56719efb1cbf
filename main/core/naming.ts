import type { ItemId } from '../../shared/ids.ts';
import type { MirrorMode } from '../../shared/model/mirror.ts';
import type { Fate } from './fates.ts';
import type { Kind } from './item.ts';
import { byNumber, countedNames, freeName, isFreeNameOf, nameKey, toLocalName, withoutNumber } from './names.ts';
import type { FolderPairs } from './namesakes.ts';
import { isNewHere, isNewThere, isUnsettledNew } from './newcomers.ts';
import type { Numbering } from './numbering.ts';
import { mayBeSame } from './uncompared.ts';
import type { Uncompared } from './uncompared.ts';

/**
 * Something new here and something new there that want one name. `join`: they may be one item. `both`: who is here
 * keeps its name, and the other one comes under a free one. Rows: what is new here. Columns: the service.
 */
// prettier-ignore
export const TWINS: Readonly<Record<Kind, Readonly<Record<Kind, 'join' | 'both'>>>> = {
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
  readonly #taken = new Map<string, Fate>();
  /**
   * New files here whose names have a number, by the name without it. One whose name somebody has at the service is
   * compared with that one first, and is nobody else's until then; while it cannot be read, whoever it may be waits.
   */
  readonly #numbered = new Map<string, Fate[]>();
  readonly #promised = new Set<string>();
  readonly #folders: FolderPairs;
  readonly #uncompared: Uncompared;
  readonly #numbering: Numbering;

  constructor(numbering: Numbering, { folders, uncompared }: { folders: FolderPairs; uncompared: Uncompared }) {
    const { fates } = numbering;
    this.#numbering = numbering;
    this.#folders = folders;
    this.#uncompared = uncompared;
    const wanted = new Set<string>();
    for (const fate of fates.values()) {
      const { local } = fate.item;
      if (local !== null) this.#taken.set(place(local.parent, nameKey(local.name)), fate);
      else if (isNewThere(fate)) wanted.add(place(fate.belongs.parent, nameKey(toLocalName(fate.belongs.remoteName))));
    }
    for (const [at, fate] of wanted.size === 0 ? [] : this.#taken)
      if (!wanted.has(at) || isUnsettledNew(fate)) this.#note(fate);
    for (const twins of this.#numbered.values()) twins.sort((a, b) => byNumber(nameOf(a), nameOf(b)));
  }

  #note(fate: Fate): void {
    const { kind, local } = fate.item;
    const isNew = kind === 'file' && (isNewHere(fate) || isUnsettledNew(fate));
    const name = isNew && local !== null ? withoutNumber(local.name) : null;
    if (local === null || name === null) return;
    const at = place(local.parent, nameKey(name));
    const known = this.#numbered.get(at);
    if (known === undefined) this.#numbered.set(at, [fate]);
    else known.push(fate);
  }

  /** Finds the name for an item that comes to a folder, and promises it to that item. */
  nameFor(fate: Fate): Naming {
    const partner = this.#folders.hereOf.get(fate.item.id);
    if (partner !== undefined) return { kind: 'join', occupant: partner };
    const { parent, localName } = fate.belongs;
    const wanted = fate.belongs.nameFromService ? toLocalName(fate.belongs.remoteName) : localName;
    const occupant = this.#taken.get(place(parent, nameKey(wanted)));
    const isOthers = occupant !== undefined && occupant.item.id !== fate.item.id;
    const isWaitedFor = isOthers && isUnsettledNew(occupant);
    const twin = isNewThere(fate) ? this.#twin(parent, fate) : null;
    if (twin !== null)
      return isUnsettledNew(twin)
        ? { kind: 'wait', occupant: twin.item.id, name: wanted }
        : { kind: 'join', occupant: twin.item.id };
    const rival = isNewThere(fate) ? this.#uncompared.mayBeThere(fate) : null;
    if (rival !== null) return { kind: 'wait', occupant: rival.item.id, name: wanted };
    // A folder that another one at the service is, is no namesake's.
    if (isOthers && !this.#folders.thereOf.has(occupant.item.id)) {
      if (isNewHere(occupant) && isNewThere(fate) && TWINS[occupant.item.kind][fate.item.kind] === 'join')
        return { kind: 'join', occupant: occupant.item.id };
      if (isWaitedFor) return { kind: 'wait', occupant: occupant.item.id, name: wanted };
    }
    return this.#nameOrWait(fate, this.#numberedName(fate) ?? wanted);
  }

  /** The name that the numbering has for an item; null where a person gave it another one here. */
  #numberedName({ item: { id, remote }, belongs }: Fate): string | null {
    const isAsThere = remote !== null && belongs.parent === remote.parent && belongs.remoteName === remote.name;
    return isAsThere ? (this.#numbering.names.get(id) ?? null) : null;
  }

  #nameOrWait(fate: Fate, wanted: string): Naming {
    const { id } = fate.item;
    const { parent, remoteName } = fate.belongs;
    const holder = this.#taken.get(place(parent, nameKey(wanted)));
    const isOthers = holder !== undefined && holder.item.id !== id && !this.#folders.thereOf.has(holder.item.id);
    if (isOthers && (holder.leavesPlace || fate.isRenumbered === true))
      return { kind: 'wait', occupant: holder.item.id, name: wanted };
    const isTaken = (key: string): boolean => this.isTaken(parent, key, id);
    const { owners } = this.#numbering;
    const isOwned = (key: string): boolean => isTaken(key) || (owners.get(`${parent}/${key}`) ?? id) !== id;
    const name = isTaken(nameKey(wanted)) ? freeName(toLocalName(remoteName), isOwned) : wanted;
    this.#promised.add(place(parent, nameKey(name)));
    return { kind: 'name', name };
  }

  /**
   * Something new here of the name of something new there, or under a number that such a name gets where it is taken, and
   * of the same length: very likely what we put there ourselves before our records were lost, in whatever order the
   * service lists it now. Only its bytes tell; the two are compared once they are joined. One that cannot be read yet is
   * waited for when there is no other: under a further number it would be there twice.
   */
  #twin(parent: ItemId, fate: Fate): Fate | null {
    const wanted = toLocalName(fate.belongs.remoteName);
    const exact = this.#taken.get(place(parent, nameKey(wanted)));
    const numbered = countedNames(wanted).flatMap(name => this.#numbered.get(place(parent, nameKey(name))) ?? []);
    const twins = [...(exact === undefined ? [] : [exact]), ...numbered].filter(
      twin => isTwin(twin, fate) && isFreeNameOf(nameOf(twin), wanted),
    );
    return twins.find(isNewHere) ?? twins[0] ?? null;
  }

  /** Whether a name is held or promised in a folder, by somebody else than `self`. */
  isTaken(parent: ItemId, key: string, self: ItemId | null): boolean {
    const at = place(parent, key);
    if (this.#promised.has(at)) return true;
    const occupant = this.#taken.get(at);
    return occupant !== undefined && occupant.item.id !== self;
  }
}

/**
 * What is new at the service in an upload mirror, by the place it would have here. Nothing comes here, so it never asks
 * for a name; but something new here of the same name and kind is the same item, not a second one.
 */
export class NewThere {
  readonly #files = new Map<string, Set<Fate>>();
  readonly #folders: FolderPairs;

  constructor(fates: ReadonlyMap<ItemId, Fate>, mode: MirrorMode, folders: FolderPairs) {
    this.#folders = folders;
    if (mode !== 'upload') return;
    for (const fate of fates.values()) {
      const { parent, remoteName } = fate.belongs;
      if (fate.item.kind !== 'file' || !isNewThere(fate)) continue;
      const at = place(parent, nameKey(toLocalName(remoteName)));
      this.#files.set(at, (this.#files.get(at) ?? new Set()).add(fate));
    }
  }

  /** The one that something new here is, if there is one; nobody else gets it. */
  take(fate: Fate): ItemId | null {
    if (!isNewHere(fate)) return null;
    if (fate.item.kind === 'folder') return this.#folders.thereOf.get(fate.item.id) ?? null;
    const files = this.#files.get(place(fate.belongs.parent, nameKey(fate.belongs.localName))) ?? new Set();
    // Of several of one name rather one of the same length: ours would go on top of another one.
    const twin = [...files].find(there => isTwin(fate, there)) ?? [...files].at(-1);
    if (twin === undefined) return null;
    files.delete(twin);
    return twin.item.id;
  }
}

function nameOf({ item }: Fate): string {
  return item.local?.name ?? '';
}

function place(parent: ItemId, key: string): string {
  return `${parent}/${key}`;
}

function isTwin(occupant: Fate, { item: there }: Fate): boolean {
  const here = occupant.item;
  if (!(isNewHere(occupant) || isUnsettledNew(occupant)) || here.kind !== 'file' || there.kind !== 'file') return false;
  return here.remote === null && mayBeSame(here.local, there.remote);
}
