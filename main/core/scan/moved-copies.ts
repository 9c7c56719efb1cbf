import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { nameKey } from '../names/local-names.ts';
import type { Item, LocalFacts } from '../item.ts';

/** Something new here. */
export type Newcomer = Item & { readonly local: LocalFacts };
/** Something missed here that the service still has. */
export type Missing = Item & { readonly base: NonNullable<Item['base']> };

/** Whether something is missed here that the service still has. What a person freed is not missed. */
export function isMissing(item: Item): item is Missing {
  const { local, localPresence, base, remote, remotePresence, freed } = item;
  const isAbsent = local === null && localPresence === 'absent' && !freed;
  return isAbsent && base !== null && remote !== null && remotePresence === 'present';
}

/** Which new things are missed ones: the new item's number → the missed one's. */
export type MovedCopies = ReadonlyMap<ItemId, ItemId>;

/**
 * Recognizes moves that arrive as copies with the original removed (git, rsync, another volume, some editors and file
 * managers): a missed file and a new one have the same bytes, and no other of either has them, or no other of that name.
 * An empty file is like all others, and proves nothing. Folders follow the files that were in them.
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

/** Of several with the same bytes, those whose name only one of each has. */
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

/** A new folder is a missed one when all that was recognized in either of them went from the one to the other. */
function pairFolders(pairs: Map<ItemId, ItemId>, newcomers: readonly Newcomer[], missing: readonly Missing[]): void {
  const here = new Map(newcomers.map(item => [item.id, item]));
  const was = new Map(missing.map(item => [item.id, item]));
  // From the files upwards: each round may recognize the folders around those of the one before.
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
