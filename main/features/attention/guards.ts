import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { GuardedPage } from '../../../shared/features/attention/decisions-model.ts';
import type { GuardInfo } from '../../../shared/features/status/records-model.ts';
import { guardWords } from '../../../shared/features/attention/guards-text.ts';
import { isoTime } from '../../core/calendar.ts';
import { answerGuard } from '../../engine/recover/guard-answers.ts';
import type { Guard } from '../../journal/records/guards.ts';
import type { AppContext } from '../../items/app-context.ts';
import { isMassRemoval } from '../../core/policy/removal-limits.ts';
import { readSettings } from '../../engine/context/settings.ts';

/** Guards: removals that wait for an answer. */
export function guardHandlers(context: AppContext): Pick<Handlers, 'guards.list' | 'guards.items' | 'guards.answer'> {
  return {
    'guards.list': () => Promise.resolve(openGuards(context)),
    'guards.items': async ({ id, offset, limit }) => guardedPage(context, guardOf(context, id), { offset, limit }),
    'guards.answer': ({ id, answer, seen }) =>
      context.engine.exclusively(async () => {
        const guard = guardOf(context, id);
        const mirror = context.journal.mirrors.get(guard.mirror);
        const items = guard.items.filter(item => context.journal.items.get(item) !== null).length;
        if (answer === 'remove' && seen !== undefined && items > seen) throw badRequest(guardWords.more(items - seen));
        if (mirror === null) throw badRequest(`There is no mirror '${guard.mirror}' any more.`);
        answerGuard(await context.engine.context(mirror), guard, answer);
        context.changed();
        context.checkNow();
        return null;
      }),
  };
}

function openGuards(context: AppContext): GuardInfo[] {
  const open = context.journal.guards.all().filter(({ answer }) => answer === null);
  return open.map(guard => {
    const { id, mirror, direction, reason, items, of, at } = guard;
    const why = guardReason(context, guard);
    return { id: String(id), mirror, direction, reason, items: items.length, of, why, at: isoTime(at) };
  });
}

function guardedPage({ journal }: AppContext, guard: Guard, page: { offset: number; limit: number }): GuardedPage {
  const items = guard.items.flatMap(id => journal.items.get(id) ?? []);
  const all = items
    .map(({ id, kind, local, remote }) => ({
      id: String(id),
      kind,
      path: journal.pathOf(id),
      sizeBytes: kind === 'folder' ? null : (local?.sizeBytes ?? remote?.sizeBytes ?? null),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return {
    items: all.slice(page.offset, page.offset + page.limit),
    files: all.filter(({ kind }) => kind === 'file').length,
    folders: all.filter(({ kind }) => kind === 'folder').length,
    sizeBytes: all.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
  };
}

function guardOf({ journal }: AppContext, id: string): Guard {
  const guard = journal.guards.get(Number(id));
  if (guard !== null && guard.answer === null) return guard;
  const open = journal.guards.all().filter(({ answer }) => answer === null);
  const there = open.length === 0 ? 'There is none open.' : `Open: ${open.map(one => one.id).join(', ')}.`;
  throw badRequest(`There is no open question '${id}'. ${there}`);
}

/**
 * Why removals wait for an answer, with the present numbers. Empty if these numbers alone would not ask: some removals
 * were undone since, or the question is about unexplained removals.
 */
export function guardReason(
  { journal, world }: Pick<AppContext, 'journal' | 'world'>,
  { mirror, direction, reason, items }: Guard,
): string {
  if (reason === 'unexplained') return '';
  const { guardItems, guardPercent } = readSettings(journal.facts);
  const recent = journal.guards.recentRemovals(mirror, direction, world.clock.now());
  const [going, of] = [items.length + recent, journal.items.countWithBase(mirror) + recent];
  if (!isMassRemoval(going, of, { items: guardItems, percent: guardPercent })) return '';
  return going > guardItems
    ? guardWords.tooMany({ going, recent, most: guardItems })
    : guardWords.tooLarge({ going, recent, of, most: guardPercent });
}
