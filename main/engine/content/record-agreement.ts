import type { ItemId, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { isOnlineOnly } from '../../core/policy/online-only.ts';
import { homeOf, placeAgreedThere } from '../../core/plan/place.ts';
import type { FormerPlace, Inverse } from '../../journal/records/inverse.ts';
import { itemOf } from '../context/mirror-context.ts';
import type { MirrorContext, Outcome } from '../context/mirror-context.ts';

/** Both sides are where they belong: records the place, and the content when it is the same on both. */
export function agree(context: MirrorContext, id: ItemId): Outcome {
  const item = itemOf(context, id);
  if (item !== null && isOnlineOnly(item)) return agreeOnPlace(context, item);
  if (item === null || item.local === null || item.remote === null) return 'deferred';
  const { agreed, local, remote } = item;
  if (local.parent !== remote.parent) return 'deferred';
  const isSame = item.kind === 'folder' || (local.sha256 !== null && local.sha256 === remote.sha256);
  if (agreed === null && !isSame) return 'deferred';
  const content = isSame
    ? { version: remote.version, sha256: local.sha256 }
    : { version: agreed?.version ?? null, sha256: agreed?.sha256 ?? null };
  context.journal.items.setAgreed(id, {
    parent: local.parent,
    localName: homeOf(item, local.name),
    remoteName: remote.name,
    ...content,
  });
  return 'done';
}

function agreeOnPlace(context: MirrorContext, { id, agreed, remote }: Item): Outcome {
  if (agreed === null || remote === null) return 'deferred';
  context.journal.items.setAgreed(id, placeAgreedThere(agreed, remote, context.mirror.names));
  return 'done';
}

/** Neither side has it any more. */
export function forget(context: MirrorContext, id: ItemId): Outcome {
  context.journal.items.remove(id);
  return 'done';
}

/** The service let go of it; it stays here and is no longer followed until it is edited. */
export function keepLocalOnly(context: MirrorContext, id: ItemId): Outcome {
  const item = itemOf(context, id);
  if (item === null || item.local === null) return 'deferred';
  const kept = item.kind === 'folder' ? 'folder' : item.local.sha256;
  context.journal.transaction(() => {
    context.journal.items.setAgreed(id, null);
    context.journal.items.setRemote(id, 'absent', null);
    context.journal.items.setKept(id, kept);
    context.journal.missing.clear(id, 'remote');
  });
  return 'done';
}

/** Something new here and something new there are one item: the service's row takes over what is here. */
export function join(context: MirrorContext, hereId: ItemId, thereId: ItemId): Outcome {
  const here = itemOf(context, hereId);
  const there = itemOf(context, thereId);
  if (!isNewLocal(here) || there === null || there.remote === null || there.local !== null || there.kind !== here.kind)
    return 'deferred';
  // What was begun to send it may have become another row already: that is found out first.
  if (context.journal.intents.isOpen(hereId)) return 'deferred';
  const { items } = context.journal;
  context.journal.transaction(() => {
    items.adoptChildren(hereId, thereId);
    items.vacate(hereId);
    items.setLocal(thereId, here.localSight, here.local);
    items.remove(hereId);
    if (there.kind === 'folder') agree(context, thereId);
  });
  return 'done';
}

function isNewLocal(item: Item | null): item is Item & { local: NonNullable<Item['local']> } {
  return item !== null && item.local !== null && item.remote === null && item.agreed === null;
}

/** What takes back that another version became the head; null when nothing was agreed on before. */
export function formerVersion({ id, agreed, remote }: Item, made: VersionId): Inverse | null {
  if (agreed === null || agreed.version === null || agreed.version === made || remote === null) return null;
  return { kind: 'version', item: id, file: remote.id, former: agreed.version, made };
}

/** What takes a move back. */
export function movedBack({ item, from, to }: { item: ItemId; from: FormerPlace; to: FormerPlace }): Inverse {
  const placeOf = ({ parent, name }: FormerPlace): FormerPlace => ({ parent, name });
  return { kind: 'move', item, from: placeOf(from), to: placeOf(to) };
}
