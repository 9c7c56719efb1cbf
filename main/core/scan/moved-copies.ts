import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { nameKey } from '../names/local-names.ts';
import type { Item, LocalFacts } from '../item.ts';

/** A new local item. */
export type Newcomer = Item & { readonly local: LocalFacts };
/** An item that is missing on this computer and still at the service. */
export type Missing = Item & { readonly base: NonNullable<Item['base']> };

/** Whether an item is missing here and still at the service. An online-only item is not missing. */
export function isMissing(item: Item): item is Missing {
  const { local, localPresence, base, remote, remotePresence, isDehydrated } = item;
  const isAbsent = local === null && localPresence === 'absent' && !isDehydrated;
  return isAbsent && base !== null && remote !== null && remotePresence === 'present';
}

/** Pairs of items that are the same: id of the new item → id of the missing one. */
export type MovedCopies = ReadonlyMap<ItemId, ItemId>;

/**
 * Recognises moves that arrive as a copy and a removal (git, rsync, a move to another volume, some editors and file
 * managers). A missing file and a new file are the same if they have the same bytes and no other new or missing file
 * has them, or no other one with the same name. Empty files prove nothing, because all are equal. Folders follow their
 * files. Without this, a move would upload everything again and put the old files into the trash.
 */
export function movedCopies(newcomers: readonly Newcomer[], missing: readonly Missing[]): MovedCopies {
  const pairs = new Map<ItemId, ItemId>();
  const ours = groupByBytes(
    newcomers,
    ({ local }) => local.sha256,
    ({ local }) => local.sizeBytes,
  );
  const theirs = groupByBytes(
    missing,
    ({ base }) => base.sha256,
    () => null,
  );
  for (const [sha256, found] of ours) {
    const lost = theirs.get(sha256) ?? [];
    const [here, was] = [only(found), only(lost)];
    // One of each: surely the same. Otherwise only a name that occurs once on both sides decides.
    if (here !== null && was !== null) pairs.set(here.id, was.id);
    else for (const [one, other] of sameNamed(found, lost)) pairs.set(one.id, other.id);
  }
  pairFolders(pairs, newcomers, missing);
  return pairs;
}

function groupByBytes<T extends Item>(
  items: readonly T[],
  hashOf: (item: T) => Sha256 | null,
  sizeOf: (item: T) => number | null,
): ReadonlyMap<Sha256, T[]> {
  const groups = new Map<Sha256, T[]>();
  for (const item of items) {
    const sha256 = item.kind === 'file' ? hashOf(item) : null;
    if (sha256 === null || sizeOf(item) === 0) continue;
    const group = groups.get(sha256);
    if (group === undefined) groups.set(sha256, [item]);
    else group.push(item);
  }
  return groups;
}

function only<T>(items: readonly T[]): T | null {
  return items.length === 1 ? (items[0] ?? null) : null;
}

/** Among several files with the same bytes: the pairs whose name occurs once on each side. */
function sameNamed(newcomers: readonly Newcomer[], missing: readonly Missing[]): readonly [Newcomer, Missing][] {
  const named = <T>(items: readonly T[], nameOf: (item: T) => string, name: string): T | null =>
    only(items.filter(item => nameKey(nameOf(item)) === name));
  return newcomers.flatMap(here => {
    const name = nameKey(here.local.name);
    const was = named(missing, ({ base }) => base.localName, name);
    const isOnly = named(newcomers, ({ local }) => local.name, name) !== null;
    return was !== null && isOnly ? [[here, was] as [Newcomer, Missing]] : [];
  });
}

/**
 * A new folder is the same as a missing one if every recognised file of either of them was moved from the one to the
 * other.
 */
function pairFolders(pairs: Map<ItemId, ItemId>, newcomers: readonly Newcomer[], missing: readonly Missing[]): void {
  const here = new Map(newcomers.map(item => [item.id, item]));
  const was = new Map(missing.map(item => [item.id, item]));
  // Works upwards from the files: each round may recognise the parents of the folders of the round before.
  for (let found = [...pairs]; found.length > 0;) {
    const votes = new Map<ItemId, Set<ItemId>>();
    const voters = new Map<ItemId, Set<ItemId>>();
    for (const [ours, theirs] of pairs) {
      const [to, from] = [here.get(ours)?.local.parent, was.get(theirs)?.base.parent];
      if (to === undefined || from === undefined) continue;
      votes.set(to, (votes.get(to) ?? new Set()).add(from));
      voters.set(from, (voters.get(from) ?? new Set()).add(to));
    }
    found = [...votes].flatMap(([to, froms]): [ItemId, ItemId][] => {
      const [from] = froms;
      const isNew = here.get(to)?.kind === 'folder' && !pairs.has(to);
      const isOne = from !== undefined && froms.size === 1 && voters.get(from)?.size === 1;
      return isNew && isOne && was.get(from)?.kind === 'folder' ? [[to, from]] : [];
    });
    for (const [to, from] of found) pairs.set(to, from);
  }
}
