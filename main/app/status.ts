import type { EngineStatus, MirrorStatus, SyncState } from '../../shared/model/sync.ts';
import { isoTime } from '../core/calendar.ts';
import type { Engine } from '../engine/engine.ts';
import { mirrorStatus } from '../engine/open-items.ts';
import { readSettings } from '../engine/settings.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ports/world.ts';
import { rememberedService } from '../engine/account.ts';

/** What a status is made from. */
export interface StatusParts {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly world: World;
  readonly isPaused: () => boolean;
}

/** The whole status, from the journal and the engine at this moment. */
export async function engineStatus(parts: StatusParts): Promise<EngineStatus> {
  const { journal, world } = parts;
  const asking = { journal, world, settings: readSettings(journal.facts) };
  const mirrors = journal.mirrors.all().map(mirror => mirrorStatus(asking, mirror));
  return withState(parts, mirrors);
}

/** The status with counts that were made before: cheap enough for each step of a transfer. */
export async function withState(parts: StatusParts, mirrors: readonly MirrorStatus[]): Promise<EngineStatus> {
  const { engine, journal } = parts;
  const attention = mirrors.reduce((sum, { blocked, conflicted }) => sum + blocked + conflicted, 0);
  const wait = engine.waitUntil ?? (engine.stop?.fault.kind === 'busy' ? engine.stop.until : null);
  const { tally } = engine;
  return {
    state: await stateOf(parts, attention, wait),
    service: rememberedService(journal.facts),
    waitUntil: wait === null ? null : isoTime(wait),
    done: Math.min(tally.inRound, tally.planned),
    total: tally.planned,
    attention,
    mirrors: [...mirrors],
  };
}

/** The highest of the list that holds. */
async function stateOf(
  { engine, journal, isPaused }: StatusParts,
  attention: number,
  wait: number | null,
): Promise<SyncState> {
  const standing = await engine.standing();
  const candidates: readonly (readonly [boolean, SyncState])[] = [
    [standing === 'access-ended', 'accessEnded'],
    [standing === 'signed-out', 'signedOut'],
    [journal.guards.all().some(({ answer }) => answer === null), 'guard'],
    [attention > 0, 'attention'],
    [engine.stop !== null && engine.stop.fault.kind !== 'busy', 'offline'],
    [wait !== null, 'serviceWait'],
    [isPaused(), 'paused'],
    [engine.working && (engine.transfers.length > 0 || engine.tally.planned > engine.tally.inRound), 'transferring'],
    [engine.looking, 'looking'],
  ];
  return candidates.find(([holds]) => holds)?.[1] ?? 'upToDate';
}
