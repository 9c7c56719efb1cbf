import type { MirrorId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/units.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { StoredBytes } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';
import { rescueOutbox } from '../outgoing/outbox-rescue.ts';
import { keptPartials } from '../content/partial-downloads.ts';
import { dropReturned } from '../../remote/act/restore-versions.ts';

/** How long removed bytes are kept in the trash. */
export const KEEP_MS = 30 * DAY;

/**
 * Prepares the trash before the first scan: rescues or clears what a crash left in the staging folders and the outbox,
 * corrects the list of the trash, and deletes what is older than 30 days, if the clock can be trusted.
 */
export async function prepareTrash(world: World, journal: Journal, isTimeProven: boolean): Promise<void> {
  await sweepAll(world, journal);
  await unlessRefused(world, () => rescueOutbox(world, journal));
  await unlessRefused(world, () => makeListTrue(world, journal));
  await unlessRefused(world, () => dropReturned({ world, journal }));
  if (!isTimeProven) return;
  const now = world.clock.now();
  const underWay = journal.outgoing.storedNames();
  for (const file of journal.trash.all()) {
    if (file.at > now - KEEP_MS) break;
    if (underWay.has(file.name)) continue;
    await world.disk.dropStored(file.name);
    journal.trash.remove(file.name);
  }
}

/** Lists files in the trash that have no row, because the move was interrupted. */
export async function listUnlisted(world: World, journal: Journal): Promise<void> {
  await unlessRefused(world, async () => adopt(world, journal, await world.disk.listStored()));
}

/** In parallel: hanging network shares are waited for together. */
async function sweepAll(world: World, journal: Journal): Promise<void> {
  await Promise.all(journal.mirrors.all().map(mirror => sweepOne(world, journal, mirror)));
}

async function sweepOne(world: World, journal: Journal, { id, root }: Mirror): Promise<void> {
  try {
    const kept = keptPartials(journal, id, world.clock.now());
    const dropping = (keys: ReadonlySet<string>): void => journal.intents.forgetKeys(id, keys);
    for (const name of await world.disk.sweep(root, kept, dropping)) journal.trash.put(found(world, name, id));
  } catch (error) {
    // The next pass handles a missing folder; nothing is lost by sweeping later.
    world.log.info('store.not-swept', { mirror: id, error: error instanceof Error ? error.message : 'unknown' });
  }
}

/**
 * Corrects the list: no file without a row, no row without a file, no row that claims more than is known. A row without
 * its file would let a later removal at the service assume that the bytes are safe.
 */
async function makeListTrue(world: World, journal: Journal): Promise<void> {
  const files = await world.disk.listStored();
  const finished = new Map(files.filter(({ isFinished }) => isFinished).map(file => [file.name, file]));
  // An unfinished fetch is still at the service: it is fetched again before it is removed there.
  for (const { name } of files) if (!finished.has(name)) await world.disk.dropStored(name);
  journal.transaction(() => {
    for (const row of journal.trash.all()) {
      const file = finished.get(row.name);
      if (file === undefined) journal.trash.remove(row.name);
      // Interrupted while it was copied, or other bytes than expected.
      else if (row.sizeBytes !== file.sizeBytes)
        journal.trash.put({
          ...row,
          sizeBytes: file.sizeBytes,
          sha256: row.sizeBytes === null ? row.sha256 : null,
        });
    }
    adopt(world, journal, [...finished.values()]);
  });
}

function adopt(world: World, journal: Journal, files: readonly StoredBytes[]): void {
  const unlisted = files.filter(({ name, isFinished }) => isFinished && journal.trash.get(name) === null);
  if (unlisted.length === 0) return;
  const late = lateBytes(journal);
  for (const { name, sizeBytes } of unlisted) {
    const mirror = late.get(name)?.mirror ?? mirrorOf(journal, name);
    journal.trash.put({ ...found(world, name, mirror), path: late.get(name)?.path ?? '', sizeBytes });
  }
}

/** Trash names that begun downloads reserved for late saves, with the path of the file. */
function lateBytes(journal: Journal): ReadonlyMap<string, { readonly mirror: MirrorId; readonly path: string }> {
  const named = new Map<string, { mirror: MirrorId; path: string }>();
  for (const { id } of journal.mirrors.all())
    for (const { work } of journal.intents.all(id))
      if (work.kind === 'download' && work.late !== undefined) named.set(work.late, { mirror: id, path: work.path });
  return named;
}

/** Trash names begin with the mirror's id; a rescued file belongs to the only mirror, or to an unknown one. */
function mirrorOf(journal: Journal, name: string): MirrorId {
  const [, named] = /^(m\d+)-/.exec(name) ?? [];
  const [only, other] = journal.mirrors.all();
  if (named !== undefined) return named as MirrorId;
  return only !== undefined && other === undefined ? only.id : ('' as MirrorId);
}

function found(world: World, name: string, mirror: MirrorId) {
  return { name, mirror, path: '', sizeBytes: null, sha256: null, reason: 'rescued', at: world.clock.now() };
}

/** A trash that cannot be listed now is listed at the next start; nothing is deleted until then. */
async function unlessRefused(world: World, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    world.log.info('store.not-listed', { error: error instanceof Error ? error.message : 'unknown' });
  }
}
