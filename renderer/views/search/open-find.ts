import type { SearchFind } from '../../../shared/model/search.ts';
import { openFolder, placeKey } from '../../stores/navigation.ts';
import { closeSearch } from '../../stores/search.ts';
import { select } from '../../stores/selection.ts';

/** Goes to what was found: into a folder, or to where a file lies, which is chosen there. */
export function open({ kind, item, place }: SearchFind): void {
  if (place === null || !('mirror' in place.at)) return;
  closeSearch();
  if (kind === 'folder') openFolder({ mirror: place.at.mirror, folder: item });
  else {
    openFolder(place.at);
    if (item !== null) select(placeKey(place.at), [item]);
  }
}
