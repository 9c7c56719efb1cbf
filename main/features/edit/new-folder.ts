import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { nameKey } from '../../core/names/local-names.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { checkedName, isFreeHere, mustBeFree, namesThere } from '../../items/local/free-name.ts';
import type { Relocated } from './relocate.ts';
import { pathIn, spotOf } from '../../items/locate-item.ts';
import { serviceOf } from '../../items/require-remote.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/**
 * Makes a folder: locally if its parent is local, and the engine makes it at the service; else at the service. @throws
 * FaultError.
 */
export async function newFolder(context: AppContext, place: FolderPlace, wanted: string): Promise<Relocated> {
  const { world, journal } = context;
  const spot = spotOf(journal, place);
  const name = checkedName(wanted, spot.mirror?.names ?? EXACT_NAMES);
  if (spot.where === 'here') {
    mustBeFree(await isFreeHere({ disk: world.disk, journal }, spot, name.here), name.here);
    const path = pathIn(spot.path, name.here);
    await world.disk.makeFolder(spot.mirror.root, path);
    return { name: name.here, path, isSent: false };
  }
  const api = await serviceOf(context, spot.mirror);
  const parent = await api.folder(spot.id);
  if (parent.isGone) throw refused(refusalTexts.whichFolder);
  mustBeFree(!(await namesThere(api, spot.id)).has(nameKey(name.there)), name.there);
  await api.createFolder(name.there, spot.id, parent.visibility);
  if (spot.mirror !== null && spot.folder !== null) journal.listings.want(spot.mirror.id, spot.folder.id);
  return { name: name.there, path: name.there, isSent: true };
}
