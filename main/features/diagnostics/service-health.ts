import { toFault } from '../../../shared/fault.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { HealthItem } from '../../../shared/features/diagnostics/model.ts';
import { healthTexts as texts } from '../../../shared/features/diagnostics/text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/units.ts';
import { linkTo, nobodyAt, rememberedService } from '../../engine/account/account.ts';
import { getVersion } from '../../remote/api/calls/beyond.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type Finding, itemOf } from './health-item.ts';

/** Timeout for the service's answer, because a person waits for the list. */
const PATIENCE_MS = 15 * SECOND;
const SLOW_MS = 5 * SECOND;
/** Tolerated difference: the service tells its time in whole seconds, and an answer takes a while. */
const CLOCKS_APART_MS = 2 * MINUTE;

/** Result of asking the service for its version, which needs no credential. */
export interface Asked {
  readonly service: string | null;
  readonly answerMs: number | null;
  readonly build: string | null;
  /** How far this computer's clock is ahead of the service's, in ms; null: not told. */
  readonly aheadMs: number | null;
  readonly fault: Fault | 'late' | null;
}

/** Asks the service for its version over a connection of its own, so that no other request delays it. */
export async function askService({ journal, world }: AppContext): Promise<Asked> {
  const service = rememberedService(journal.facts);
  const asked: Asked = { service, answerMs: null, build: null, aheadMs: null, fault: null };
  if (service === null) return asked;
  const from = world.clock.elapsed();
  const enough = new AbortController();
  try {
    const line = linkTo(world, nobodyAt(service)).line(null);
    const asking = getVersion(line, {});
    asking.catch(() => undefined);
    const late = world.clock.sleep(PATIENCE_MS, enough.signal).then(
      () => 'late' as const,
      () => 'late' as const,
    );
    const answer = await Promise.race([asking, late]);
    if (answer === 'late') return { ...asked, fault: 'late' };
    const { saidTime } = line.connection;
    const words = [answer.version, answer.build].filter(word => typeof word === 'string' && word !== '');
    return {
      ...asked,
      answerMs: world.clock.elapsed() - from,
      build: words.length === 0 ? null : words.join(' ').slice(0, 100),
      aheadMs: saidTime === null ? null : world.clock.now() - saidTime,
    };
  } catch (error) {
    return { ...asked, fault: toFault(error) };
  } finally {
    enough.abort();
  }
}

/** The two health items derived from the answer. */
export function serviceItems(asked: Asked): readonly HealthItem[] {
  return [
    itemOf('service', texts.service.title, reachability(asked)),
    itemOf('clock', texts.clock.title, clocks(asked)),
  ];
}

function reachability({ service, answerMs, build, fault }: Asked): Finding {
  const { none, late, failed, failedRemedy: remedy, slow, slowRemedy, reached } = texts.service;
  if (service === null) return { state: 'unknown', text: none };
  if (fault === 'late') return { state: 'fail', text: late(service, PATIENCE_MS / SECOND), remedy, fix: 'network' };
  if (fault !== null) return { state: 'fail', text: failed(service, faultLine(fault)), remedy, fix: 'network' };
  const ms = Math.round(answerMs ?? 0);
  if (ms > SLOW_MS) return { state: 'warn', text: slow(service, ms), remedy: slowRemedy };
  return { state: 'pass', text: reached(service, ms, build) };
}

function clocks({ aheadMs }: Asked): Finding {
  const { unknown, same, off, remedy } = texts.clock;
  if (aheadMs === null) return { state: 'unknown', text: unknown };
  if (Math.abs(aheadMs) <= CLOCKS_APART_MS) return { state: 'pass', text: same };
  return { state: 'warn', text: off(apartWords(aheadMs)), remedy };
}

/** A clock difference in its largest sensible unit. */
function apartWords(ms: number): string {
  const far = Math.abs(ms);
  if (far < 2 * HOUR) return `${Math.round(far / MINUTE)} min`;
  return far < 2 * DAY ? `${Math.round(far / HOUR)} h` : `${Math.round(far / DAY)} days`;
}
