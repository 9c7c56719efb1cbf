import type { Base, Item, LocalFacts, RemoteFacts } from '../item.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { stripDetour, isDetourOf, nameKey, toLocalName, toRemoteName } from '../names/local-names.ts';
import { EXACT_NAMES, type VolumeNames, WINDOWS_NAMES } from '../names/volume-names.ts';

/** What happened to the name or the parent of an item on one side since the base. */
export type LocationChange = 'same' | 'moved';

/**
 * Whose value wins, for the name and for the parent. When both sides changed it the service's wins, because colleagues
 * already see that one.
 */
// prettier-ignore
export const LOCATION_WINNERS: Readonly<Record<LocationChange, Readonly<Record<LocationChange, 'agreed' | 'local' | 'remote'>>>> = {
  same:  { same: 'agreed', moved: 'remote' },
  moved: { same: 'local',  moved: 'remote' },
};

/** The name and parent that an item should have on both sides. */
export interface MergedLocation {
  readonly parent: ItemId;
  readonly localName: string;
  readonly remoteName: string;
  /** Whether the local name is derived from the remote one, and may need a form that the volume accepts. */
  readonly nameFromService: boolean;
}

/** What both sides show of an item. */
interface BothSides {
  readonly local: LocalFacts;
  readonly remote: RemoteFacts;
}

/**
 * The three-way rule for the location of an item that both sides have. Parent and name merge independently: moved here
 * and renamed there gives both.
 */
export function mergeLocation(base: Base, { local, remote }: BothSides, volume: VolumeNames): MergedLocation {
  const parent = { agreed: base.parent, local: local.parent, remote: remote.parent }[
    LOCATION_WINNERS[changed(local.parent !== base.parent)][changed(remote.parent !== base.parent)]
  ];
  const renamedHere = nameKey(local.name) !== nameKey(base.localName);
  const winner = LOCATION_WINNERS[changed(renamedHere)][changed(remote.name !== base.remoteName)];
  // The remote name may need another local form, such as `a∕b.csv` for `a/b.csv`; if the current local name is that
  // form already, it stays.
  if (winner === 'remote') {
    const nameFromService = nameKey(toLocalName(remote.name, volume)) !== nameKey(local.name);
    return { parent, localName: local.name, remoteName: remote.name, nameFromService };
  }
  if (winner === 'local')
    return { parent, localName: local.name, remoteName: toRemoteName(local.name, volume), nameFromService: false };
  return { parent, localName: local.name, remoteName: base.remoteName, nameFromService: false };
}

function changed(moved: boolean): LocationChange {
  return moved ? 'moved' : 'same';
}

/**
 * The name that an item had before it made way for another one (see `planDetours`). A name such as `a (moving 7).csv` is
 * ours, not a person's rename, and must not be sent. Exception: when the service has that name too, a person or a
 * colleague gave it. The base always holds the name without the detour, so an item with a detour differs from its base,
 * and the next plan gives it its name back.
 */
export function nameWithoutDetour({ id, base, remote }: Item, name: string): string {
  const home = stripDetour(name, id);
  const isGiven = [base?.remoteName, remote?.name].some(
    given => given !== undefined && stripDetour(given, id) !== given,
  );
  if (home === name || isGiven) return name;
  // A long name was cut to make room for ` (moving 7)`. Try the known names of the item, in the forms of both kinds
  // of volumes, to find the full one.
  const formsOf = (there: string): readonly string[] =>
    [EXACT_NAMES, WINDOWS_NAMES].map(volume => toLocalName(there, volume));
  const whole = [base?.localName, ...(remote === null ? [] : formsOf(remote.name))];
  const isWhole = (candidate: string | undefined): boolean =>
    candidate !== undefined && stripDetour(candidate, id) === candidate && isDetourOf(name, candidate, id);
  return whole.find(isWhole) ?? home;
}

/**
 * The base after an item was moved to `to` on this computer. Contains only what both sides really share: a rename that
 * the service does not have yet stays a difference, or it would never be sent.
 */
export function baseAfterLocalMove(item: Item, to: { readonly parent: ItemId; readonly name: string }): Base | null {
  const { base, local, remote } = item;
  if (base === null || local === null || remote === null) return base;
  // A person's rename that the service does not have must stay visible as a difference from the base.
  const wasRenamed = nameKey(nameWithoutDetour(item, local.name)) !== nameKey(nameWithoutDetour(item, base.localName));
  const names =
    wasRenamed && remote.name === base.remoteName
      ? base
      : { localName: nameWithoutDetour(item, to.name), remoteName: remote.name };
  const parent = remote.parent === to.parent ? to.parent : base.parent;
  return { ...base, parent, localName: names.localName, remoteName: names.remoteName };
}

/** The base of an online-only item after it moved at the service: the new location, and the content as before. */
export function baseAfterRemoteMove(base: Base, remote: RemoteFacts, volume: VolumeNames): Base {
  const localName = remote.name === base.remoteName ? base.localName : toLocalName(remote.name, volume);
  return { ...base, parent: remote.parent, localName, remoteName: remote.name };
}

/** Whether an item's local name or parent differs from its base. */
export function movedLocally(item: Item): boolean {
  const { base, local } = item;
  return (
    base !== null &&
    local !== null &&
    (local.parent !== base.parent ||
      nameKey(nameWithoutDetour(item, local.name)) !== nameKey(nameWithoutDetour(item, base.localName)))
  );
}

/** Whether an item's remote name or parent differs from its base. */
export function movedRemotely(item: Item): boolean {
  const { base, remote } = item;
  return base !== null && remote !== null && (remote.parent !== base.parent || remote.name !== base.remoteName);
}
