import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Item } from '../../core/item.ts';
import { isEarlierTime } from '../../core/policy/service-time.ts';
import { needsTimes, unexplainedRemovals } from '../../core/policy/unexplained-removals.ts';
import type { RemovedItem, Trace } from '../../core/policy/unexplained-removals.ts';
import type { RemoteFolder } from '../api/shapes.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { capabilityOf } from '../../engine/context/capabilities.ts';
import { wasSetBackLately } from './service-set-back.ts';

/** The top folders of the archive; null where the service does not tell. */
export type Archived = readonly RemoteFolder[] | null;

/** Reads the top folders of the archive, which may still answer by their id. */
export async function archivedFolders({ api }: MirrorContext): Promise<Archived> {
  try {
    return await api.archived();
  } catch (error) {
    if (!isFault(error, 'gone', 'refused', 'not-allowed', 'scope', 'failing')) throw error;
    return null;
  }
}

/**
 * The trace of a removal when the service does not know an id. A removed folder leaves an entry in the archive: its
 * own, or that of a folder it was moved into. A removed file leaves a trace where the service marks removed files;
 * elsewhere removed and lost files are answered alike.
 */
export async function traceOfUnknown(
  context: MirrorContext,
  { kind, id, since }: { readonly kind: Item['kind']; readonly id: ServiceId; readonly since: number },
  archived: () => Promise<Archived>,
): Promise<Trace> {
  if (kind === 'file') return capabilityOf(context, 'removedFile') === 'flagged' ? 'none' : 'unknown';
  const tops = await archived();
  if (tops === null) return 'unknown';
  return tops.some(top => top.id === id || mayContain(context, top, since)) ? 'removal' : 'none';
}

/** Whether an unknown folder was archived since about the time when items were first missing. */
function mayContain({ journal, mirror }: MirrorContext, { id, archivedAt }: RemoteFolder, since: number): boolean {
  if (isEarlierTime(archivedAt, isoTime(since - DAY))) return false;
  const item = journal.items.byRemoteId(mirror.id, id);
  return item === null || item.remotePresence !== 'present';
}

/**
 * The items among those believed gone that no removal explains: a person is asked before they are removed locally. None
 * in a mirror that removes nothing locally.
 * @param traces of items that are recorded as present at the service until now.
 */
export function unexplainedItems(context: MirrorContext, traces: ReadonlyMap<ItemId, Trace>): readonly ItemId[] {
  const { journal, mirror } = context;
  if (mirror.mode === 'upload' || traces.size === 0) return [];
  const things = [...traces].map(([id, trace]) => ({ id, trace }));
  const times = needsTimes(things) ? journal.history.firstTimes(mirror.id) : new Map<ServiceId, number>();
  const itemOf = (id: ItemId): Item | null => journal.items.get(id);
  const gone = things.map((thing): RemovedItem => ({
    ...thing,
    since: times.get(itemOf(thing.id)?.remote?.id ?? NO_ID) ?? null,
  }));
  const signs = { hasOldHeads: wasSetBackLately(context), newestLeft: newestLeft(context, times, traces) };
  return [...unexplainedRemovals(gone, signs)].filter(id => {
    const item = itemOf(id);
    return item !== null && item.local !== null && item.base !== null;
  });
}

/** Opens the question about them, or adds them to an open one. Part of a transaction. */
export function askAboutUnexplained({ journal, mirror, world }: MirrorContext, items: readonly ItemId[]): void {
  if (items.length === 0) return;
  const open = journal.guards
    .all()
    .find(guard => guard.mirror === mirror.id && guard.reason === 'unexplained' && guard.answer === null);
  if (open !== undefined) return journal.guards.setItems(open.id, [...new Set([...open.items, ...items])]);
  const asking = { mirror: mirror.id, direction: 'service', reason: 'unexplained' } as const;
  journal.guards.open({ ...asking, of: journal.items.countWithBase(mirror.id), at: world.clock.now(), items });
}

const NO_ID = '' as ServiceId;

/** When the newest item that is still at the service was first sent or received here; null when that is not known. */
function newestLeft(
  { journal, mirror }: MirrorContext,
  times: ReadonlyMap<ServiceId, number>,
  gone: ReadonlyMap<ItemId, Trace>,
): number | null {
  for (const [file, at] of [...times].toSorted(([, one], [, other]) => other - one)) {
    const item = journal.items.byRemoteId(mirror.id, file);
    if (item !== null && item.remotePresence === 'present' && !gone.has(item.id)) return at;
  }
  return null;
}
