import type { Base, Item, LocalFacts, RemoteFacts } from '../item.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { stripDetour, isDetourOf, nameKey, toLocalName, toRemoteName } from '../names/local-names.ts';
import { EXACT_NAMES, type VolumeNames, WINDOWS_NAMES } from '../names/volume-names.ts';

/** What happened to one attribute of an item's place (its parent, or its name) since both sides agreed. */
export type LocationChange = 'same' | 'moved';

/** Whose value an attribute takes. The service's wins when both moved: it is what colleagues see already. */
// prettier-ignore
export const LOCATION_WINNERS: Readonly<Record<LocationChange, Readonly<Record<LocationChange, 'agreed' | 'local' | 'remote'>>>> = {
  same:  { same: 'agreed', moved: 'remote' },
  moved: { same: 'local',  moved: 'remote' },
};

/** Where an item belongs on both sides. */
export interface MergedLocation {
  readonly parent: ItemId;
  readonly localName: string;
  readonly remoteName: string;
  /** Whether the local name follows from the service's and may need another form here. */
  readonly nameFromService: boolean;
}

/** What both sides hold of an item. */
interface BothSides {
  readonly local: LocalFacts;
  readonly remote: RemoteFacts;
}

/** The three-way rule for the place of an item that both sides have. Parent and name merge independently. */
export function placeOf(base: Base, { local, remote }: BothSides, volume: VolumeNames): MergedLocation {
  const parent = { agreed: base.parent, local: local.parent, remote: remote.parent }[
    LOCATION_WINNERS[changed(local.parent !== base.parent)][changed(remote.parent !== base.parent)]
  ];
  const renamedHere = nameKey(local.name) !== nameKey(base.localName);
  const winner = LOCATION_WINNERS[changed(renamedHere)][changed(remote.name !== base.remoteName)];
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
 * The name an item had here before it stepped aside (see `detours`): stepping aside is nobody's wish, so it must not look
 * like a rename. A name that the service has too was given by a person. Steps agree on the name at home, too: while an
 * item is not called as was agreed there is work for a plan, which leads it home.
 */
export function nameWithoutDetour({ id, base, remote }: Item, name: string): string {
  const home = stripDetour(name, id);
  const isGiven = [base?.remoteName, remote?.name].some(
    given => given !== undefined && stripDetour(given, id) !== given,
  );
  if (home === name || isGiven) return name;
  // A long name was cut to make room for the tail. Of which form it was, the tail tells.
  const formsOf = (there: string): readonly string[] =>
    [EXACT_NAMES, WINDOWS_NAMES].map(volume => toLocalName(there, volume));
  const whole = [base?.localName, ...(remote === null ? [] : formsOf(remote.name))];
  const isWhole = (candidate: string | undefined): boolean =>
    candidate !== undefined && stripDetour(candidate, id) === candidate && isDetourOf(name, candidate, id);
  return whole.find(isWhole) ?? home;
}

/**
 * What is agreed once an item stands at `to` here. Only what really agrees: a rename made here that the service does not
 * know yet stays a change.
 */
export function baseAfterLocalMove(item: Item, to: { readonly parent: ItemId; readonly name: string }): Base | null {
  const { base, local, remote } = item;
  if (base === null || local === null || remote === null) return base;
  const wasRenamed = nameKey(nameWithoutDetour(item, local.name)) !== nameKey(nameWithoutDetour(item, base.localName));
  const names =
    wasRenamed && remote.name === base.remoteName
      ? base
      : { localName: nameWithoutDetour(item, to.name), remoteName: remote.name };
  const parent = remote.parent === to.parent ? to.parent : base.parent;
  return { ...base, parent, localName: names.localName, remoteName: names.remoteName };
}

/** What is agreed of something only online once it moved at the service: its new place, and the content as before. */
export function baseAfterRemoteMove(base: Base, remote: RemoteFacts, volume: VolumeNames): Base {
  const localName = remote.name === base.remoteName ? base.localName : toLocalName(remote.name, volume);
  return { ...base, parent: remote.parent, localName, remoteName: remote.name };
}

/** Whether an item is somewhere else here than where it was agreed to be. */
export function movedLocally(item: Item): boolean {
  const { base, local } = item;
  return (
    base !== null &&
    local !== null &&
    (local.parent !== base.parent ||
      nameKey(nameWithoutDetour(item, local.name)) !== nameKey(nameWithoutDetour(item, base.localName)))
  );
}

/** Whether an item is somewhere else at the service than where it was agreed to be. */
export function movedRemotely(item: Item): boolean {
  const { base, remote } = item;
  return base !== null && remote !== null && (remote.parent !== base.parent || remote.name !== base.remoteName);
}
