import type { ItemId, ServiceId } from '../../../../shared/ids.ts';
import type { Item, LocalFacts, Tree } from '../../../core/item.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { remoteDescendants } from '../../../remote/act/removals.ts';

/** What a new item was in another mirror; kept until the item has moved at the service or is sent as new. */
export interface Origin {
  readonly item: ItemId;
  readonly id: ServiceId;
  /** The folder of the service that held it; null when that was not known. */
  readonly folder: ServiceId | null;
}

const PREFIX = 'moved-here.';

/** Records what a new item was in another mirror; null: settled. */
export function noteOrigin({ facts }: Journal, arrived: ItemId, was: Origin | null): void {
  const name = `${PREFIX}${arrived}`;
  const value = was === null ? null : `${was.item} ${was.id} ${was.folder ?? ''}`;
  if (facts.get(name) !== value) facts.set(name, value);
}

/** The recorded origin of a new item. */
export function originOf({ facts }: Journal, arrived: ItemId): Origin | null {
  const value = facts.get(`${PREFIX}${arrived}`);
  if (value === null) return null;
  const [item = '', id = '', folder = ''] = value.split(' ');
  const within = folder === '' ? null : (folder as ServiceId);
  return { item: Number(item) as ItemId, id: id as ServiceId, folder: within };
}

/**
 * Items that moved to another mirror and wait there, for a person or for their turn: they must not be removed at the
 * service because they are missing here.
 */
export function awaitedByOtherMirrors({ journal }: Pick<MirrorContext, 'journal'>): ReadonlySet<ItemId> {
  const held = new Set<ItemId>();
  for (const { name } of journal.facts.withPrefix(PREFIX)) {
    const id = arrivedIdOf(name);
    const was = isNew(journal.items.get(id)) ? originOf(journal, id) : null;
    if (was !== null) held.add(was.item);
  }
  return held;
}

/** Forgets origins of items that the service has by now, or that no longer exist. */
export function forgetOrigins(journal: Journal): void {
  for (const { name } of journal.facts.withPrefix(PREFIX)) {
    const arrived = journal.items.get(arrivedIdOf(name));
    if (arrived === null || arrived.remote !== null || arrived.base !== null) journal.facts.set(name, null);
  }
}

/**
 * Items awaited by another mirror, with all their descendants, do not count as missing while they wait: if they are
 * removed after all, or come back without some descendants, the full restore period is still ahead of them.
 */
export function holdMissed(
  { journal, mirror, world }: MirrorContext,
  held: ReadonlySet<ItemId>,
  tree: () => Tree,
): void {
  const ours = [...held].filter(id => journal.items.mirrorOf(id) === mirror.id);
  if (ours.length === 0) return;
  const all = tree();
  const now = world.clock.now();
  journal.transaction(() => {
    for (const id of ours)
      for (const each of [id, ...remoteDescendants(all, id).map(below => below.id)]) journal.missing.waits(each, now);
  });
}

/** Whether an item is on this computer alone and its content hash is known. */
export function isNew(item: Item | null): item is Item & { readonly local: LocalFacts } {
  return (
    item !== null &&
    item.local !== null &&
    item.localPresence === 'present' &&
    item.base === null &&
    item.remote === null
  );
}

function arrivedIdOf(name: string): ItemId {
  return Number(name.slice(PREFIX.length)) as ItemId;
}
