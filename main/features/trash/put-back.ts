import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { fitting } from '../../engine/outgoing/send-restored-file.ts';
import { mustBeAtRest, olderUnder, restoreStored } from '../../engine/answers/restore-from-trash.ts';
import type { StoredFile } from '../../journal/records/trash.ts';
import { pathIn, type SpotThere, spotOf } from '../../items/locate-item.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/** Where a file was restored: its path inside the mirror; for a folder of the service its name, without a mirror. */
export interface PutBack {
  readonly mirror: string;
  readonly path: string;
  /** Number of older versions restored with it. */
  readonly older: number;
}

/**
 * Restores a file of the trash into a chosen folder: on this computer, or at the service, to which it is sent as soon
 * as possible. Nothing is replaced. @throws FaultError; it then stays in the trash.
 */
export async function putBack(
  context: AppContext,
  file: StoredFile,
  to: FolderPlace,
  poke: () => void,
): Promise<PutBack> {
  const { world, journal } = context;
  mustBeAtRest(journal, file);
  const spot = spotOf(journal, to);
  const name = nameOf(file);
  if (spot.where === 'service') return intoOutbox(context, { file, spot, name }, poke);
  const { mirror, path } = spot;
  const back = await restoreStored({ world, journal, mirror }, { ...file, path: pathIn(path, name) });
  return { mirror: mirror.id, ...back };
}

function nameOf({ path }: StoredFile): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last === '' ? storeTexts.unnamed : toLocalName(last, EXACT_NAMES);
}

/**
 * Its bytes stay in the trash until the service has all of them, so an interruption neither loses nor duplicates
 * anything.
 */
async function intoOutbox(
  { world, journal }: AppContext,
  { file, spot, name }: { readonly file: StoredFile; readonly spot: SpotThere; readonly name: string },
  poke: () => void,
): Promise<PutBack> {
  const stored = new Map((await world.disk.listStored()).flatMap(each => (each.isFinished ? [[each.name, each]] : [])));
  if (!stored.has(file.name)) throw refused(storeTexts.notThere(file.name));
  const versions = [...olderUnder(journal, file), file].flatMap(each => stored.get(each.name) ?? []);
  const all = versions.map(each => ({ name: each.name, sizeBytes: each.sizeBytes, isSent: false }));
  const layers = fitting({ journal, clock: world.clock }, all);
  const organization = spot.mirror?.organization ?? null;
  const work = { kind: 'put-back', layers, names: [name], organization, target: null, base: null } as const;
  const subject = spot.folder === null ? spot.id : String(spot.folder.id);
  journal.outgoing.add({ at: world.clock.now(), subject, name, work });
  poke();
  return { mirror: '', path: name, older: layers.length - 1 };
}
