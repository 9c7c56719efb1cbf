import type { ItemId, VersionId } from '../../../shared/ids.ts';
import type { Base, Item } from '../../core/item.ts';
import { isOnlineOnly } from '../../core/policy/online-only.ts';
import { nameWithoutDetour, baseAfterRemoteMove } from '../../core/plan/merge-location.ts';
import type { FormerLocation, UndoStep } from '../../journal/records/undo-step.ts';
import { itemOf } from '../context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../context/mirror-context.ts';

/** Both sides are where they belong: records the place in the base, and the content when it is the same on both. */
export function recordAgreement(context: MirrorContext, id: ItemId): StepOutcome {
  const item = itemOf(context, id);
  if (item !== null && isOnlineOnly(item)) return agreeOnPlace(context, item);
  const base = item === null ? null : commonBase(item);
  if (base === null) return 'postponed';
  context.journal.items.setBase(id, base);
  return 'done';
}

/** The base that both sides of an item agree on by what is recorded of them; null when there is none. */
export function commonBase(item: Item): Base | null {
  const { base, local, remote } = item;
  if (local === null || remote === null || local.parent !== remote.parent) return null;
  const isSame = item.kind === 'folder' || (local.sha256 !== null && local.sha256 === remote.sha256);
  if (base === null && !isSame) return null;
  const content = isSame
    ? { version: remote.version, sha256: local.sha256 }
    : { version: base?.version ?? null, sha256: base?.sha256 ?? null };
  return {
    parent: local.parent,
    localName: nameWithoutDetour(item, local.name),
    remoteName: remote.name,
    ...content,
  };
}

function agreeOnPlace(context: MirrorContext, { id, base, remote }: Item): StepOutcome {
  if (base === null || remote === null) return 'postponed';
  context.journal.items.setBase(id, baseAfterRemoteMove(base, remote, context.mirror.names));
  return 'done';
}

/** Neither side has it any more. */
export function forgetItem(context: MirrorContext, id: ItemId): StepOutcome {
  context.journal.items.remove(id);
  return 'done';
}

/** The service removed it; the local item stays and is not synced until it is edited. */
export function keepLocalOnly(context: MirrorContext, id: ItemId): StepOutcome {
  const item = itemOf(context, id);
  if (item === null || item.local === null) return 'postponed';
  const content = item.kind === 'folder' ? 'folder' : item.local.sha256;
  context.journal.transaction(() => {
    context.journal.items.setBase(id, null);
    context.journal.items.setRemote(id, 'absent', null);
    context.journal.items.setLocalOnly(id, content);
    context.journal.missing.clear(id, 'remote');
  });
  return 'done';
}

/** A new local item and a new remote item are one: the remote item's row takes over the local facts. */
export function joinItems(context: MirrorContext, localId: ItemId, remoteId: ItemId): StepOutcome {
  const localItem = itemOf(context, localId);
  const remoteItem = itemOf(context, remoteId);
  if (
    !isNewLocal(localItem) ||
    remoteItem === null ||
    remoteItem.remote === null ||
    remoteItem.local !== null ||
    remoteItem.kind !== localItem.kind
  )
    return 'postponed';
  // An open upload may have become another row already: recovery settles that first.
  if (context.journal.intents.isOpen(localId)) return 'postponed';
  const { items } = context.journal;
  context.journal.transaction(() => {
    if (localItem.kind === 'folder') items.adoptChildren(localId, remoteId);
    // Removed first: two rows cannot have one local place.
    items.remove(localId);
    items.setLocal(remoteId, localItem.localPresence, localItem.local);
    if (remoteItem.kind === 'folder') recordAgreement(context, remoteId);
  });
  return 'done';
}

function isNewLocal(item: Item | null): item is Item & { local: NonNullable<Item['local']> } {
  return item !== null && item.local !== null && item.remote === null && item.base === null;
}

/** What undoes a new head; null when there was no base before. */
export function formerVersion({ id, base, remote }: Item, made: VersionId): UndoStep | null {
  if (base === null || base.version === null || base.version === made || remote === null) return null;
  return { kind: 'version', item: id, file: remote.id, former: base.version, made };
}

/** What undoes a move. */
export function movedBack({ item, from, to }: { item: ItemId; from: FormerLocation; to: FormerLocation }): UndoStep {
  const placeOf = ({ parent, name }: FormerLocation): FormerLocation => ({ parent, name });
  return { kind: 'move', item, from: placeOf(from), to: placeOf(to) };
}
