import type { MirrorId } from '../../shared/ids.ts';
import type { MirrorStatus, Standing } from '../../shared/features/status/model.ts';
import { standingOf, worstOf } from '../core/policy/mirror-status.ts';
import { type OpenItems, openItems } from '../engine/loop/open-items.ts';
import { pauseOf } from '../engine/limits/pauses.ts';
import { readSettings } from '../engine/context/settings.ts';
import type { Mirror } from '../journal/records/mirrors.ts';
import type { AppContext } from './app-context.ts';

/** What computing a standing needs. */
export type StandingContext = Pick<AppContext, 'engine' | 'journal' | 'world' | 'keeping'>;

/** The standing of a mirror now. @param open number of items known to be unfinished. */
function standingOfMirror(
  { engine, journal, world, keeping }: StandingContext,
  mirror: Mirror,
  open: number,
): Standing {
  return standingOf({
    isHalted: mirror.halted !== null,
    isPaused: pauseOf(journal.facts, mirror.id, world.clock.now()) !== null,
    isStopped: engine.stop !== null || journal.facts.get('stopped') !== null,
    isBroken: keeping.broken !== null,
    isUnseenHere: engine.pendingScans.isOpen(mirror.id),
    isOverdue: keeping.isOverdue,
    checkedAt: mirror.checkedAt,
    open,
  });
}

/** A status with earlier counts and the present standing. */
export function withStanding(context: StandingContext, counts: Omit<MirrorStatus, 'standing'>): MirrorStatus {
  const mirror = context.journal.mirrors.get(counts.id as MirrorId);
  const open = counts.waiting + counts.held + counts.blocked + counts.conflicted;
  return { ...counts, standing: mirror === null ? 'unknown' : standingOfMirror(context, mirror, open) };
}

/** The overall standing: of the mirrors, and of what waits for folders that are not mirrored. */
export function standingOfAll({ journal }: StandingContext, mirrors: readonly Standing[]): Standing {
  return worstOf([...mirrors, ...(journal.outgoing.all().length > 0 ? (['open'] as const) : [])]);
}

/** The open items of a mirror, and its standing. */
export function openAndStanding(
  context: StandingContext,
  mirror: Mirror,
): { readonly open: OpenItems; readonly standing: Standing } {
  const { journal, world } = context;
  const open = openItems({ journal, world, settings: readSettings(journal.facts) }, mirror);
  const count = open.queued.length + open.held.length + open.blocked.length + open.conflicted.length;
  return { open, standing: standingOfMirror(context, mirror, count) };
}
