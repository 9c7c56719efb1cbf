import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId, Sha256 } from '../../../shared/ids.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { freeName, nameKey } from '../../core/names/local-names.ts';
import type { StoredFile } from '../../journal/records/trash.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Disk } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';
import { isFault } from '../context/mirror-context.ts';

/** Where a file comes back: a folder's path with its last slash, empty for the mirror's root. */
interface RestoreTarget {
  readonly disk: Disk;
  readonly journal: Journal;
  readonly mirror: Mirror;
  readonly folder: string;
}

/** What restoring needs. */
export interface Restoring {
  readonly world: Pick<World, 'disk' | 'clock'>;
  readonly journal: Journal;
  readonly mirror: Mirror;
}

/** Where a file came back. */
export interface Restored {
  /** Inside the mirror. */
  readonly path: string;
  /** How many older versions are sent with it. */
  readonly older: number;
}

/**
 * Restores a file of the trash beside its former path, under the first free name; nothing is replaced. From then on it
 * is a new file like any other.
 * @throws FaultError when its bytes are gone or being sent, or the folder refuses it.
 */
export async function restoreFromTrash({ world, journal, mirror }: Restoring, file: StoredFile): Promise<Restored> {
  mustBeAtRest(journal, file);
  const files = await world.disk.listStored();
  if (!files.some(({ name, isFinished }) => isFinished && name === file.name))
    throw new FaultError({ kind: 'bad-request', detail: storeTexts.notThere(file.name) });
  const wanted = file.path === '' ? storeTexts.unnamed : file.path;
  const folder = wanted.slice(0, wanted.lastIndexOf('/') + 1);
  const former = withOlder({ journal, mirror }, file);
  // Recognised by its bytes after an interruption; while they are in the trash this has no effect.
  if (former !== null && file.sha256 !== null)
    journal.trash.bringBack(former, { mirror: mirror.id, path: null, sha256: file.sha256 }, world.clock.now());
  await makeFolders(world.disk, mirror, folder);
  const name = await bringBackAs({ disk: world.disk, journal, mirror, folder }, file, wanted.slice(folder.length));
  const path = `${folder}${name}`;
  const sha256 = file.sha256 ?? (await hashAt(world.disk, mirror, path));
  journal.transaction(() => {
    agreeNoMore(journal, { mirror, folder, name, sha256 });
    journal.trash.remove(file.name);
    if (former !== null) journal.trash.bringBack(former, { mirror: mirror.id, path, sha256: null }, world.clock.now());
    journal.history.add({
      at: world.clock.now(),
      mirror: mirror.id,
      path,
      verb: 'restored',
      file: null,
      version: null,
      sizeBytes: file.sizeBytes,
      cause: 'person',
    });
  });
  return { path, older: former === null ? 0 : olderOf(journal, former).length };
}

/**
 * A file that is being sent to a folder of the service would exist there and here.
 * @throws FaultError `bad-request`.
 */
export function mustBeAtRest({ outgoing }: Pick<Journal, 'outgoing'>, { name }: StoredFile): void {
  if (outgoing.storedNames().has(name)) throw new FaultError({ kind: 'bad-request', detail: storeTexts.onItsWay });
}

/**
 * The older versions that go back to the service under a restored file, oldest first: those of the same removed file.
 * None for a file that is still at the service, which has them.
 */
export function olderUnder(journal: Journal, { file = null, older }: StoredFile): readonly StoredFile[] {
  if (file === null || journal.mirrors.all().some(({ id }) => journal.items.byRemoteId(id, file) !== null)) return [];
  const returned = new Set(journal.trash.removableVersions());
  const top = older?.order ?? Infinity;
  return olderOf(journal, file).filter(row => !returned.has(row.name) && row.older.order < top);
}

function olderOf(journal: Journal, file: ServiceId) {
  return journal.trash.ofFile(file).flatMap(({ older, ...row }) => (older ? [{ ...row, older }] : []));
}

/**
 * The removed file whose older versions come back with these bytes, as versions of the new file; null: none do. A file
 * that is still at the service has them, and where nothing is sent they stay in the trash.
 */
function withOlder({ journal, mirror }: Pick<Restoring, 'journal' | 'mirror'>, row: StoredFile): ServiceId | null {
  const file = row.older ? null : (row.file ?? null);
  if (file === null || mirror.mode === 'download') return null;
  return journal.items.byRemoteId(mirror.id, file) === null ? file : null;
}

/** The hash of unread bytes; null when they cannot be read now either. */
async function hashAt(disk: Disk, { root }: Mirror, path: string): Promise<Sha256 | null> {
  const hashed = await disk.hash(root, path).catch((error: unknown) => {
    if (!isFault(error, 'disk-refused', 'stale')) throw error;
    return null;
  });
  return hashed?.sha256 ?? null;
}

/**
 * Drops the base content of the item at the restored path. Otherwise the next scan would find the base unchanged there,
 * as if the file had never been removed; if the service removed it too, the restored file is new. The base place stays,
 * so that no second item arises.
 */
function agreeNoMore(
  journal: Journal,
  { mirror, folder, name, sha256 }: { mirror: Mirror; folder: string; name: string; sha256: Sha256 | null },
): void {
  const parent = journal.items.byPath(mirror.rootItem, folder.slice(0, -1));
  if (parent === null) return;
  for (const { id, kind, local, base } of journal.items.tree(mirror.id, mirror.rootItem).items.values()) {
    if (kind !== 'file' || base === null || (sha256 !== null && sha256 !== base.sha256)) continue;
    // No file was at that path just now.
    const wasAway = local === null || (local.parent === parent.id && local.name === name);
    if (wasAway && base.parent === parent.id && base.localName === name)
      journal.items.setBase(id, { ...base, version: null, sha256: null });
  }
}

/** The former folder may have been removed. */
async function makeFolders(disk: Disk, mirror: Mirror, folder: string): Promise<void> {
  for (let end = folder.indexOf('/'); end >= 0; end = folder.indexOf('/', end + 1))
    await disk.makeFolder(mirror.root, folder.slice(0, end));
}

/** Tries one name after the other: only the disk decides whether a name is free. */
async function bringBackAs(at: RestoreTarget, file: StoredFile, wanted: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = freeName(wanted, key => taken.has(key));
    // Names are not compared here: the volume decides which names are equal.
    if (await fits(at, file, name)) return name;
    taken.add(nameKey(name));
  }
}

/** Restores a file of the trash under a name; false when the name is taken. */
async function fits(
  { disk, journal, mirror, folder }: RestoreTarget,
  file: StoredFile,
  name: string,
): Promise<boolean> {
  const isTaken = async (): Promise<boolean> => (await disk.entry(mirror.root, `${folder}${name}`)) !== null;
  if (await isTaken()) return false;
  try {
    await disk.restore(mirror.root, file.name, `${folder}${name}`);
    return true;
  } catch (error) {
    if (isFault(error, 'stale') && (await isTaken())) return false;
    if (!(await hasLeft(disk, journal, file))) throw error;
    if (await isTaken()) return true;
    throw error;
  }
}

/**
 * Whether the disk restored the file in spite of its error. A row whose bytes may not be in the trash must be
 * corrected: a removal at the service would rely on it.
 */
async function hasLeft(disk: Disk, journal: Journal, file: StoredFile): Promise<boolean> {
  const files = await disk.listStored().catch(() => null);
  if (files === null) journal.trash.put({ ...file, sha256: null });
  const hasGone = files !== null && !files.some(({ name, isFinished }) => isFinished && name === file.name);
  if (hasGone) journal.trash.remove(file.name);
  return hasGone;
}
