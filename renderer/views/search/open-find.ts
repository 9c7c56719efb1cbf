import type { SearchFind } from '../../../shared/model/search.ts';
import { type FolderPlace, openFolder, placeKey } from '../../stores/navigation.ts';
import { closeSearch } from '../../stores/search.ts';
import { select } from '../../stores/selection.ts';

/** Goes to what was found: into a folder, or to where a file lies, which is chosen there. */
export function open(find: SearchFind): void {
  const inside = folderOf(find);
  const { place, item, serviceId } = find;
  if (inside === null && place === null) return;
  closeSearch();
  if (inside !== null) openFolder(inside);
  else if (place !== null) {
    openFolder(place.at);
    select(placeKey(place.at), [item ?? serviceId ?? '']);
  }
}

/** The place that a folder is; null for what is none. */
function folderOf({ kind, item, serviceId, place }: SearchFind): FolderPlace | null {
  if (kind !== 'folder') return null;
  if (item !== null && place !== null && 'mirror' in place.at) return { mirror: place.at.mirror, folder: item };
  return serviceId === null ? null : { base: serviceId };
}
