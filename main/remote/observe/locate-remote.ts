import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import { ignoredItems } from '../../core/policy/ignored-items.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';

/**
 * Where a folder of the service is, as a mirror sees it: `listed` is the mirror's own, or one in it that lists show; `new`
 * one below such a folder that no list has shown yet; `unseen` one that lists do not show at the moment, because a folder
 * above it is closed or was missed, or one that may not be asked about. What a rule hides is `outside`.
 */
export type RemoteLocation = 'listed' | 'new' | 'unseen' | 'outside';

/** Tells where folders are; of those that are not known, the service is asked for what they are in, once each. */
export function remoteLocations(context: MirrorContext): (folder: ServiceId) => Promise<RemoteLocation> {
  const places = new Map<ServiceId, Promise<RemoteLocation>>();
  // For this the whole tree is read: at most once for all that is missed.
  let ignored: ReadonlySet<ItemId> | null = null;
  const isIgnored = (item: ItemId): boolean => (ignored ??= ignoredNow(context)).has(item);
  return folder => {
    const place = places.get(folder) ?? placeOf(context, folder, isIgnored);
    places.set(folder, place);
    return place;
  };
}

type IsIgnored = (item: ItemId) => boolean;

async function placeOf(context: MirrorContext, folder: ServiceId, isIgnored: IsIgnored): Promise<RemoteLocation> {
  const asked = new Set<ServiceId>();
  try {
    for (let at: ServiceId | null = folder; at !== null; at = await folderAbove(context, at)) {
      const place = placeOfOurs(context, at, isIgnored);
      if (place === 'listed') wantListing(context, at);
      if (place !== null) return place === 'listed' && at !== folder ? 'new' : place;
      if (isHidden(context, at)) return 'outside';
      // A ring of folders proves nothing.
      if (asked.has(at)) return 'unseen';
      asked.add(at);
    }
    return 'outside';
  } catch (error) {
    if (!isFault(error, 'refused', 'not-allowed', 'scope')) throw error;
    return 'unseen';
  }
}

/** The next look lists the folder that shows it. */
function wantListing({ journal, mirror }: MirrorContext, folder: ServiceId): void {
  const item = folder === mirror.remoteId ? mirror.rootItem : journal.items.byRemoteId(mirror.id, folder)?.id;
  if (item !== undefined) journal.listings.want(mirror.id, item);
}

/** Null when we do not know the folder. */
function placeOfOurs(
  { journal, mirror }: MirrorContext,
  folder: ServiceId,
  isIgnored: IsIgnored,
): RemoteLocation | null {
  if (folder === mirror.remoteId) return 'listed';
  const item = journal.items.byRemoteId(mirror.id, folder);
  if (item === null) return null;
  if (item.remoteSight === 'present') return 'listed';
  return isIgnored(item.id) ? 'outside' : 'unseen';
}

function ignoredNow({ journal, mirror }: MirrorContext): ReadonlySet<ItemId> {
  return ignoredItems(journal.items.tree(mirror.id, mirror.rootItem), ignoringOf(journal, mirror));
}

function isHidden({ journal, mirror }: MirrorContext, folder: ServiceId): boolean {
  return journal.rules.hidden(mirror.id).some(({ side, thing }) => side === 'remote' && thing === folder);
}

/** Null above the top, and above what is not there any more: neither is in a mirror. */
async function folderAbove({ api }: MirrorContext, folder: ServiceId): Promise<ServiceId | null> {
  try {
    const { parent, isGone } = await api.folder(folder);
    return isGone ? null : parent;
  } catch (error) {
    if (isFault(error, 'gone')) return null;
    throw error;
  }
}
