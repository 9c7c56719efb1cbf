import type { Fault } from '../../shared/fault.ts';
import type { SyncReport } from '../../shared/model/sync.ts';
import { faultLine } from '../../shared/text/faults.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/mirrors.ts';
import type { World } from '../ports/world.ts';
import { openItems, pausedItem } from './open-items.ts';
import type { Pause } from './pauses.ts';
import { readSettings } from './settings.ts';
import type { Counts } from './tally.ts';

/** How complete passes went. */
export interface PassesMade {
  readonly counts: { readonly before: Counts; readonly now: Counts };
  readonly pauseOf: (mirror: Mirror) => Pause | null;
  /** What stops the whole account. */
  readonly stopped: Fault | null;
}

/** What complete passes did, and what they left open. */
export function syncReport(
  { journal, world }: { readonly journal: Journal; readonly world: World },
  { counts: { before, now }, pauseOf, stopped }: PassesMade,
): SyncReport {
  const asking = { journal, world, settings: readSettings(journal.facts) };
  const mirrors = journal.mirrors.all();
  const open = mirrors.map(mirror => openItems(asking, mirror));
  const paused = mirrors.flatMap(mirror => pausedItem(mirror, pauseOf(mirror)));
  return {
    sent: now.sent - before.sent,
    received: now.received - before.received,
    moved: now.moved - before.moved,
    removed: now.removed - before.removed,
    held: [...paused, ...open.flatMap(({ held }) => held)],
    blocked: open.flatMap(({ blocked }) => blocked),
    conflicted: open.flatMap(({ conflicted }) => conflicted),
    guarded: journal.guards.all().some(({ answer }) => answer === null),
    stopped: stopped === null ? null : { kind: stopped.kind, text: faultLine(stopped) },
  };
}
