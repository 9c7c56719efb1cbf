import type { SyncReport } from '../../../shared/features/status/model.ts';
import { accountStop } from '../../../shared/features/attention/troubles-text.ts';
import type { AccountStop, EngineParts } from './engine-parts.ts';
import { openItems, pausedItem } from './open-items.ts';
import { pauseOf } from '../limits/pauses.ts';
import { readSettings } from '../context/settings.ts';
import { type Counts, countsOf, type Tally } from './tally.ts';

/** What complete passes did since `before`, and what is open after them. */
export function reportOf(
  { journal, world }: Pick<EngineParts, 'journal' | 'world'>,
  { tally, before, stop }: { readonly tally: Tally; readonly before: Counts; readonly stop: AccountStop | null },
): SyncReport {
  const now = countsOf(tally);
  const asking = { journal, world, settings: readSettings(journal.facts) };
  const mirrors = journal.mirrors.all();
  const open = mirrors.map(mirror => openItems(asking, mirror));
  const at = world.clock.now();
  const paused = mirrors.flatMap(mirror => pausedItem(mirror, pauseOf(journal.facts, mirror.id, at)));
  return {
    sent: now.sent - before.sent,
    received: now.received - before.received,
    moved: now.moved - before.moved,
    removed: now.removed - before.removed,
    held: [...paused, ...open.flatMap(({ held }) => held)],
    blocked: open.flatMap(({ blocked }) => blocked),
    conflicted: open.flatMap(({ conflicted }) => conflicted),
    guarded: journal.guards.all().some(({ answer }) => answer === null),
    stopped: stop === null ? null : { kind: stop.fault.kind, text: accountStop(stop.fault).text },
  };
}
