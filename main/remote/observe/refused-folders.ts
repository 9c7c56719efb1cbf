import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

type Parts = Pick<MirrorContext, 'journal'>;

/**
 * Notes folders whose contents were refused in the very first look at them. What is new here may be in there already, so
 * nothing is sent into them until a look shows it.
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

/** A look showed all of it. */
export function noteShown({ journal }: Parts, folder: ServiceId): void {
  if (journal.facts.hasAny(FACTS)) journal.facts.set(factOf(folder), null);
}

/** Tells of a folder whether nothing is known yet of what is in it at the service; to be asked while nothing is recorded. */
export function unseenFolders({ journal }: Parts): (folder: ItemId) => boolean {
  if (!journal.facts.hasAny(FACTS)) return () => false;
  return folder => {
    const id = journal.items.get(folder)?.remote?.id;
    return id !== undefined && journal.facts.get(factOf(id)) !== null;
  };
}

/** Nearly always there are none of these. */
const FACTS = 'closed.';

function factOf(folder: ServiceId): string {
  return `${FACTS}${folder}`;
}
