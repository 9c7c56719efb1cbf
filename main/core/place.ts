import type { Agreed, Item, LocalFacts, RemoteFacts } from './item.ts';
import type { ItemId } from '../../shared/ids.ts';
import { nameKey, toLocalName, toRemoteName } from './names.ts';

/** What happened to one attribute of an item's place (its parent, or its name) since both sides agreed. */
export type PlaceChange = 'same' | 'moved';

/** Whose value an attribute takes. The service's wins when both moved: it is what colleagues see already. */
// prettier-ignore
export const PLACES: Readonly<Record<PlaceChange, Readonly<Record<PlaceChange, 'agreed' | 'local' | 'remote'>>>> = {
  same:  { same: 'agreed', moved: 'remote' },
  moved: { same: 'local',  moved: 'remote' },
};

/** Where an item belongs on both sides. */
export interface Belongs {
  readonly parent: ItemId;
  readonly localName: string;
  readonly remoteName: string;
  /** Whether the local name follows from the service's and may need another form here. */
  readonly nameFromService: boolean;
}

/** The three-way rule for the place of an item that both sides have. Parent and name merge independently. */
export function placeOf(agreed: Agreed, local: LocalFacts, remote: RemoteFacts): Belongs {
  const parent = { agreed: agreed.parent, local: local.parent, remote: remote.parent }[
    PLACES[changed(local.parent !== agreed.parent)][changed(remote.parent !== agreed.parent)]
  ];
  const renamedHere = nameKey(local.name) !== nameKey(agreed.localName);
  const winner = PLACES[changed(renamedHere)][changed(remote.name !== agreed.remoteName)];
  if (winner === 'remote') {
    const nameFromService = nameKey(toLocalName(remote.name)) !== nameKey(local.name);
    return { parent, localName: local.name, remoteName: remote.name, nameFromService };
  }
  if (winner === 'local')
    return { parent, localName: local.name, remoteName: toRemoteName(local.name), nameFromService: false };
  return { parent, localName: local.name, remoteName: agreed.remoteName, nameFromService: false };
}

function changed(moved: boolean): PlaceChange {
  return moved ? 'moved' : 'same';
}

/** Whether an item is somewhere else here than where it was agreed to be. */
export function movedHere(item: Item): boolean {
  const { agreed, local } = item;
  return (
    agreed !== null &&
    local !== null &&
    (local.parent !== agreed.parent || nameKey(local.name) !== nameKey(agreed.localName))
  );
}

/** Whether an item is somewhere else at the service than where it was agreed to be. */
export function movedThere(item: Item): boolean {
  const { agreed, remote } = item;
  return agreed !== null && remote !== null && (remote.parent !== agreed.parent || remote.name !== agreed.remoteName);
}
