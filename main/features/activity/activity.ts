import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type {
  ActivityDetail,
  ActivityFilter,
  ExportFormat,
  WaitingInfo,
} from '../../../shared/features/activity/model.ts';
import type { ActivityEntry } from '../../../shared/features/status/records-model.ts';
import { ACTIVITY_FILES } from '../../../shared/features/activity/file-text.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { stepWords } from '../../../shared/features/activity/why-text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { HistoryEntry } from '../../journal/records/history.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Downloads } from '../../items/local/downloads.ts';
import type { AppContext } from '../../items/app-context.ts';
import { openAndStanding, standingOfAll } from '../../items/standing.ts';
import { openMerges } from '../../items/waiting-merges.ts';

/** Queued items listed at most. */
const MOST_QUEUED = 200;
/** History rows read at once while exporting. */
const AT_ONCE = 500;

/** History, queued work, and the time of the last scans. */
export function activityHandlers(
  context: AppContext,
  downloads: Downloads,
): Pick<
  Handlers,
  | 'activity.page'
  | 'activity.find'
  | 'activity.detail'
  | 'activity.waiting'
  | 'activity.checks'
  | 'activity.export'
  | 'sync.open'
> {
  const { journal } = context;
  return {
    'activity.page': async ({ before, limit }) => journal.history.page(before, limit).map(entryOf),
    'activity.find': async ({ filter, before, limit }) => ({
      entries: journal.history.find(filter, { before, limit }).map(entryOf),
      total: before === null ? journal.history.count(filter) : null,
    }),
    'activity.detail': async ({ id }) => detailOf(journal, id),
    'activity.waiting': async () => waiting(context),
    'activity.checks': async ({ before, limit }) =>
      journal.fullScans.page(before, limit).map(look => ({ ...look, at: isoTime(look.at) })),
    'activity.export': async ({ filter, format }) => {
      const name = `benchtop activity ${isoTime(context.world.clock.now()).slice(0, 10)}`;
      const { extension, type } = ACTIVITY_FILES[format];
      const file = { name: `${name}.${extension}`, type, parts: fileParts(journal, filter, format) };
      return { path: `/download/${downloads.offer(file)}` };
    },
    'sync.open': async () => {
      const { held, blocked, conflicted } = waiting(context);
      return { held, blocked, conflicted };
    },
  };
}

/** A row of history as the contract shows it. */
export function entryOf(happening: HistoryEntry): ActivityEntry {
  const { id, at, mirror, path, verb, file, version, sizeBytes, cause, undo, undoneAt } = happening;
  const canUndo = undo === null ? null : undoneAt === null ? 'possible' : 'done';
  return { id, at: isoTime(at), mirror, path, verb, fileId: file, versionId: version, sizeBytes, cause, undo: canUndo };
}

/** Reads the history from the journal while it is downloaded, so that memory does not grow with its length. */
function* fileParts(journal: Journal, filter: ActivityFilter, format: ExportFormat): Iterable<string> {
  const { head, line } = ACTIVITY_FILES[format];
  if (head !== '') yield head;
  for (let before: number | null = null; ;) {
    const page: readonly HistoryEntry[] = journal.history.find(filter, { before, limit: AT_ONCE });
    if (page.length > 0) yield page.map(happening => line(entryOf(happening))).join('');
    const last = page.at(-1);
    if (last === undefined || page.length < AT_ONCE) return;
    before = last.id;
  }
}

function detailOf(journal: Journal, id: number): ActivityDetail {
  const happening = journal.history.get(id);
  if (happening === null) throw new FaultError({ kind: 'bad-request', detail: activityWords.unknown(String(id)) });
  const mirror = journal.mirrors.get(happening.mirror);
  const { path, version } = happening;
  return {
    entry: entryOf(happening),
    servicePath: mirror === null ? null : `${mirror.remotePath}/${path}`,
    localPath: mirror === null ? null : pathBelow(mirror.root.path, path),
    sha256: version === null ? null : journal.items.hashOf(version),
  };
}

function waiting(context: AppContext): WaitingInfo {
  const { journal } = context;
  const all = journal.mirrors.all().map(mirror => ({ mirror, ...openAndStanding(context, mirror) }));
  const queued = all.flatMap(({ mirror, open }) => open.queued.map(({ item, kind }) => ({ mirror, item, kind })));
  return {
    queued: queued.slice(0, MOST_QUEUED).map(({ mirror, item, kind }) => ({
      id: String(item),
      mirror: mirror.id,
      path: journal.pathOf(item),
      reason: kind,
      text: activityWords.queued(stepWords(kind)),
      until: null,
    })),
    queuedTotal: queued.length,
    held: all.flatMap(({ open }) => open.held),
    blocked: all.flatMap(({ open }) => open.blocked),
    conflicted: [...all.flatMap(({ open }) => open.conflicted), ...openMerges(journal)],
    standing: standingOfAll(
      context,
      all.map(({ standing }) => standing),
    ),
  };
}
