import type { SearchFind } from '../../../shared/model/search.ts';
import { openFolder } from '../../stores/navigation.ts';
import { closeSearch } from '../../stores/search.ts';

/** Goes to what was found: into a folder, or to where a file lies. */
export function open({ kind, item, place }: SearchFind): void {
  if (place === null) return;
  closeSearch();
  openFolder({ mirror: place.mirror, folder: kind === 'folder' ? item : place.folder });
}
