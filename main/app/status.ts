import type { Fault } from '../../shared/fault.ts';
import type { MirrorId } from '../../shared/ids.ts';
import type { EngineStatus, MirrorStatus, SyncState } from '../../shared/model/sync.ts';
import { faultLine, faultText } from '../../shared/text/faults.ts';
import { isoTime } from '../core/calendar.ts';
import type { Engine } from '../engine/engine.ts';
import { mirrorStatus, shownPause } from '../engine/open-items.ts';
import { pauseOfAll } from '../engine/pauses.ts';
import { readSettings } from '../engine/settings.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ports/world.ts';
import { rememberedService } from '../engine/account.ts';
import { messagesToMind, zonesToMind } from './attention.ts';
import type { ZoneNeeds } from './parts.ts';
import { waitingMerges } from './waiting-merges.ts';

/** What a status is made from. */
export interface StatusParts {
  /** Whether the service should have been looked at again by now. */
  readonly isOverdue: () => boolean;
  readonly engine: Engine;
  readonly journal: Journal;
  readonly world: World;
  readonly zoneNeeds: ZoneNeeds;
}

/** The whole status, from the journal and the engine at this moment. */
export async function engineStatus(parts: StatusParts): Promise<EngineStatus> {
  const { journal, world } = parts;
  const asking = { journal, world, settings: readSettings(journal.facts) };
  const mirrors = journal.mirrors.all().map(mirror => mirrorStatus(asking, mirror));
  return withState(parts, mirrors);
}

/** The status with counts that were made before: cheap enough for each step of a transfer. */
export async function withState(parts: StatusParts, counted: readonly MirrorStatus[]): Promise<EngineStatus> {
  const mirrors = counted.map(one => ({ ...one, pause: shownPause(parts, one.id as MirrorId) }));
  const { engine, journal } = parts;
  const inMirrors = mirrors.reduce((sum, { blocked, conflicted }) => sum + blocked + conflicted, 0);
  const zones = zonesToMind(parts.zoneNeeds, (await engine.standing()) !== 'ready').length;
  const attention = inMirrors + zones + waitingMerges(journal).length + messagesToMind(journal).length;
  const wait = engine.waitUntil ?? (engine.stop?.fault.kind === 'busy' ? engine.stop.until : null);
  const { tally } = engine;
  return {
    state: await stateOf(parts, { mirrors, attention, wait }),
    service: rememberedService(journal.facts),
    waitUntil: wait === null ? null : isoTime(wait),
    done: Math.min(tally.inRound, tally.planned),
    total: tally.planned,
    attention,
    pause: wholePause(parts, mirrors),
    mirrors,
    trouble: engine.stop === null ? null : troubleIn(engine.stop.fault),
  };
}

function troubleIn(fault: Fault): EngineStatus['trouble'] {
  return { title: faultText(fault).title, text: faultLine(fault) };
}

/** The highest of the list that holds. */
async function stateOf(
  parts: StatusParts,
  { mirrors, attention, wait }: { mirrors: readonly MirrorStatus[]; attention: number; wait: number | null },
): Promise<SyncState> {
  const { engine, journal } = parts;
  const standing = await engine.standing();
  const candidates: readonly (readonly [boolean, SyncState])[] = [
    [standing === 'access-ended', 'accessEnded'],
    [standing === 'signed-out', 'signedOut'],
    [journal.guards.all().some(({ answer }) => answer === null), 'guard'],
    [attention > 0, 'attention'],
    [engine.stop !== null && engine.stop.fault.kind !== 'busy', 'offline'],
    [wait !== null, 'serviceWait'],
    [wholePause(parts, mirrors) !== null, 'paused'],
    [parts.isOverdue(), 'overdue'],
    [engine.working && (engine.transfers.length > 0 || engine.tally.planned > engine.tally.inRound), 'transferring'],
    [engine.looking, 'looking'],
  ];
  return candidates.find(([holds]) => holds)?.[1] ?? 'upToDate';
}

/** The pause of everything; when each mirror has its own, the first of them to end. */
function wholePause({ journal, world }: StatusParts, mirrors: readonly MirrorStatus[]): EngineStatus['pause'] {
  const all = pauseOfAll(journal.facts, world.clock.now());
  if (all !== null) return { until: all.until === null ? null : isoTime(all.until), why: all.why ?? 'person' };
  if (mirrors.length === 0 || mirrors.some(({ pause }) => pause === null)) return null;
  return { until: mirrors.map(({ pause }) => pause?.until ?? null).sort(lastWithoutEnd)[0] ?? null, why: 'person' };
}

function lastWithoutEnd(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.localeCompare(other);
}
