import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { isoMs } from '../calendar.ts';
import type { Fate } from './item-outcomes.ts';
import type { RemoteFacts } from '../item.ts';
import { freeName, nameKey, numberless, toLocalName, toRemoteName } from '../names/local-names.ts';
import { movedHere, movedThere } from './place.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from '../names/volume-names.ts';

/** What the service shows decides which of several things of one name has which number: so every computer says the same. */
export interface Numbering {
  /** The fates, in which what is here under another name than the numbering says moves to that name. */
  readonly fates: ReadonlyMap<ItemId, Fate>;
  /** The names here of things at the service, in each folder where anything is to get a name. */
  readonly names: ReadonlyMap<ItemId, string>;
  /** Whose each of those names is, by the folder and the key of the name. */
  readonly owners: ReadonlyMap<string, ItemId>;
  /** What the volume makes of names. */
  readonly volume: VolumeNames;
}

/** What the numbering goes by besides the tree. */
export interface NumberingRules {
  readonly mode: MirrorMode;
  /** What the volume makes of names; `EXACT_NAMES` when it is left out. */
  readonly volume?: VolumeNames | undefined;
  /** Items that may not get another name here now. */
  readonly keepsName: (item: ItemId) => boolean;
}

/**
 * Gives each thing of the service its name here. Of several that want one name the oldest has it, by the service's own time
 * and then by its id; each other one gets the first number that nothing else has, in the same order.
 */
export function numberingOf(fates: ReadonlyMap<ItemId, Fate>, rules: NumberingRules): Numbering {
  const { volume = EXACT_NAMES, keepsName } = rules;
  const folders = foldersOf(fates);
  const { names, owners } = namesIn(folders, fates, volume);
  const renamed = rules.mode === 'upload' ? [] : renamedIn(fates, { folders, names, keepsName, volume });
  if (renamed.length === 0) return { fates, names, owners, volume };
  const all = new Map(fates);
  for (const [fate, name] of renamed) {
    const belongs = { ...fate.belongs, localName: name };
    all.set(fate.item.id, { ...fate, belongs, moves: 'here', leavesPlace: true, isRenumbered: true });
  }
  return { fates: all, names, owners, volume };
}

/** A place in a folder, by the key that its name has on the volume. */
export function placeKey(volume: VolumeNames, parent: ItemId, name: string): string {
  return `${parent}/${keyOn(volume, name)}`;
}

/** The folders of the service in which something has another name here, or is to get one. */
function foldersOf(fates: ReadonlyMap<ItemId, Fate>): ReadonlySet<ItemId> {
  const folders = new Set<ItemId>();
  for (const { item, here, moves } of fates.values()) {
    const { local, remote } = item;
    if (remote === null) continue;
    if (local === null ? here : moves === 'here' || local.name !== remote.name) folders.add(remote.parent);
  }
  return folders;
}

/** Something of the service that wants a name here. */
interface Named {
  readonly id: ItemId;
  readonly remote: RemoteFacts;
  readonly name: string;
  /** A file that only a list has shown: it may be one that was announced and never filled, and moves no other. */
  readonly isUnproven: boolean;
}

function namesIn(
  folders: ReadonlySet<ItemId>,
  fates: ReadonlyMap<ItemId, Fate>,
  volume: VolumeNames,
): Pick<Numbering, 'names' | 'owners'> {
  const names = new Map<ItemId, string>();
  const owners = new Map<string, ItemId>();
  const give = ({ id, remote }: Named, name: string): void => {
    names.set(id, name);
    owners.set(placeKey(volume, remote.parent, name), id);
  };
  const unsettled = new Set<ItemId>();
  const others: Named[] = [];
  const groups = namesakesIn(folders, fates, volume);
  for (const [first, ...rest] of groups) {
    // While no list has told the age of one of them, another computer may know better.
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

/** What wants one name in one of the folders, oldest first. */
function namesakesIn(
  folders: ReadonlySet<ItemId>,
  fates: ReadonlyMap<ItemId, Fate>,
  volume: VolumeNames,
): readonly (readonly [Named, ...Named[]])[] {
  const groups = new Map<string, [Named, ...Named[]]>();
  if (folders.size === 0) return [];
  for (const { item } of fates.values()) {
    const { id, agreed, freed, kind, local, remote } = item;
    if (remote === null || !folders.has(remote.parent)) continue;
    const isUnproven = kind === 'file' && local === null && agreed === null && !freed;
    const named = { id, remote, name: toLocalName(remote.name, volume), isUnproven };
    const at = placeKey(volume, remote.parent, named.name);
    const known = groups.get(at);
    if (known === undefined) groups.set(at, [named]);
    else known.push(named);
  }
  return [...groups.values()].map(group => (group.length === 1 ? group : group.sort(byAge)));
}

/** Oldest first; what the service gives no time for comes last, and after all others what is not proven to be a file. */
function byAge({ remote: a, isUnproven }: Named, { remote: b, isUnproven: isOtherUnproven }: Named): number {
  if (isUnproven !== isOtherUnproven) return isUnproven ? 1 : -1;
  const [one, other] = [madeMs(a), madeMs(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function madeMs({ createdAt }: RemoteFacts): number {
  return isoMs(createdAt ?? '') ?? Number.POSITIVE_INFINITY;
}

/** What is here, at rest, under another name than it should have, with the name that it gets: free by then. */
function renamedIn(
  fates: ReadonlyMap<ItemId, Fate>,
  {
    folders,
    names,
    keepsName,
    volume,
  }: Pick<Numbering, 'names' | 'volume'> & Pick<NumberingRules, 'keepsName'> & { folders: ReadonlySet<ItemId> },
): readonly (readonly [Fate, string])[] {
  const candidates = [...(folders.size === 0 ? [] : fates.values())].flatMap(fate => {
    const name = names.get(fate.item.id);
    if (name === undefined || isNamed(fate.item, name, volume)) return [];
    return isAtRest(fate) && !keepsName(fate.item.id) ? [[fate, name] as const] : [];
  });
  const uncertain = candidates.some(([{ item }]) => item.kind === 'folder')
    ? uncertainIn(fates, volume)
    : new Set<string>();
  const renamed = new Map(candidates.filter(([fate]) => !uncertain.has(familyOf(fate, volume))));
  if (renamed.size === 0) return [];
  const holders = holdersIn(folders, fates, volume);
  const wanting = new Map([...renamed].map(([fate, name]) => [placeKey(volume, fate.belongs.parent, name), fate]));
  const stays = (fate: Fate): boolean => !renamed.has(fate) && !fate.leavesPlace;
  const isKept = (fate: Fate, name: string): boolean =>
    (holders.get(placeKey(volume, fate.belongs.parent, name)) ?? []).some(stays);
  const kept = [...renamed].flatMap(([fate, name]) => (isKept(fate, name) ? [fate] : []));
  // Who waits for one that keeps its name keeps its own, too.
  for (let fate = kept.pop(); fate !== undefined; fate = kept.pop()) {
    renamed.delete(fate);
    const waiting = wanting.get(placeKey(volume, fate.belongs.parent, fate.item.local?.name ?? ''));
    if (waiting !== undefined && renamed.has(waiting)) kept.push(waiting);
  }
  return [...renamed];
}

/**
 * The families of folders in which something waits to be compared: what it holds may yet show that folders of one name were
 * taken for each other, and until then nothing of theirs moves.
 */
function uncertainIn(fates: ReadonlyMap<ItemId, Fate>, volume: VolumeNames): ReadonlySet<string> {
  const seen = new Set<ItemId>();
  const families = new Set<string>();
  for (const fate of fates.values()) {
    const { agreed, freed, remote } = fate.item;
    if (agreed !== null || freed || (remote === null && fate.decision !== 'frozen')) continue;
    let at = fates.get(fate.belongs.parent);
    for (; at !== undefined && !seen.has(at.item.id); at = fates.get(at.belongs.parent)) {
      seen.add(at.item.id);
      families.add(familyOf(at, volume));
    }
  }
  return families;
}

/** All folders of one name in one folder, with any number or none; a file is of no family. */
function familyOf({ item: { kind }, belongs: { parent, remoteName } }: Fate, volume: VolumeNames): string {
  return kind === 'folder' ? placeKey(volume, parent, numberless(toLocalName(remoteName, volume))) : '';
}

/** Whether something has a name here, or a form of it that it came from here with: a disk may hold more than we write. */
function isNamed({ local, remote }: Fate['item'], name: string, volume: VolumeNames): boolean {
  if (local === null || remote === null || nameKey(local.name) === nameKey(name)) return true;
  const isItsName = nameKey(toLocalName(remote.name, volume)) === nameKey(name);
  return isItsName && toRemoteName(local.name, volume) === nameKey(remote.name);
}

/** Whether both sides have it where it was agreed to be, and nothing is to be done about it. */
function isAtRest({ item, decision, moves }: Fate): boolean {
  const { agreed, local, localSight, remoteSight } = item;
  if (decision !== 'rest' || moves !== null || agreed === null || local === null) return false;
  return localSight === 'present' && remoteSight === 'present' && !movedHere(item) && !movedThere(item);
}

function holdersIn(
  folders: ReadonlySet<ItemId>,
  fates: ReadonlyMap<ItemId, Fate>,
  volume: VolumeNames,
): ReadonlyMap<string, readonly Fate[]> {
  const holders = new Map<string, Fate[]>();
  for (const fate of fates.values()) {
    const { local } = fate.item;
    if (local === null || !folders.has(local.parent)) continue;
    const at = placeKey(volume, local.parent, local.name);
    holders.set(at, [...(holders.get(at) ?? []), fate]);
  }
  return holders;
}
