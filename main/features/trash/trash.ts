import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { restoreFromTrash } from '../../engine/answers/restore-from-trash.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { baseName, joinPath, pathBelow } from '../../../shared/local-path.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { isoTime } from '../../core/calendar.ts';
import { mustBeAtRest, olderUnder } from '../../engine/answers/restore-from-trash.ts';
import { KEEP_MS } from '../../engine/recover/trash-keeping.ts';
import type { Journal } from '../../journal/journal.ts';
import type { StoredFile } from '../../journal/records/trash.ts';
import type { AppContext } from '../../items/app-context.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { sendableLayers } from '../../engine/outgoing/send-restored-file.ts';
import { targetFolderOf, type RemoteOnlyFolder } from '../../items/target-folder.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/** The trash, and restoring from it. `poke` wakes the outbox. */
export function storeHandlers(context: AppContext, poke: () => void): Pick<Handlers, 'store.list' | 'store.restore'> {
  return {
    'store.list': () => Promise.resolve(storeList(context.journal)),
    'store.restore': ({ id, to }) =>
      context.engine.exclusively(async () => {
        const file = context.journal.trash.get(id);
        if (file === null) throw badRequest(storeTexts.unknown(id));
        const back = to === undefined ? await restore(context, file) : await putBack(context, file, to, poke);
        context.changed();
        context.checkNow();
        return back;
      }),
  };
}

async function restore({ journal, settings, world }: AppContext, file: StoredFile): Promise<PutBack> {
  const mirror = journal.mirrors.get(file.mirror);
  if (mirror === null)
    throw badRequest(storeTexts.notMirrored(pathBelow(settings.dataDirectory, `store/${file.name}`)));
  return { mirror: mirror.id, ...(await restoreFromTrash({ world, journal, mirror }, file)) };
}

/**
 * Versions of one removed file form one entry, named by its newest bytes. Files being restored to the service are
 * listed with the outgoing files instead.
 */
function storeList(journal: Journal): StoredInfo[] {
  const leaving = new Set([...journal.trash.removableVersions(), ...journal.outgoing.storedNames()]);
  const rows = journal.trash.all().filter(({ name }) => !leaving.has(name));
  const order = ({ older }: StoredFile): number => older?.order ?? Infinity;
  const newest = new Map<ServiceId, StoredFile>();
  const counts = new Map<ServiceId, number>();
  for (const row of rows) {
    const { file = null, older } = row;
    if (file === null) continue;
    const before = newest.get(file);
    if (before === undefined || order(row) > order(before)) newest.set(file, row);
    if (older) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const tops = new Set(newest.values());
  const shown = rows.filter(row => !row.older || tops.has(row));
  return shown.map(row => {
    const file = row.file ?? null;
    const isNewest = file !== null && newest.get(file) === row;
    return infoOf(row, isNewest ? (counts.get(file) ?? 0) - (row.older ? 1 : 0) : 0);
  });
}

function infoOf({ name, mirror, path, sizeBytes, reason, at }: StoredFile, older: number): StoredInfo {
  return { id: name, mirror, path, sizeBytes, reason, at: isoTime(at), until: isoTime(at + KEEP_MS), older };
}

/** Where a file was restored: its path inside the mirror; for a folder of the service its name, without a mirror. */
interface PutBack {
  readonly mirror: string;
  readonly path: string;
  /** Number of older versions restored with it. */
  readonly older: number;
}

/**
 * Restores a file of the trash into a chosen folder: on this computer, or at the service, to which it is sent as soon
 * as possible. Nothing is replaced. @throws FaultError; it then stays in the trash.
 */
async function putBack(context: AppContext, file: StoredFile, to: FolderPlace, poke: () => void): Promise<PutBack> {
  const { world, journal } = context;
  mustBeAtRest(journal, file);
  const spot = targetFolderOf(journal, to);
  const name = nameOf(file);
  if (spot.where === 'service') return intoOutbox(context, { file, spot, name }, poke);
  const { mirror, path } = spot;
  const back = await restoreFromTrash({ world, journal, mirror }, { ...file, path: joinPath(path, name) });
  return { mirror: mirror.id, ...back };
}

function nameOf({ path }: StoredFile): string {
  const last = baseName(path);
  return last === '' ? storeTexts.unnamed : toLocalName(last, EXACT_NAMES);
}

/**
 * Its bytes stay in the trash until the service has all of them, so an interruption neither loses nor duplicates
 * anything.
 */
async function intoOutbox(
  { world, journal }: AppContext,
  { file, spot, name }: { readonly file: StoredFile; readonly spot: RemoteOnlyFolder; readonly name: string },
  poke: () => void,
): Promise<PutBack> {
  const stored = new Map((await world.disk.listStored()).flatMap(each => (each.isFinished ? [[each.name, each]] : [])));
  if (!stored.has(file.name)) throw badRequest(storeTexts.notThere(file.name));
  const versions = [...olderUnder(journal, file), file].flatMap(each => stored.get(each.name) ?? []);
  const all = versions.map(each => ({ name: each.name, sizeBytes: each.sizeBytes, isSent: false }));
  const layers = sendableLayers({ journal, clock: world.clock }, all);
  const organization = spot.mirror?.organization ?? null;
  const work = { kind: 'put-back', layers, names: [name], organization, target: null, base: null } as const;
  const subject = spot.folder === null ? spot.id : String(spot.folder.id);
  journal.outgoing.add({ at: world.clock.now(), subject, name, work });
  poke();
  return { mirror: '', path: name, older: layers.length - 1 };
}
