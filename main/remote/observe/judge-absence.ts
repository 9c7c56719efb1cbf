import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import { DAY, SECOND } from '../../../shared/units.ts';
import { restAfterAsking } from '../../core/policy/backoff.ts';
import type { Item } from '../../core/item.ts';
import type { Trace } from '../../core/policy/unexplained-removals.ts';
import type { Missed } from '../../journal/items/missing-items.ts';
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

/**
 * Absence is believed only when complete listings this far apart agree (or one poll interval, when that is shorter).
 */
const BELIEVE_AFTER_MS = 30 * SECOND;

/**
 * Without any other answer of the service, an item must be missing this long, in at least this many complete listings.
 */
const MISSED_LONG = { ms: DAY, times: 10 };

/** When a missing item's absence may be believed, ms since the epoch. */
export function absenceProvenAt(missed: Missed, pollSeconds: number): number {
  return missed.since + Math.min(BELIEVE_AFTER_MS, pollSeconds * SECOND);
}

/**
 * Whether the service was asked about an item and is not asked again for now: what it does not tell, for a closed
 * folder say, it will not tell a minute later either (R26).
 */
export function isCheckPostponed({ asked }: Missed, now: number): boolean {
  return asked.times > 0 && Math.abs(now - asked.at) < restAfterAsking(asked.times);
}

/** The poll after which absence is judged. */
interface JudgedPoll {
  /** It covered everything: another poll would show no more. */
  readonly sawEverything: boolean;
  /** A person asked for it, or it is the first since a start or a stop: no check is postponed. */
  readonly isWanted: boolean;
}

/** The item is gone, with this trace of its removal. `poll`: only a poll of everything can tell. */
type Verdict = Trace | 'undecided' | 'poll';

/** Asks by id about every item that complete listings have missed long enough, ancestors first. */
export async function judgeMissing(context: MirrorContext, { sawEverything, isWanted }: JudgedPoll): Promise<void> {
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
  const leftOut = recordSeparately(context.journal, attempt => {
    // Without its question, an unexplained item could be removed at once: then no absence of this batch is recorded.
    if (!attempt.each('unexplained', () => askAboutUnexplained(context, asked))) return;
    for (const id of gone.keys()) attempt.each(subjectOf(id), () => recordGone(context, id));
  });
  for (const [id, error] of itemsLeftOut(leftOut)) quarantine(context, id, error);
}

/**
 * Before any absence is believed, the mirror's root folder must still answer, in its own organization: in another one
 * all items look gone (R6).
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
    // A key may lack the permission to ask that; the folder did answer.
    if (isFault(error, 'scope', 'not-allowed', 'gone', 'refused')) return;
    throw error;
  }
  throw new FaultError({ kind: 'not-allowed', messages: ['This key is of another organization now.'] });
}

function recordGone(context: MirrorContext, id: ItemId): void {
  const { items, missing } = context.journal;
  items.setRemote(id, 'absent', null);
  missing.clear(id, 'remote');
  if (items.get(id)?.local === null && items.get(id)?.base === null) items.remove(id);
}

/** State shared by the checks of one poll. */
interface AbsenceChecks {
  readonly archived: () => Promise<Archived>;
  readonly placeOf: (folder: ServiceId) => Promise<RemoteLocation>;
  readonly sawEverything: boolean;
  /** The 5xx faults so far. */
  readonly failing: FaultError[];
}

/** This many 5xx answers mean that the service itself is failing; fewer concern the items asked about. */
const FAILING_TOGETHER = 3;

/** Null while its absence is not certain. */
async function goneByItself(
  context: MirrorContext,
  item: Item,
  asking: AbsenceChecks & { readonly record: Missed },
): Promise<Trace | null> {
  const verdict = await verdictOn(context, item, asking);
  if (verdict === 'undecided') {
    context.journal.missing.askedInVain(item.id, context.world.clock.now());
    return null;
  }
  // Its former children may have moved to a folder that is not listed yet.
  if (verdict !== 'poll' && (item.kind === 'file' || asking.sawEverything)) return verdict;
  context.journal.listings.requestFullPoll(context.mirror.id);
  return null;
}

/**
 * Only the service's own answer counts: not found, marked as removed, archived, or in a folder outside of the mirror.
 */
async function verdictOn(
  context: MirrorContext,
  item: Item,
  asking: AbsenceChecks & { readonly record: Missed },
): Promise<Verdict> {
  const { archived, placeOf, sawEverything, record } = asking;
  if (item.remote === null) return 'undecided';
  try {
    const { parent, isGone } = await currentLocation(context, item.kind, item.remote.id);
    if (isGone || (await isArchived(item, archived))) return 'removal';
    const place = parent === null ? 'not told' : await placeOf(parent);
    if (place === 'outside') return 'removal';
    // It answers and is in a folder that is listed: the listing was late, or the next one shows it again.
    if (place === 'listed') context.journal.missing.heardOf(item.id, context.world.clock.now());
    if (place === 'listed' || place === 'new') return 'undecided';
    // Its folder may not have been listed. If all were, further polls would show no more.
    return sawEverything || record.asked.times > 0 ? 'undecided' : 'poll';
  } catch (error) {
    if (isFault(error, 'gone')) {
      return traceOfUnknown(context, { kind: item.kind, id: item.remote.id, since: record.since }, archived);
    }
    // GAP: a removed file may be answered with 400. That counts only if a file that was removed from here got the same
    // answer, or after a day without any other sign of it.
    if (isFault(error, 'refused') && item.kind === 'file')
      return capabilityOf(context, 'removedFile') === '400' ? 'unknown' : verdictOnRefused(context, item, asking);
    if (isFault(error, 'failing') && asking.failing.push(error) >= FAILING_TOGETHER) throw error;
    if (isFault(error, 'refused', 'not-allowed', 'scope', 'failing')) return 'undecided';
    throw error;
  }
}

async function isArchived({ kind, remote }: Item, archived: AbsenceChecks['archived']): Promise<boolean> {
  return kind === 'folder' && ((await archived())?.some(({ id }) => id === remote?.id) ?? false);
}

/**
 * A file that is answered with 400 is gone when no listing has shown it for long, and its history is refused too. A
 * single 400 proves nothing, but a missing file must not be shown as waiting forever either. Its local removal goes
 * through hold, guard and trash like any other, and it comes back with the next listing that shows it.
 */
async function verdictOnRefused(
  context: MirrorContext,
  { remote }: Item,
  { sawEverything, record }: { sawEverything: boolean; record: Missed },
): Promise<Verdict> {
  const isLong = context.world.clock.now() - record.since >= MISSED_LONG.ms && record.times >= MISSED_LONG.times;
  if (!isLong || remote === null) return 'undecided';
  if (!sawEverything) return 'poll';
  try {
    await context.api.versions(remote.id);
    return 'undecided';
  } catch (error) {
    if (isFault(error, 'refused', 'gone')) return 'unknown';
    if (isFault(error, 'not-allowed', 'scope', 'failing')) return 'undecided';
    throw error;
  }
}

/** The folder that an item is in now, according to the service. */
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
