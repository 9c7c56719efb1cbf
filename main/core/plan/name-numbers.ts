import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { isoMs } from '../calendar.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import type { RemoteFacts } from '../item.ts';
import { freeName, nameKey, withoutAnyNumber, toLocalName, toRemoteName } from '../names/local-names.ts';
import { movedLocally, movedRemotely } from './merge-location.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from '../names/volume-names.ts';

/**
 * The numbers of items that share one name. Computed only from what the service shows, so that every computer gives the
 * same file the same number.
 */
export interface NumberedNames {
  /** The outcomes; items that have another local name than the numbering gives are moved to that name. */
  readonly outcomes: ReadonlyMap<ItemId, ItemOutcome>;
  /** The local names of remote items, in each folder where an item needs a name. */
  readonly names: ReadonlyMap<ItemId, string>;
  /** The item that each of those names belongs to, by `placeKey`. */
  readonly owners: ReadonlyMap<string, ItemId>;
  /** How the volume compares names. */
  readonly volume: VolumeNames;
}

/** What the numbering depends on besides the tree. */
export interface NumberingRules {
  readonly mode: MirrorMode;
  /** How the volume compares names; left out: `EXACT_NAMES`. */
  readonly volume?: VolumeNames | undefined;
  /** Items whose local name must not change now. */
  readonly keepsName: (item: ItemId) => boolean;
}

/**
 * Gives each remote item its local name. Of several that want one name the oldest gets it, by the service's time of
 * creation and then by id. Each other one gets the first free number, in the same order: `a.csv`, `a (2).csv`, `a
 * (3).csv`. A number must not depend on the order of arrival, or the same path would mean different files on two
 * computers.
 */
export function numberingOf(outcomes: ReadonlyMap<ItemId, ItemOutcome>, rules: NumberingRules): NumberedNames {
  const { volume = EXACT_NAMES, keepsName } = rules;
  const folders = foldersOf(outcomes);
  const { names, owners } = namesIn(folders, outcomes, volume);
  const renamed = rules.mode === 'upload' ? [] : renamedIn(outcomes, { folders, names, keepsName, volume });
  if (renamed.length === 0) return { outcomes, names, owners, volume };
  const all = new Map(outcomes);
  for (const [outcome, name] of renamed) {
    const location = { ...outcome.location, localName: name };
    all.set(outcome.item.id, { ...outcome, location, moves: 'here', leavesPlace: true, isRenumbered: true });
  }
  return { outcomes: all, names, owners, volume };
}

/** The key for a name in a folder, as the volume compares names. */
export function placeKey(volume: VolumeNames, parent: ItemId, name: string): string {
  return `${parent}/${keyOn(volume, name)}`;
}

/** The remote folders in which an item has another local name, or gets one. The others need no numbering. */
function foldersOf(outcomes: ReadonlyMap<ItemId, ItemOutcome>): ReadonlySet<ItemId> {
  const folders = new Set<ItemId>();
  for (const { item, here, moves } of outcomes.values()) {
    const { local, remote } = item;
    if (remote === null) continue;
    if (local === null ? here : moves === 'here' || local.name !== remote.name) folders.add(remote.parent);
  }
  return folders;
}

/** A remote item that wants a local name. */
interface NameWish {
  readonly id: ItemId;
  readonly remote: RemoteFacts;
  readonly name: string;
  /**
   * A file known only from a list: it may have been announced and never filled with bytes, so it must not take a name
   * from another file.
   */
  readonly isUnproven: boolean;
}

function namesIn(
  folders: ReadonlySet<ItemId>,
  outcomes: ReadonlyMap<ItemId, ItemOutcome>,
  volume: VolumeNames,
): Pick<NumberedNames, 'names' | 'owners'> {
  const names = new Map<ItemId, string>();
  const owners = new Map<string, ItemId>();
  const give = ({ id, remote }: NameWish, name: string): void => {
    names.set(id, name);
    owners.set(placeKey(volume, remote.parent, name), id);
  };
  const unsettled = new Set<ItemId>();
  const others: NameWish[] = [];
  const groups = namesakesIn(folders, outcomes, volume);
  for (const [first, ...rest] of groups) {
    // While the age of one of them is unknown, this computer may order them differently from another one: give no
    // names yet.
    if (rest.length > 0 && [first, ...rest].some(({ remote }) => remote.createdAt === undefined))
      unsettled.add(first.remote.parent);
    else {
      give(first, first.name);
      for (const each of rest) others.push(each);
    }
  }
  const own = new Set(groups.map(([{ remote, name }]) => placeKey(volume, remote.parent, name)));
  for (const one of others.toSorted(byAge)) {
    const { parent } = one.remote;
    const isTaken = (key: string): boolean => own.has(`${parent}/${key}`) || owners.has(`${parent}/${key}`);
    if (!unsettled.has(parent))
      give(
        one,
        freeName(one.name, isTaken, name => keyOn(volume, name)),
      );
  }
  return { names, owners };
}

/** The items that want one name in one folder, oldest first. */
function namesakesIn(
  folders: ReadonlySet<ItemId>,
  outcomes: ReadonlyMap<ItemId, ItemOutcome>,
  volume: VolumeNames,
): readonly (readonly [NameWish, ...NameWish[]])[] {
  const groups = new Map<string, [NameWish, ...NameWish[]]>();
  if (folders.size === 0) return [];
  for (const { item } of outcomes.values()) {
    const { id, base, isDehydrated, kind, local, remote } = item;
    if (remote === null || !folders.has(remote.parent)) continue;
    const isUnproven = kind === 'file' && local === null && base === null && !isDehydrated;
    const named = { id, remote, name: toLocalName(remote.name, volume), isUnproven };
    const at = placeKey(volume, remote.parent, named.name);
    const known = groups.get(at);
    if (known === undefined) groups.set(at, [named]);
    else known.push(named);
  }
  return [...groups.values()].map(group => (group.length === 1 ? group : group.sort(byAge)));
}

/** Oldest first. Items without a time of creation come after those with one, unproven files after all others. */
function byAge({ remote: a, isUnproven }: NameWish, { remote: b, isUnproven: isOtherUnproven }: NameWish): number {
  if (isUnproven !== isOtherUnproven) return isUnproven ? 1 : -1;
  const [one, other] = [madeMs(a), madeMs(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function madeMs({ createdAt }: RemoteFacts): number {
  return isoMs(createdAt ?? '') ?? Number.POSITIVE_INFINITY;
}

/**
 * Local items at rest that have another name than the numbering gives, with their new names. Only renames whose target
 * is free once the others are done.
 */
function renamedIn(
  outcomes: ReadonlyMap<ItemId, ItemOutcome>,
  {
    folders,
    names,
    keepsName,
    volume,
  }: Pick<NumberedNames, 'names' | 'volume'> & Pick<NumberingRules, 'keepsName'> & { folders: ReadonlySet<ItemId> },
): readonly (readonly [ItemOutcome, string])[] {
  const candidates = [...(folders.size === 0 ? [] : outcomes.values())].flatMap(outcome => {
    const name = names.get(outcome.item.id);
    if (name === undefined || isNamed(outcome.item, name, volume)) return [];
    return isAtRest(outcome) && !keepsName(outcome.item.id) ? [[outcome, name] as const] : [];
  });
  const uncertain = candidates.some(([{ item }]) => item.kind === 'folder')
    ? uncertainIn(outcomes, volume)
    : new Set<string>();
  const renamed = new Map(candidates.filter(([outcome]) => !uncertain.has(familyOf(outcome, volume))));
  if (renamed.size === 0) return [];
  const holders = holdersIn(folders, outcomes, volume);
  const wanting = new Map(
    [...renamed].map(([outcome, name]) => [placeKey(volume, outcome.location.parent, name), outcome]),
  );
  const stays = (outcome: ItemOutcome): boolean => !renamed.has(outcome) && !outcome.leavesPlace;
  const isKept = (outcome: ItemOutcome, name: string): boolean =>
    (holders.get(placeKey(volume, outcome.location.parent, name)) ?? []).some(stays);
  const kept = [...renamed].flatMap(([outcome, name]) => (isKept(outcome, name) ? [outcome] : []));
  // An item that would take the name of one that keeps its name has to keep its own, too.
  for (let outcome = kept.pop(); outcome !== undefined; outcome = kept.pop()) {
    renamed.delete(outcome);
    const waiting = wanting.get(placeKey(volume, outcome.location.parent, outcome.item.local?.name ?? ''));
    if (waiting !== undefined && renamed.has(waiting)) kept.push(waiting);
  }
  return [...renamed];
}

/**
 * Groups of folders of one name in which a file still has to be compared. The result may show that two of those folders
 * were paired wrongly, so none of the group is renumbered until then.
 */
function uncertainIn(outcomes: ReadonlyMap<ItemId, ItemOutcome>, volume: VolumeNames): ReadonlySet<string> {
  const seen = new Set<ItemId>();
  const families = new Set<string>();
  for (const outcome of outcomes.values()) {
    const { base, isDehydrated, remote } = outcome.item;
    if (base !== null || isDehydrated || (remote === null && outcome.decision !== 'frozen')) continue;
    let at = outcomes.get(outcome.location.parent);
    for (; at !== undefined && !seen.has(at.item.id); at = outcomes.get(at.location.parent)) {
      seen.add(at.item.id);
      families.add(familyOf(at, volume));
    }
  }
  return families;
}

/** The key of all folders of one name in one parent, with any number. Files have none. */
function familyOf({ item: { kind }, location: { parent, remoteName } }: ItemOutcome, volume: VolumeNames): string {
  return kind === 'folder' ? placeKey(volume, parent, withoutAnyNumber(toLocalName(remoteName, volume))) : '';
}

/**
 * Whether an item has a name, or a form of it that a disk of this kind accepts: a file that came from this computer may
 * have characters that we would replace.
 */
function isNamed({ local, remote }: ItemOutcome['item'], name: string, volume: VolumeNames): boolean {
  if (local === null || remote === null || nameKey(local.name) === nameKey(name)) return true;
  const isItsName = nameKey(toLocalName(remote.name, volume)) === nameKey(name);
  return isItsName && toRemoteName(local.name, volume) === nameKey(remote.name);
}

/** Whether both sides have the item at its base, and no step is decided for it. */
function isAtRest({ item, decision, moves }: ItemOutcome): boolean {
  const { base, local, localPresence, remotePresence } = item;
  if (decision !== 'rest' || moves !== null || base === null || local === null) return false;
  return localPresence === 'present' && remotePresence === 'present' && !movedLocally(item) && !movedRemotely(item);
}

function holdersIn(
  folders: ReadonlySet<ItemId>,
  outcomes: ReadonlyMap<ItemId, ItemOutcome>,
  volume: VolumeNames,
): ReadonlyMap<string, readonly ItemOutcome[]> {
  const holders = new Map<string, ItemOutcome[]>();
  for (const outcome of outcomes.values()) {
    const { local } = outcome.item;
    if (local === null || !folders.has(local.parent)) continue;
    const at = placeKey(volume, local.parent, local.name);
    holders.set(at, [...(holders.get(at) ?? []), outcome]);
  }
  return holders;
}
