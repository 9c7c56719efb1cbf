import type { MirrorId } from '../../../shared/ids.ts';
import type { EngineStatus, MirrorStatus, SyncState } from '../../../shared/features/status/model.ts';
import { brokenTexts } from '../../../shared/features/status/broken-text.ts';
import { accountStop } from '../../../shared/features/attention/troubles-text.ts';
import { isoTime } from '../../core/calendar.ts';
import { allCountsInTurns, shownPause } from '../../engine/loop/open-items.ts';
import { pauseOfAll } from '../../engine/limits/pauses.ts';
import type { AccountStop } from '../../engine/loop/engine-parts.ts';
import { readSettings } from '../../engine/context/settings.ts';
import { rememberedService } from '../../engine/account/account.ts';
import { attentionNumber } from '../attention/attention.ts';
import type { AppContext } from '../../items/app-context.ts';
import { standingOfAll, withStanding } from '../../items/standing.ts';

/** What computing a status needs. */
export type StatusContext = Pick<AppContext, 'engine' | 'journal' | 'keeping' | 'world' | 'zoneNeeds'>;

/** The complete status, from the journal and the engine. */
export async function engineStatus(context: StatusContext): Promise<EngineStatus> {
  const { journal, world } = context;
  const asking = { journal, world, settings: readSettings(journal.facts) };
  return withState(context, await allCountsInTurns(asking));
}

/** The status with earlier counts: cheap enough for each step of a transfer. */
export async function withState(context: StatusContext, counted: readonly Counts[]): Promise<EngineStatus> {
  const mirrors = counted.map(one => withStanding(context, { ...one, pause: shownPause(context, one.id as MirrorId) }));
  const { engine, journal } = context;
  const attention = attentionNumber(context, mirrors);
  const wait = engine.waitUntil ?? (engine.stop?.fault.kind === 'busy' ? engine.stop.until : null);
  const { tally } = engine;
  const { broken } = context.keeping;
  return {
    state: await stateOf(context, { mirrors, attention, wait }),
    service: rememberedService(journal.facts),
    waitUntil: wait === null ? null : isoTime(wait),
    done: Math.min(tally.inRound, tally.planned),
    total: tally.planned,
    attention,
    pause: wholePause(context, mirrors),
    mirrors,
    offline: offlineIn(engine.stop),
    trouble: broken !== null ? brokenTexts(broken) : engine.stop === null ? null : accountStop(engine.stop.fault),
  };
}

type Counts = Omit<MirrorStatus, 'standing'>;

/** A sign-in ends what `signed-out` and `access-ended` stop, and not a connection. */
function offlineIn(stop: AccountStop | null): EngineStatus['offline'] {
  if (stop === null || ['busy', 'signed-out', 'access-ended'].includes(stop.fault.kind)) return null;
  return { nextTry: stop.until === null || stop.until === 0 ? null : isoTime(stop.until) };
}

/** The first state of the list that applies. */
async function stateOf(
  context: StatusContext,
  { mirrors, attention, wait }: { mirrors: readonly MirrorStatus[]; attention: number; wait: number | null },
): Promise<SyncState> {
  const { engine, journal, keeping } = context;
  const account = await engine.accountState();
  const known = standingOfAll(
    context,
    mirrors.map(({ standing }) => standing),
  );
  const candidates: readonly (readonly [boolean, SyncState])[] = [
    [account === 'access-ended', 'accessEnded'],
    [account === 'signed-out', 'signedOut'],
    // Attention reports separately what needs a person, so it does not hide these states.
    [engine.stop !== null && engine.stop.fault.kind !== 'busy', 'offline'],
    [keeping.broken !== null, 'overdue'],
    [journal.guards.all().some(({ answer }) => answer === null), 'guard'],
    [attention > 0, 'attention'],
    [wait !== null, 'serviceWait'],
    [wholePause(context, mirrors) !== null, 'paused'],
    [keeping.isOverdue || (known === 'unknown' && !keeping.isRunning), 'overdue'],
    [engine.working && (engine.transfers.length > 0 || engine.tally.planned > engine.tally.inRound), 'transferring'],
    [engine.observing || known === 'unknown', 'looking'],
    [known !== 'in-step', 'waiting'],
  ];
  return candidates.find(([holds]) => holds)?.[1] ?? 'upToDate';
}

/** The global pause; if each mirror is paused by itself, the one that ends first. */
function wholePause({ journal, world }: StatusContext, mirrors: readonly MirrorStatus[]): EngineStatus['pause'] {
  const all = pauseOfAll(journal.facts, world.clock.now());
  if (all !== null) return { until: all.until === null ? null : isoTime(all.until), why: all.why ?? 'person' };
  if (mirrors.length === 0 || mirrors.some(({ pause }) => pause === null)) return null;
  return { until: mirrors.map(({ pause }) => pause?.until ?? null).sort(lastWithoutEnd)[0] ?? null, why: 'person' };
}

function lastWithoutEnd(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.localeCompare(other);
}
