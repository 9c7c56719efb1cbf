import type { MirrorId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Entry, Root } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';

/** Whether the outbox was seen empty and nothing was put into it since: looking costs every command a seventh of a second. */
const EMPTY = 'outbox.isEmpty';

/** The outbox, for putting something into it. @throws FaultError. */
export function fillOutbox({ disk }: Pick<World, 'disk'>, { facts }: Pick<Journal, 'facts'>): Promise<Root> {
  facts.set(EMPTY, null);
  return disk.outbox();
}

/**
 * Takes into the store what lies in the outbox and waits for nothing: a crash came between the file and its row, or the
 * records were lost. Nobody would ever send it, nor find it there. To be called before the first look only.
 */
export async function rescueOutbox(world: World, journal: Journal): Promise<void> {
  if (journal.facts.get(EMPTY) !== null) return;
  const { disk, random, clock } = world;
  const root = await disk.outbox();
  const put = (name: string, path: string, sizeBytes: number | null): void =>
    journal.store.put({
      name,
      path,
      sizeBytes,
      mirror: '' as MirrorId,
      sha256: null,
      reason: 'rescued',
      at: clock.now(),
    });
  for (const name of await disk.sweep(root)) put(name, '', null);
  const waiting = new Set(journal.outgoing.all().map(({ work }) => (work.kind === 'upload' ? work.path : null)));
  const { changed } = await disk.look(root, new Map());
  for (const { path, entry } of changed.flatMap(folder => within(folder.path, folder.entries))) {
    if (entry.kind !== 'file' || waiting.has(path)) continue;
    const name = `outbox-${random.uuid()}`;
    // The first name is a number of ours.
    put(name, path.slice(path.indexOf('/') + 1), entry.sizeBytes);
    await disk.store(root, path, entry.stamp, name);
  }
  for (const { path } of changed.toReversed()) if (path !== '') await disk.removeFolder(root, path);
  if (journal.outgoing.all().every(({ work }) => work.kind !== 'upload')) journal.facts.set(EMPTY, 'yes');
}

function within(folder: string, entries: readonly Entry[]): readonly { path: string; entry: Entry }[] {
  return entries.map(entry => ({ path: folder === '' ? entry.name : `${folder}/${entry.name}`, entry }));
}
