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

/** Where a file comes back: a folder's path with its last slash, empty for the mirror's own. */
interface Place {
  readonly disk: Disk;
  readonly journal: Journal;
  readonly mirror: Mirror;
  readonly folder: string;
}

/** What bringing back needs. */
export interface Restoring {
  readonly world: Pick<World, 'disk' | 'clock'>;
  readonly journal: Journal;
  readonly mirror: Mirror;
}

/** Where a file came back. */
export interface Restored {
  /** Inside the mirror. */
  readonly path: string;
  /** So many older versions of it are sent with it. */
  readonly older: number;
}

/**
 * Brings a file of the store back beside where it was, under the first free name; nothing is replaced. From then on it
 * is a new file like any other.
 * @throws FaultError when its bytes are gone or on their way to the service, or the folder refuses it.
 */
export async function restoreFromTrash({ world, journal, mirror }: Restoring, file: StoredFile): Promise<Restored> {
  mustBeAtRest(journal, file);
  const files = await world.disk.listStored();
  if (!files.some(({ name, isFinished }) => isFinished && name === file.name))
    throw new FaultError({ kind: 'bad-request', detail: storeTexts.notThere(file.name) });
  const wanted = file.path === '' ? storeTexts.unnamed : file.path;
  const folder = wanted.slice(0, wanted.lastIndexOf('/') + 1);
  const former = withOlder({ journal, mirror }, file);
  // Known by its bytes, should we be interrupted after it came here; while they are in the store this means nothing.
  if (former !== null && file.sha256 !== null)
    journal.store.bringBack(former, { mirror: mirror.id, path: null, sha256: file.sha256 }, world.clock.now());
  await makeFolders(world.disk, mirror, folder);
  const name = await bringBackAs({ disk: world.disk, journal, mirror, folder }, file, wanted.slice(folder.length));
  const path = `${folder}${name}`;
  const sha256 = file.sha256 ?? (await hashAt(world.disk, mirror, path));
  journal.transaction(() => {
    agreeNoMore(journal, { mirror, folder, name, sha256 });
    journal.store.remove(file.name);
    if (former !== null) journal.store.bringBack(former, { mirror: mirror.id, path, sha256: null }, world.clock.now());
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

/** What is on its way into a folder of the service would be there and here. @throws FaultError `bad-request`. */
export function mustBeAtRest({ outgoing }: Pick<Journal, 'outgoing'>, { name }: StoredFile): void {
  if (outgoing.storedNames().has(name)) throw new FaultError({ kind: 'bad-request', detail: storeTexts.onItsWay });
}

/**
 * The older versions that go back into a folder of the service under a file of the store, oldest first: those of the
 * same removed file that are older than it. Of a file that a mirror still has at the service none do: it has them there.
 */
export function olderUnder(journal: Journal, { file = null, older }: StoredFile): readonly StoredFile[] {
  if (file === null || journal.mirrors.all().some(({ id }) => journal.items.byRemoteId(id, file) !== null)) return [];
  const returned = new Set(journal.store.returned());
  const top = older?.order ?? Infinity;
  return olderOf(journal, file).filter(row => !returned.has(row.name) && row.older.order < top);
}

function olderOf(journal: Journal, file: ServiceId) {
  return journal.store.ofFile(file).flatMap(({ older, ...row }) => (older ? [{ ...row, older }] : []));
}

/**
 * The removed file whose older versions come back with these bytes, as versions of the new file that they become; null:
 * none do. One that is still at the service has them there, and where nothing is sent they stay in the store.
 */
function withOlder({ journal, mirror }: Pick<Restoring, 'journal' | 'mirror'>, row: StoredFile): ServiceId | null {
  const file = row.older ? null : (row.file ?? null);
  if (file === null || mirror.mode === 'download') return null;
  return journal.items.byRemoteId(mirror.id, file) === null ? file : null;
}

/** Of bytes that nobody has read, and that cannot be read now either, nobody knows what they are. */
async function hashAt(disk: Disk, { root }: Mirror, path: string): Promise<Sha256 | null> {
  const hashed = await disk.hash(root, path).catch((error: unknown) => {
    if (!isFault(error, 'disk-refused', 'stale')) throw error;
    return null;
  });
  return hashed?.sha256 ?? null;
}

/**
 * The next look takes it for what stood there when both sides last agreed, as if it had never been away. It was, even
 * where no look has missed it: should the service turn out to have removed it, too, it is new. Its place stays agreed, so
 * that it is no second file.
 */
function agreeNoMore(
  journal: Journal,
  { mirror, folder, name, sha256 }: { mirror: Mirror; folder: string; name: string; sha256: Sha256 | null },
): void {
  const parent = journal.items.byPath(mirror.rootItem, folder.slice(0, -1));
  if (parent === null) return;
  for (const { id, kind, local, agreed } of journal.items.tree(mirror.id, mirror.rootItem).items.values()) {
    if (kind !== 'file' || agreed === null || (sha256 !== null && sha256 !== agreed.sha256)) continue;
    // Whatever is recorded of it, nothing stood there just now.
    const wasAway = local === null || (local.parent === parent.id && local.name === name);
    if (wasAway && agreed.parent === parent.id && agreed.localName === name)
      journal.items.setAgreed(id, { ...agreed, version: null, sha256: null });
  }
}

/** The folder it was in may be gone meanwhile. */
async function makeFolders(disk: Disk, mirror: Mirror, folder: string): Promise<void> {
  for (let end = folder.indexOf('/'); end >= 0; end = folder.indexOf('/', end + 1))
    await disk.makeFolder(mirror.root, folder.slice(0, end));
}

/** Tries name after name: whether one is free is only certain when the disk has given it. */
async function bringBackAs(at: Place, file: StoredFile, wanted: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = freeName(wanted, key => taken.has(key));
    // Names are not compared here: what the volume takes for one name is there.
    if (await fits(at, file, name)) return name;
    taken.add(nameKey(name));
  }
}

/** Brings a stored file back under a name; false when that is taken. */
async function fits({ disk, journal, mirror, folder }: Place, file: StoredFile, name: string): Promise<boolean> {
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
 * Whether a disk that said no has brought the file back all the same. A row whose bytes are not in the store, or may not
 * be, must not stay as it is: a removal at the service would rely on it.
 */
async function hasLeft(disk: Disk, journal: Journal, file: StoredFile): Promise<boolean> {
  const files = await disk.listStored().catch(() => null);
  if (files === null) journal.store.put({ ...file, sha256: null });
  const hasGone = files !== null && !files.some(({ name, isFinished }) => isFinished && name === file.name);
  if (hasGone) journal.store.remove(file.name);
  return hasGone;
}
