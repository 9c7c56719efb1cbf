import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import { ignoredItems } from '../../core/policy/ignored-items.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';

/**
 * Where a folder of the service is, seen from a mirror: `listed` is the mirror's root, or a folder in it that listings
 * show; `new` is below such a folder, but no listing has shown it yet; `unseen` is one that listings do not show at the
 * moment, because an ancestor is closed or missing, or one that may not be asked about. A folder that a rule hides is
 * `outside`.
 */
export type RemoteLocation = 'listed' | 'new' | 'unseen' | 'outside';

/** Locates folders; the service is asked for the parents of unknown ones, once each. */
export function remoteLocations(context: MirrorContext): (folder: ServiceId) => Promise<RemoteLocation> {
  const places = new Map<ServiceId, Promise<RemoteLocation>>();
  // Needs the whole tree: loaded at most once for all missing items.
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
      const place = placeOfKnown(context, at, isIgnored);
      if (place === 'listed') wantListing(context, at);
      if (place !== null) return place === 'listed' && at !== folder ? 'new' : place;
      if (isHidden(context, at)) return 'outside';
      // A cycle of folders proves nothing.
      if (asked.has(at)) return 'unseen';
      asked.add(at);
    }
    return 'outside';
  } catch (error) {
    if (!isFault(error, 'refused', 'not-allowed', 'scope')) throw error;
    return 'unseen';
  }
}

/** Makes the next poll list the folder's parent. */
function wantListing({ journal, mirror }: MirrorContext, folder: ServiceId): void {
  const item = folder === mirror.remoteId ? mirror.rootItem : journal.items.byRemoteId(mirror.id, folder)?.id;
  if (item !== undefined) journal.listings.requestListing(mirror.id, item);
}

/** Null for an unknown folder. */
function placeOfKnown(
  { journal, mirror }: MirrorContext,
  folder: ServiceId,
  isIgnored: IsIgnored,
): RemoteLocation | null {
  if (folder === mirror.remoteId) return 'listed';
  const item = journal.items.byRemoteId(mirror.id, folder);
  if (item === null) return null;
  if (item.remotePresence === 'present') return 'listed';
  return isIgnored(item.id) ? 'outside' : 'unseen';
}

function ignoredNow({ journal, mirror }: MirrorContext): ReadonlySet<ItemId> {
  return ignoredItems(journal.items.tree(mirror.id, mirror.rootItem), ignoringOf(journal, mirror));
}

function isHidden({ journal, mirror }: MirrorContext, folder: ServiceId): boolean {
  return journal.rules.hidden(mirror.id).some(({ side, thing }) => side === 'remote' && thing === folder);
}

/** Null for a top-level folder and for one that no longer exists: neither is in a mirror. */
async function folderAbove({ api }: MirrorContext, folder: ServiceId): Promise<ServiceId | null> {
  try {
    const { parent, isGone } = await api.folder(folder);
    return isGone ? null : parent;
  } catch (error) {
    if (isFault(error, 'gone')) return null;
    throw error;
  }
}
