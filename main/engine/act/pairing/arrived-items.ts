import type { ItemId, ServiceId } from '../../../../shared/ids.ts';
import type { Item, LocalFacts, Tree } from '../../../core/item.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { remoteDescendants } from '../../../remote/act/removals.ts';

/** What a new thing was in another mirror, kept until it has moved at the service or is sent as new. */
export interface Origin {
  readonly item: ItemId;
  readonly id: ServiceId;
  /** The folder of the service that it was in; null when that was not known. */
  readonly folder: ServiceId | null;
}

const PREFIX = 'moved-here.';

/** Writes down what a new thing was in another mirror; null: that is settled. */
export function noteOrigin({ facts }: Journal, newcomer: ItemId, was: Origin | null): void {
  const name = `${PREFIX}${newcomer}`;
  const value = was === null ? null : `${was.item} ${was.id} ${was.folder ?? ''}`;
  if (facts.get(name) !== value) facts.set(name, value);
}

/** What a new thing was in another mirror, as far as that is written down. */
export function originOf({ facts }: Journal, newcomer: ItemId): Origin | null {
  const value = facts.get(`${PREFIX}${newcomer}`);
  if (value === null) return null;
  const [item = '', id = '', folder = ''] = value.split(' ');
  const within = folder === '' ? null : (folder as ServiceId);
  return { item: Number(item) as ItemId, id: id as ServiceId, folder: within };
}

/** What was moved to another mirror and waits there, for a person or its turn: at the service it must not be removed for that. */
export function awaitedByOtherMirrors({ journal }: Pick<MirrorContext, 'journal'>): ReadonlySet<ItemId> {
  const held = new Set<ItemId>();
  for (const { name } of journal.facts.under(PREFIX)) {
    const id = newcomerOf(name);
    const was = isNew(journal.items.get(id)) ? originOf(journal, id) : null;
    if (was !== null) held.add(was.item);
  }
  return held;
}

/** Forgets what became of arrivals that the service has by now, or that are nowhere any more. */
export function forgetOrigins(journal: Journal): void {
  for (const { name } of journal.facts.under(PREFIX)) {
    const newcomer = journal.items.get(newcomerOf(name));
    if (newcomer === null || newcomer.remote !== null || newcomer.agreed !== null) journal.facts.set(name, null);
  }
}

/**
 * What is held elsewhere, with all that is in it, is not counted as missed for so long: should it be removed there in the end,
 * or come back without a part of it, that has its whole time to be put back.
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

/** Whether something is on this computer alone, and its bytes are known. */
export function isNew(item: Item | null): item is Item & { readonly local: LocalFacts } {
  return (
    item !== null &&
    item.local !== null &&
    item.localSight === 'present' &&
    item.agreed === null &&
    item.remote === null
  );
}

function newcomerOf(name: string): ItemId {
  return Number(name.slice(PREFIX.length)) as ItemId;
}
