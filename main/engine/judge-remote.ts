import { FaultError } from '../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../shared/ids.ts';
import { DAY, SECOND } from '../../shared/units.ts';
import type { Item } from '../core/item.ts';
import type { Missed } from '../journal/missing.ts';
import { isFault } from './bench.ts';
import type { Bench } from './bench.ts';
import { known } from './capabilities.ts';
import { placesThere } from './place-there.ts';
import type { PlaceThere } from './place-there.ts';

/** Absence is believed only when complete looks this far apart agree (or one poll interval, when that is shorter). */
const BELIEVE_AFTER_MS = 30 * SECOND;

/** Without any other word of the service, an item is missed this long, in at least so many complete looks. */
const MISSED_LONG = { ms: DAY, times: 10 };

/** When a missed item's absence may be believed, ms since the epoch. */
export function believeAt(missed: Missed, pollSeconds: number): number {
  return missed.since + Math.min(BELIEVE_AFTER_MS, pollSeconds * SECOND);
}

/**
 * Asks by id about everything that complete listings have missed long enough, top-most first.
 * @param sawEverything whether the look just made was at everything, so that another one would show no more.
 */
export async function judgeMissing(bench: Bench, sawEverything: boolean): Promise<void> {
  const { items, missing } = bench.journal;
  const now = bench.world.clock.now();
  const missed = missing.of(bench.mirror.id, 'remote');
  const undecided = new Set(missed.keys());
  const asking = { archived: once(() => archivedFolders(bench)), placeOf: placesThere(bench), sawEverything };
  const verdicts = new Map<ItemId, boolean>();
  const judge = async (id: ItemId): Promise<boolean> => {
    const verdict = verdicts.get(id);
    if (verdict !== undefined) return verdict;
    verdicts.set(id, false);
    const item = items.get(id);
    const record = missed.get(id);
    if (item === null || item.remote === null || record === undefined) return false;
    const due = record.times >= 2 && believeAt(record, bench.settings.pollSeconds) <= now;
    const parentGone = undecided.has(item.remote.parent) && (await judge(item.remote.parent));
    const byItself = due && !parentGone && !undecided.has(item.remote.parent);
    const isGone = due && (parentGone || (byItself && (await isGoneByItself(bench, item, { ...asking, record }))));
    verdicts.set(id, isGone);
    return isGone;
  };
  for (const id of missed.keys()) await judge(id);
  if ([...verdicts.values()].some(isGone => isGone)) await mustBeOurWorld(bench);
  bench.journal.transaction(() => {
    for (const [id, isGone] of verdicts) if (isGone) recordGone(bench, id);
  });
}

/**
 * Before anything is believed to be gone, the mirror's own folder must still answer, in its own organization: in another
 * one everything of ours looks gone (R6).
 * @throws FaultError what halts the mirror.
 */
async function mustBeOurWorld({ api, mirror }: Bench): Promise<void> {
  const root = await api.folder(mirror.remoteId);
  if (root.isGone) throw new FaultError({ kind: 'gone', messages: [] });
  if (mirror.organization === null) return;
  try {
    const all = await api.organizations();
    if (all.some(({ id }) => id === mirror.organization)) return;
  } catch (error) {
    // A key may not be allowed to ask that; the folder did answer.
    if (isFault(error, 'scope', 'not-allowed', 'gone', 'refused')) return;
    throw error;
  }
  throw new FaultError({ kind: 'not-allowed', messages: ['This key is of another organization now.'] });
}

function recordGone(bench: Bench, id: ItemId): void {
  const { items, missing } = bench.journal;
  items.setRemote(id, 'absent', null);
  missing.clear(id, 'remote');
  if (items.get(id)?.local === null && items.get(id)?.agreed === null) items.remove(id);
}

/** What is asked about all that is missed. */
interface Asking {
  readonly archived: () => Promise<ReadonlySet<ServiceId>>;
  readonly placeOf: (folder: ServiceId) => Promise<PlaceThere>;
  readonly sawEverything: boolean;
}

/** Only the service's own word counts: not there, a mark of removal, archived, or a folder outside of the mirror. */
async function isGoneByItself(
  bench: Bench,
  item: Item,
  asking: Asking & { readonly record: Missed },
): Promise<boolean> {
  const { archived, placeOf, sawEverything } = asking;
  if (item.remote === null) return false;
  try {
    const { parent, isGone } = await whereNow(bench, item.kind, item.remote.id);
    if (isGone) return true;
    if (item.kind === 'folder' && (await archived()).has(item.remote.id)) return true;
    const place = parent === null ? 'untold' : await placeOf(parent);
    // It answers and is in a folder that we list: the list was late, or it comes back with the next one.
    if (place === 'listed') bench.journal.missing.clear(item.id, 'remote');
    // Which folder it is in may be one that was not listed: the next look is at all of them.
    if (!sawEverything && place !== 'outside' && place !== 'new') bench.journal.listings.wantAll(bench.mirror.id);
    return place === 'outside';
  } catch (error) {
    if (isFault(error, 'gone')) return true;
    // GAP: a removed file may be answered with 400. That counts only where a file we removed ourselves got the same, or
    // after a day in which nothing else was heard of it.
    if (isFault(error, 'refused'))
      return (
        item.kind === 'file' && (known(bench, 'removedFile') === '400' || (await isMissedLong(bench, item, asking)))
      );
    if (isFault(error, 'not-allowed', 'scope')) return false;
    throw error;
  }
}

/**
 * Whether a file that is answered with 400 was in no list of anything for so long, and is refused with its history too. A
 * single answer of 400 proves nothing; a file that is gone must not be shown as waiting for ever either. What is removed
 * here for it goes by hold, guard and store like any other, and comes back with the next list that shows it.
 */
async function isMissedLong(
  bench: Bench,
  { remote }: Item,
  { sawEverything, record }: { sawEverything: boolean; record: Missed },
): Promise<boolean> {
  const isLong = bench.world.clock.now() - record.since >= MISSED_LONG.ms && record.times >= MISSED_LONG.times;
  if (!isLong || remote === null) return false;
  if (!sawEverything) {
    bench.journal.listings.wantAll(bench.mirror.id);
    return false;
  }
  try {
    await bench.api.versions(remote.id);
    return false;
  } catch (error) {
    if (isFault(error, 'refused', 'gone')) return true;
    if (isFault(error, 'not-allowed', 'scope', 'failing')) return false;
    throw error;
  }
}

/** Which folder a thing is in now, by the service's own word. */
export async function whereNow(
  bench: Bench,
  kind: Item['kind'],
  id: ServiceId,
): Promise<{ parent: ServiceId | null; isGone: boolean }> {
  if (kind === 'folder') return bench.api.folder(id);
  const file = await bench.api.file(id);
  return { parent: file.folderId, isGone: file.isGone };
}

/** The tops of what was archived: they may go on answering by their id. */
async function archivedFolders(bench: Bench): Promise<ReadonlySet<ServiceId>> {
  try {
    return new Set((await bench.api.archived()).map(({ id }) => id));
  } catch (error) {
    if (!isFault(error, 'gone', 'refused', 'not-allowed', 'scope', 'failing')) throw error;
    return new Set();
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= ask());
}
