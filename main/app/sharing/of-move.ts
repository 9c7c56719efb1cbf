import type { ServiceId } from '../../../shared/ids.ts';
import type { FolderPlace } from '../../../shared/model/place.ts';
import type { AudienceChange } from '../../../shared/model/sharing.ts';
import { newReaders, type Reader } from '../../core/audience.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { detailOf, serviceOf } from '../acting/there.ts';
import { spotOf } from '../acting/spot.ts';
import { thingOf } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { orNull } from './look.ts';

/** Folders of which it is asked who can reach them; what lies in more is not known. */
const MOST_FOLDERS = 20;

/** What moving these into a folder would change for whom. What was added to a thing itself goes with it, and is not named. */
export async function audienceOfMove(
  parts: AppParts,
  ids: readonly string[],
  to: FolderPlace,
): Promise<AudienceChange> {
  const spot = spotOf(parts.journal, to);
  if (spot.id === null) return { gains: null, loses: null };
  const target = spot.id;
  const api = await serviceOf(parts, spot.mirror);
  const after = await orNull(api.readers(target));
  const from = await foldersAround(parts, api, ids);
  if (after === null || from === null) return { gains: null, loses: null };
  const all = await Promise.all(from.filter(id => id !== target).map(async id => orNull(api.readers(id))));
  if (all.some(readers => readers === null)) return { gains: null, loses: null };
  const before = all.flatMap(readers => (readers === null ? [] : [readers]));
  return {
    gains: namesOf(before.map(readers => newReaders(readers, after))),
    loses: namesOf(before.map(readers => newReaders(after, readers))),
  };
}

/** The folders that the things lie in, each once; null: not all are known. */
async function foldersAround(
  parts: AppParts,
  api: ServiceApi,
  ids: readonly string[],
): Promise<readonly ServiceId[] | null> {
  const found = new Set<ServiceId>();
  for (const id of ids) {
    const thing = thingOf(parts.journal, id);
    const known = thing.where === 'mirror' ? knownParent(parts, thing) : (await detailOf(api, thing)).parent;
    if (known === null) return null;
    found.add(known);
    if (found.size > MOST_FOLDERS) return null;
  }
  return [...found];
}

function knownParent(
  { journal }: AppParts,
  { item, mirror }: Extract<ReturnType<typeof thingOf>, { where: 'mirror' }>,
) {
  const parent = item.remote?.parent ?? item.local?.parent;
  if (parent === undefined || parent === null) return null;
  return parent === mirror.rootItem ? mirror.remoteId : (journal.items.get(parent)?.remote?.id ?? null);
}

function namesOf(readers: readonly (readonly Reader[])[]): string[] {
  return [...new Map(readers.flat().map(({ key, name }) => [key, name])).values()];
}
