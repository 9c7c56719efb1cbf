import type { MirrorId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Entry, Root } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';

/**
 * Whether the outbox was empty and nothing was put into it since: listing it costs every command a seventh of a second.
 */
const EMPTY = 'outbox.isEmpty';

/** The outbox, for adding a file. @throws FaultError. */
export function fillOutbox({ disk }: Pick<World, 'disk'>, { facts }: Pick<Journal, 'facts'>): Promise<Root> {
  facts.set(EMPTY, null);
  return disk.outbox();
}

/**
 * Moves files of the outbox that no record waits for to the trash: a crash came between file and record, or the records
 * were lost. No step would ever send them. Must be called before the first scan only.
 */
export async function rescueOutbox(world: World, journal: Journal): Promise<void> {
  if (journal.facts.get(EMPTY) !== null) return;
  const { disk } = world;
  const root = await disk.outbox();
  for (const name of await disk.sweep(root)) list(world, journal, { name, path: '', sizeBytes: null });
  const waiting = new Set(journal.outgoing.all().map(({ work }) => (work.kind === 'upload' ? work.path : null)));
  const { changed } = await disk.scan(root, new Map());
  for (const { path, entry } of changed.flatMap(folder => within(folder.path, folder.entries))) {
    if (entry.kind !== 'file' || waiting.has(path)) continue;
    // The first path segment is an internal number.
    const shown = path.slice(path.indexOf('/') + 1);
    await storeFromOutbox(world, journal, { root, path, entry, shown, reason: 'rescued' });
  }
  for (const { path } of changed.toReversed()) if (path !== '') await disk.removeFolder(root, path);
  if (journal.outgoing.all().every(({ work }) => work.kind !== 'upload')) journal.facts.set(EMPTY, 'yes');
}

/** A file that moves from the outbox to the trash. */
export interface OutOfOutbox {
  readonly root: Root;
  /** Inside the outbox. */
  readonly path: string;
  readonly entry: Entry;
  /** The path that is shown to people. */
  readonly shown: string;
  readonly reason: 'rescued' | 'removed here';
}

/**
 * Moves a file of the outbox to the trash, the row before the bytes.
 * @returns its name there.
 * @throws FaultError when the disk refuses; then a file that is still in the outbox has no row in the trash.
 */
export async function storeFromOutbox(
  world: World,
  journal: Journal,
  { root, path, entry, shown, reason }: OutOfOutbox,
): Promise<string> {
  const name = `outbox-${world.random.uuid()}`;
  list(world, journal, { name, path: shown, sizeBytes: entry.sizeBytes, reason });
  await world.disk.store(root, path, entry.fingerprint, name).catch(async (error: unknown) => {
    // If it is no longer in the outbox, the row describes the bytes in the trash.
    if ((await world.disk.entry(root, path).catch(() => null)) !== null) journal.trash.remove(name);
    throw error;
  });
  return name;
}

/** Lists a file that belongs to no mirror. */
function list(
  { clock }: World,
  { trash }: Journal,
  file: { name: string; path: string; sizeBytes: number | null; reason?: string },
): void {
  trash.put({ mirror: '' as MirrorId, sha256: null, reason: 'rescued', at: clock.now(), ...file });
}

function within(folder: string, entries: readonly Entry[]): readonly { path: string; entry: Entry }[] {
  return entries.map(entry => ({ path: folder === '' ? entry.name : `${folder}/${entry.name}`, entry }));
}
