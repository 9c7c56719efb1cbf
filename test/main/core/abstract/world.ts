import type { Item, LocalFacts, RemoteFacts, Tree } from '../../../../main/core/item.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import { hash, item, ROOT, serviceId, version } from '../../../builders/items.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from '../../../../main/core/names/volume-names.ts';

export type Side = 'here' | 'there';

/**
 * A world without disk, network and time: the rows of a journal that always show what is there, except where a side is
 * unknown, and what the service keeps behind them.
 */
export class World {
  readonly root = ROOT;
  /** What the volume here makes of names. */
  readonly names: VolumeNames;
  readonly items = new Map<ItemId, Item>([
    [ROOT, item(ROOT, { kind: 'folder', localPresence: 'present', remotePresence: 'present' })],
  ]);
  /** The head of every file at the service; a row may not have read it yet. */
  readonly heads = new Map<ServiceId, VersionId>();
  /** The bytes of every version there ever was. */
  readonly bytes = new Map<VersionId, Sha256>();
  /** Versions whose bytes we have seen. */
  readonly known = new Set<VersionId>();
  /** Contents that people saved and did not take back: each must be on both sides in the end. */
  readonly wanted = new Set<Sha256>();
  /** What frozen items turn out to be when they can be seen again. */
  readonly hidden: { id: ItemId; side: Side; becomes: 'as it was' | 'changed' | 'gone' }[] = [];
  /** Files that were moved here and not read since, with what they hold. */
  readonly unread = new Map<ItemId, Sha256>();
  /** Conflict copies that were made. */
  copies = 0;
  #last = 1;

  constructor(names: VolumeNames = EXACT_NAMES) {
    this.names = names;
  }

  tree(): Tree {
    return { root: this.root, items: new Map(this.items), names: this.names };
  }

  /** A number never given before. */
  number(): number {
    return ++this.#last;
  }

  get(id: ItemId): Item | null {
    return this.items.get(id) ?? null;
  }

  add(facts: Partial<Omit<Item, 'id'>>): ItemId {
    const made = item(this.number(), facts);
    this.items.set(made.id, made);
    return made.id;
  }

  patch(id: ItemId, change: Partial<Omit<Item, 'id' | 'kind'>>): void {
    const before = this.items.get(id);
    if (before === undefined) return;
    // As the journal has it: a file that is here is not only online.
    const isHere = before.kind === 'file' && change.local !== undefined && change.local !== null;
    this.items.set(id, { ...before, ...change, ...(isHere ? { isDehydrated: false } : {}) });
  }

  remove(id: ItemId): void {
    this.items.delete(id);
  }

  /** Everything but the root. */
  all(): Item[] {
    return [...this.items.values()].filter(({ id }) => id !== this.root);
  }

  /** Looks at this computer again: what was only unread is read. */
  look(): void {
    for (const [id, sha256] of this.unread) {
      const local = this.get(id)?.local;
      if (local !== null && local !== undefined) this.patch(id, { local: { ...local, sha256 } });
    }
    this.unread.clear();
  }

  localAt(parent: ItemId, name: string): Item | null {
    const keyHere = (each: string): string => (this.names.foldsCase ? keyOn(this.names, each) : each);
    return this.all().find(({ local }) => local?.parent === parent && keyHere(local.name) === keyHere(name)) ?? null;
  }

  /** The items below a folder on one side, without the folder. */
  below(folder: ItemId, side: Side): Item[] {
    const inside = this.all().filter(each => facts(each, side)?.parent === folder);
    return inside.flatMap(each => [each, ...this.below(each.id, side)]);
  }

  /** A new version of a file at the service. */
  store(file: ServiceId, content: Sha256, isOurs: boolean): VersionId {
    const made = version(`v${this.number()}`);
    this.heads.set(file, made);
    this.bytes.set(made, content);
    if (isOurs) this.known.add(made);
    return made;
  }

  /** The facts of a head, with its bytes as far as we know them. */
  seen(remote: RemoteFacts, head: VersionId): RemoteFacts {
    return { ...remote, version: head, sha256: this.known.has(head) ? (this.bytes.get(head) ?? null) : null };
  }

  headContent(remote: RemoteFacts): Sha256 | null {
    const head = this.heads.get(remote.id);
    return head === undefined ? null : (this.bytes.get(head) ?? null);
  }

  newServiceId(): ServiceId {
    return serviceId(`s${this.number()}`);
  }

  newContent(): Sha256 {
    return hash(`c${this.number()}`);
  }
}

/** The facts of one side. */
export function facts(of: Item, side: Side): LocalFacts | RemoteFacts | null {
  return side === 'here' ? of.local : of.remote;
}

/** Whether one side is not known now. */
export function isUnknown({ kind, localPresence, remotePresence, local, remote, base }: Item): boolean {
  if (localPresence === 'unknown' || remotePresence === 'unknown') return true;
  if (kind === 'folder') return false;
  return (local !== null && local.sha256 === null) || (remote !== null && base !== null && remote.version === null);
}

export function byteLength(name: string): number {
  return new TextEncoder().encode(name).length;
}

/** One line an item, for messages of failed runs. */
export function drawn(world: World): string {
  return world
    .all()
    .map(({ id, kind, local, remote, base, localPresence, remotePresence, localOnlyContent, isDehydrated }) => {
      const here = local === null ? '-' : `${local.parent}/${local.name}:${local.sha256}`;
      const there = remote === null ? '-' : `${remote.parent}/${remote.name}:${remote.version}:${remote.sha256}`;
      const agreed =
        base === null ? '-' : `${base.parent}/${base.localName}|${base.remoteName}:${base.version}:${base.sha256}`;
      return `  ${id} ${kind} here(${localPresence}) ${here}  there(${remotePresence}) ${there}  agreed ${agreed}${localOnlyContent === null ? '' : ` kept ${localOnlyContent}`}${isDehydrated ? ' freed' : ''}`;
    })
    .join('\n');
}
