import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import { DAY, SECOND } from '../../../shared/units.ts';
import { restAfterAsking } from '../../core/policy/backoff.ts';
import type { Item } from '../../core/item.ts';
import type { Trace } from '../../core/policy/unexplained-removals.ts';
import type { Missed } from '../../journal/items/missing.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { capabilityOf } from '../../engine/context/capabilities.ts';
import { remoteLocations } from './locate-remote.ts';
import type { RemoteLocation } from './locate-remote.ts';
import { quarantine } from '../../engine/context/quarantine.ts';
import { itemsLeftOut, recordSeparately } from '../../engine/context/record-separately.ts';
import { archivedFolders, askAboutUnexplained, traceOfUnknown, unexplainedItems } from './unexplained-removals.ts';
import type { Archived } from './unexplained-removals.ts';

/** Absence is believed only when complete looks this far apart agree (or one poll interval, when that is shorter). */
const BELIEVE_AFTER_MS = 30 * SECOND;

/** Without any other word of the service, an item is missed this long, in at least so many complete looks. */
const MISSED_LONG = { ms: DAY, times: 10 };

/** When a missed item's absence may be believed, ms since the epoch. */
export function absenceProvenAt(missed: Missed, pollSeconds: number): number {
  return missed.since + Math.min(BELIEVE_AFTER_MS, pollSeconds * SECOND);
}

/**
 * Whether the service was asked about an item and is left in peace for now: what it does not tell, as of a folder that was
 * closed to us, it does not tell a minute later either (R26).
 */
export function isCheckPostponed({ asked }: Missed, now: number): boolean {
  return asked.times > 0 && Math.abs(now - asked.at) < restAfterAsking(asked.times);
}

/** The look after which is judged. */
interface Judging {
  /** It was at everything: another one would show no more. */
  readonly sawEverything: boolean;
  /** Somebody asked for it, or nothing was asked since a start or a stop: nothing is left in peace. */
  readonly isWanted: boolean;
}

/** It is gone, and this is what the service tells of that. `look`: only a look at everything can tell. */
type Verdict = Trace | 'undecided' | 'look';

/** Asks by id about everything that complete listings have missed long enough, top-most first. */
export async function judgeMissing(context: MirrorContext, { sawEverything, isWanted }: Judging): Promise<void> {
  const { items, missing } = context.journal;
  const now = context.world.clock.now();
  const missed = missing.of(context.mirror.id, 'remote');
  const undecided = new Set(missed.keys());
  const asking = {
    archived: once(() => archivedFolders(context)),
    placeOf: remoteLocations(context),
    sawEverything,
    failing: [],
  };
  const verdicts = new Map<ItemId, Trace | null>();
  const judge = async (id: ItemId): Promise<Trace | null> => {
    const verdict = verdicts.get(id);
    if (verdict !== undefined) return verdict;
    verdicts.set(id, null);
    const item = items.get(id);
    const record = missed.get(id);
    if (item === null || item.remote === null || record === undefined) return null;
    const due = record.times >= 2 && absenceProvenAt(record, context.settings.pollSeconds) <= now;
    const withParent = undecided.has(item.remote.parent) ? await judge(item.remote.parent) : null;
    const byItself = !undecided.has(item.remote.parent) && (isWanted || !isCheckPostponed(record, now));
    const trace = due
      ? (withParent ?? (byItself ? await goneByItself(context, item, { ...asking, record }) : null))
      : null;
    verdicts.set(id, trace);
    return trace;
  };
  for (const id of missed.keys())
    try {
      await judge(id);
    } catch (error) {
      if (error instanceof FaultError) throw error;
      quarantine(context, id, error);
    }
  const gone = new Map([...verdicts].flatMap(([id, trace]) => (trace === null ? [] : [[id, trace]])));
  if (gone.size > 0) await mustBeOurWorld(context);
  const asked = unexplainedItems(context, gone);
  const leftOut = recordSeparately(context.journal, apart => {
    // What is not asked about may go at once: without the question nothing of it is believed.
    if (!apart.each('unexplained', () => askAboutUnexplained(context, asked))) return;
    for (const id of gone.keys()) apart.each(subjectOf(id), () => recordGone(context, id));
  });
  for (const [id, error] of itemsLeftOut(leftOut)) quarantine(context, id, error);
}

/**
 * Before anything is believed to be gone, the mirror's own folder must still answer, in its own organization: in another
 * one everything of ours looks gone (R6).
 * @throws FaultError what halts the mirror.
 */
async function mustBeOurWorld({ api, mirror }: MirrorContext): Promise<void> {
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

function recordGone(context: MirrorContext, id: ItemId): void {
  const { items, missing } = context.journal;
  items.setRemote(id, 'absent', null);
  missing.clear(id, 'remote');
  if (items.get(id)?.local === null && items.get(id)?.agreed === null) items.remove(id);
}

/** What is asked about all that is missed. */
interface Asking {
  readonly archived: () => Promise<Archived>;
  readonly placeOf: (folder: ServiceId) => Promise<RemoteLocation>;
  readonly sawEverything: boolean;
  /** What was answered with 5xx. */
  readonly failing: FaultError[];
}

/** So many answers of 5xx mean that the service itself is in trouble; fewer are about the things that were asked about. */
const FAILING_TOGETHER = 3;

/** Null while it is not surely gone. */
async function goneByItself(
  context: MirrorContext,
  item: Item,
  asking: Asking & { readonly record: Missed },
): Promise<Trace | null> {
  const verdict = await verdictOn(context, item, asking);
  if (verdict === 'undecided') {
    context.journal.missing.askedInVain(item.id, context.world.clock.now());
    return null;
  }
  // What was in a folder may have left it for one that is not listed yet.
  if (verdict !== 'look' && (item.kind === 'file' || asking.sawEverything)) return verdict;
  context.journal.listings.wantAll(context.mirror.id);
  return null;
}

/** Only the service's own word counts: not there, a mark of removal, archived, or a folder outside of the mirror. */
async function verdictOn(
  context: MirrorContext,
  item: Item,
  asking: Asking & { readonly record: Missed },
): Promise<Verdict> {
  const { archived, placeOf, sawEverything, record } = asking;
  if (item.remote === null) return 'undecided';
  try {
    const { parent, isGone } = await currentLocation(context, item.kind, item.remote.id);
    if (isGone || (await isArchived(item, archived))) return 'removal';
    const place = parent === null ? 'unexplainedDifferences' : await placeOf(parent);
    if (place === 'outside') return 'removal';
    // It answers and is in a folder that we list: the list was late, or it comes back with the next one.
    if (place === 'listed') context.journal.missing.heardOf(item.id, context.world.clock.now());
    if (place === 'listed' || place === 'new') return 'undecided';
    // The folder that it is in may be one that was not listed. When all were, more looks would show no more.
    return sawEverything || record.asked.times > 0 ? 'undecided' : 'look';
  } catch (error) {
    if (isFault(error, 'gone')) {
      return traceOfUnknown(context, { kind: item.kind, id: item.remote.id, since: record.since }, archived);
    }
    // GAP: a removed file may be answered with 400. That counts only where a file we removed ourselves got the same, or
    // after a day in which nothing else was heard of it.
    if (isFault(error, 'refused') && item.kind === 'file')
      return capabilityOf(context, 'removedFile') === '400' ? 'unknown' : verdictOnRefused(context, item, asking);
    if (isFault(error, 'failing') && asking.failing.push(error) >= FAILING_TOGETHER) throw error;
    if (isFault(error, 'refused', 'not-allowed', 'scope', 'failing')) return 'undecided';
    throw error;
  }
}

async function isArchived({ kind, remote }: Item, archived: Asking['archived']): Promise<boolean> {
  return kind === 'folder' && ((await archived())?.some(({ id }) => id === remote?.id) ?? false);
}

/**
 * A file that is answered with 400 is gone when it was in no list of anything for so long, and its history is refused too.
 * A single answer of 400 proves nothing; a file that is gone must not be shown as waiting for ever either. What is removed
 * here for it goes by hold, guard and store like any other, and comes back with the next list that shows it.
 */
async function verdictOnRefused(
  context: MirrorContext,
  { remote }: Item,
  { sawEverything, record }: { sawEverything: boolean; record: Missed },
): Promise<Verdict> {
  const isLong = context.world.clock.now() - record.since >= MISSED_LONG.ms && record.times >= MISSED_LONG.times;
  if (!isLong || remote === null) return 'undecided';
  if (!sawEverything) return 'look';
  try {
    await context.api.versions(remote.id);
    return 'undecided';
  } catch (error) {
    if (isFault(error, 'refused', 'gone')) return 'unknown';
    if (isFault(error, 'not-allowed', 'scope', 'failing')) return 'undecided';
    throw error;
  }
}

/** Which folder a thing is in now, by the service's own word. */
export async function currentLocation(
  context: MirrorContext,
  kind: Item['kind'],
  id: ServiceId,
): Promise<{ parent: ServiceId | null; isGone: boolean }> {
  if (kind === 'folder') return context.api.folder(id);
  const file = await context.api.file(id);
  return { parent: file.folderId, isGone: file.isGone };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= ask());
}
