import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { UndoableInfo, UndoneInfo } from '../../../shared/features/activity/undo-model.ts';
import { undoTexts } from '../../../shared/features/activity/undo-text.ts';
import { isoTime } from '../../core/calendar.ts';
import { bringBack } from '../../engine/recover/guard-answers.ts';
import { openItems } from '../../engine/loop/open-items.ts';
import { itemOfSubject } from '../../engine/context/retry.ts';
import { readSettings } from '../../engine/context/settings.ts';
import { remoteDescendants } from '../../remote/act/removals.ts';
import { undoEntry } from '../../engine/answers/undo.ts';
import type { HistoryEntry } from '../../journal/records/history.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Prefix of the id of a removal that still waits: it has no row of history yet, so the item's id follows. */
const HELD = 'held:';

/** Actions that can be undone: done already, or still waiting. */
export function undoHandlers(context: AppContext): Pick<Handlers, 'activity.undoable' | 'activity.undo'> {
  return {
    'activity.undoable': ({ limit }) => Promise.resolve(undoable(context, limit).map(({ info }) => info)),
    'activity.undo': ({ id }) =>
      context.engine.exclusively(async () => {
        const done = await undoOne(context, id);
        context.changed();
        context.checkNow();
        return done;
      }),
  };
}

interface Undoable {
  readonly info: UndoableInfo;
  readonly atMs: number;
}

/** Newest first. */
function undoable(context: AppContext, limit: number): readonly Undoable[] {
  const { journal } = context;
  const mirrors = journal.mirrors.all();
  const known = new Set(mirrors.map(({ id }) => id));
  const done = journal.history.undoable(limit).filter(({ mirror }) => known.has(mirror));
  const all = [
    ...mirrors.flatMap(mirror => heldRemovals(context, mirror)),
    ...done.map(happening => undoableOf(happening)),
  ];
  return all.toSorted((one, other) => other.atMs - one.atMs).slice(0, limit);
}

function undoableOf({ id, at, mirror, path, verb, undo: inverse }: HistoryEntry): Undoable {
  const text = undoTexts.would(inverse?.kind ?? '');
  return { atMs: at, info: { id: String(id), at: isoTime(at), mirror, path, verb, text } };
}

/** Local removals that wait for their delay or for an answer. */
function heldRemovals({ journal, world }: AppContext, mirror: Mirror): readonly Undoable[] {
  const { held, blocked } = openItems({ journal, world, settings: readSettings(journal.facts) }, mirror);
  const asked = blocked.filter(({ reason }) => reason === 'older-versions');
  const waiting = asked.map(each => ({ ...each, id: String(itemOfSubject(each.id) ?? '') }));
  const missed = journal.missing.of(mirror.id, 'local');
  return [...held, ...waiting].flatMap(({ id, path, reason }) => {
    const item = Number(id) as ItemId;
    const isHere =
      reason === 'older-versions' ||
      reason === 'removal-hold' ||
      (reason === 'guard' && journal.items.get(item)?.local === null);
    if (!isHere) return [];
    const atMs = missed.get(item)?.since ?? 0;
    const text = undoTexts.would('held');
    return [{ atMs, info: { id: `${HELD}${id}`, at: isoTime(atMs), mirror: mirror.id, path, verb: 'removing', text } }];
  });
}

async function undoOne(context: AppContext, id: string | null): Promise<UndoneInfo> {
  const { journal, engine } = context;
  const [newest] = id === null ? undoable(context, 1) : [];
  const wanted = id ?? newest?.info.id;
  if (wanted === undefined) throw badRequest(undoTexts.none);
  if (wanted.startsWith(HELD)) return undoHeld(context, wanted);
  const happening = journal.history.get(Number(wanted));
  if (happening === null) throw badRequest(undoTexts.unknown(wanted));
  const mirror = journal.mirrors.get(happening.mirror);
  if (mirror === null) throw badRequest(undoTexts.notMirrored);
  const text = await undoEntry(await engine.context(mirror), happening);
  return { id: wanted, mirror: mirror.id, path: happening.path, text };
}

/** Restores a waiting removal, including what was in a folder. */
async function undoHeld(context: AppContext, id: string): Promise<UndoneInfo> {
  const { journal, engine } = context;
  const mirrors = journal.mirrors.all();
  const mirror = mirrors.find(one => heldRemovals(context, one).some(({ info }) => info.id === id));
  const item = Number(id.slice(HELD.length)) as ItemId;
  const path = journal.pathOf(item);
  if (mirror === undefined) throw badRequest(path === '' ? undoTexts.unknown(id) : undoTexts.notHeld(path));
  const mirrorContext = await engine.context(mirror);
  const below = remoteDescendants(journal.items.tree(mirror.id, mirror.rootItem), item);
  journal.transaction(() => {
    for (const each of [item, ...below.map(child => child.id)]) bringBack(mirrorContext, each);
  });
  return { id, mirror: mirror.id, path, text: undoTexts.downloads(path) };
}
