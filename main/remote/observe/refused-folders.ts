import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

type JournalOnly = Pick<MirrorContext, 'journal'>;

/**
 * Notes folders whose first listing was refused. New local items may be in there already, so nothing is sent into them
 * until a poll shows their contents.
 */
export function noteClosed(
  { journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>,
  closed: Iterable<ServiceId>,
): void {
  for (const folder of closed) {
    const item = journal.items.byRemoteId(mirror.id, folder);
    if (item !== null && journal.listings.listedAt(item.id) === null) journal.facts.set(factOf(folder), 'refused');
  }
}

/** A poll showed all of it. */
export function noteShown({ journal }: JournalOnly, folder: ServiceId): void {
  if (journal.facts.hasAny(FACTS)) journal.facts.set(factOf(folder), null);
}

/** Tells of folders whether their remote contents are unknown; only valid while nothing is recorded. */
export function unseenFolders({ journal }: JournalOnly): (folder: ItemId) => boolean {
  if (!journal.facts.hasAny(FACTS)) return () => false;
  return folder => {
    const id = journal.items.get(folder)?.remote?.id;
    return id !== undefined && journal.facts.get(factOf(id)) !== null;
  };
}

/** Nearly always there are none. */
const FACTS = 'closed.';

function factOf(folder: ServiceId): string {
  return `${FACTS}${folder}`;
}
