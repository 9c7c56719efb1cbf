import type { MirrorId } from '../../shared/ids.ts';
import type { FolderPlace } from '../../shared/model/place.ts';
import { storeTexts } from '../../shared/text/store.ts';
import { toLocalName } from '../core/names.ts';
import { fillOutbox } from '../engine/outgoing/rescue.ts';
import { restoreStored } from '../engine/restore.ts';
import type { StoredFile } from '../journal/store.ts';
import { pathIn, type SpotThere, spotOf } from './acting/spot.ts';
import { refused } from './named.ts';
import type { AppParts } from './parts.ts';
import { EXACT_NAMES } from '../core/volume-names.ts';

/** Where a file came back: its path inside the mirror; in a folder of the service its name, without a mirror. */
export interface PutBack {
  readonly mirror: string;
  readonly path: string;
}

/**
 * Puts a file of the store into a folder that a person names: one on this computer, or one of the service, to which it is
 * sent as soon as that can be reached. Nothing is replaced. @throws FaultError; then it is in the store as before.
 */
export async function putBack(parts: AppParts, file: StoredFile, to: FolderPlace, poke: () => void): Promise<PutBack> {
  const { world, journal } = parts;
  const spot = spotOf(journal, to);
  const name = nameOf(file);
  if (spot.where === 'service') return intoOutbox(parts, { file, spot, name }, poke);
  const { mirror, path } = spot;
  const at = await restoreStored({ world, journal, mirror }, { ...file, path: pathIn(path, name) });
  return { mirror: mirror.id, path: at };
}

function nameOf({ path }: StoredFile): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last === '' ? storeTexts.unnamed : toLocalName(last, EXACT_NAMES);
}

/**
 * It is listed as waiting before its bytes leave the store, and not tried until they have arrived: whenever this is cut
 * off, they are in the one list or in the other.
 */
async function intoOutbox(
  { world, journal }: AppParts,
  { file, spot, name }: { readonly file: StoredFile; readonly spot: SpotThere; readonly name: string },
  poke: () => void,
): Promise<PutBack> {
  const { disk, random, clock } = world;
  const stored = (await disk.listStored()).find(each => each.isFinished && each.name === file.name);
  if (stored === undefined) throw refused(storeTexts.notThere(file.name));
  const root = await fillOutbox({ disk }, journal);
  const folder = random.uuid();
  await disk.makeFolder(root, folder);
  const path = pathIn(folder, name);
  const organization = spot.mirror?.organization ?? null;
  const sizeBytes = stored.sizeBytes;
  const work = { kind: 'upload', path, sizeBytes, names: [name], organization, target: null } as const;
  const row = { at: clock.now(), subject: spot.folder === null ? spot.id : String(spot.folder.id), name, work };
  const waiting = journal.transaction(() => {
    const id = journal.outgoing.add(row);
    journal.outgoing.setFault(id, { kind: 'stale', detail: 'it is on its way out of the store' }, null);
    return id;
  });
  try {
    await disk.restore(root, file.name, path);
  } catch (error) {
    journal.outgoing.remove(waiting);
    throw error;
  }
  journal.transaction(() => {
    // Somebody may have put the line away in the meantime.
    if (journal.outgoing.get(waiting) === null) journal.outgoing.add(row);
    else journal.outgoing.setFault(waiting, null, null);
    journal.store.remove(file.name);
  });
  poke();
  return { mirror: '' as MirrorId, path: name };
}
