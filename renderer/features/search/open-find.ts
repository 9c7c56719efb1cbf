import { faultLine } from '../../../shared/text/faults.ts';
import { toFault } from '../../../shared/fault.ts';
import type { SearchFind } from '../../../shared/features/search/model.ts';
import { engine } from '../../state/engine.ts';
import { type FolderPlace, goTo, openFolder, placeKey } from '../../state/navigation.ts';
import { closeSearch, noteInSearch } from './stores/search.ts';
import { leadTo } from '../browse/stores/selection.ts';

/** Goes to what was found: into a folder or a conversation, or to the line of a file where it lies, which gets the focus. What cannot be opened says why. */
export async function openFind(find: SearchFind): Promise<void> {
  if (find.kind === 'task') {
    closeSearch();
    return goTo({ screen: 'chat', task: find.serviceId });
  }
  const inside = folderOf(find);
  if (inside !== null) {
    closeSearch();
    return openFolder(inside);
  }
  try {
    const at = find.place?.at ?? (await placeAtService(find));
    closeSearch();
    openFolder(at);
    leadTo(placeKey(at), find.item ?? find.serviceId ?? '');
  } catch (thrown) {
    noteInSearch(faultLine(toFault(thrown)));
  }
}

/** Of what only the service knew, it says where it is. */
async function placeAtService({ serviceId }: SearchFind): Promise<FolderPlace> {
  return (await engine.call('search.whereIs', { id: serviceId ?? '' })).at;
}

/** The place that a folder is; null for what is none. */
function folderOf({ kind, item, serviceId, place }: SearchFind): FolderPlace | null {
  if (kind !== 'folder') return null;
  if (item !== null && place !== null && 'mirror' in place.at) return { mirror: place.at.mirror, folder: item };
  if (serviceId === null) return null;
  return place !== null && 'library' in place.at ? { library: serviceId } : { base: serviceId };
}
