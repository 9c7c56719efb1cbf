import type { SettleRule } from '../../../../shared/features/zones/model.ts';
import { DAY, MINUTE, SECOND } from '../../../../shared/units.ts';

/** Each so many bytes lengthen the quiet time by a second. */
const BYTES_A_SECOND = 100_000_000;
const LONGEST_QUIET_MS = 10 * MINUTE;
/** Where an instrument was seen to pause between writes, this many times the pause is waited; never longer than this. */
const GAPS = 3;
export const LONGEST_BY_GAPS_MS = 30 * MINUTE;
/** A file that is certainly open for writing keeps its run waiting until so long after its last change. */
export const LONGEST_WHILE_OPEN_MS = DAY;
/** After a marker or a next run, nothing may have changed for this long; so often it is asked whether a file is open. */
export const SHORT_QUIET_MS = 5 * SECOND;

/** How long a file must not change before it counts as finished, in milliseconds. */
export function quietMs(quietSeconds: number, sizeBytes: number, longestGapMs: number): number {
  const bySize = quietSeconds * SECOND + Math.floor(sizeBytes / BYTES_A_SECOND) * SECOND;
  const byGaps = Math.min(longestGapMs * GAPS, LONGEST_BY_GAPS_MS);
  return Math.max(Math.min(bySize, Math.max(LONGEST_QUIET_MS, quietSeconds * SECOND)), byGaps);
}

/** What is known of a run. Times are ms since the epoch. */
export interface RunFacts {
  readonly lastChangeAt: number;
  /** When all its files will have been quiet for long enough. */
  readonly quietAt: number;
  readonly hasMarker: boolean;
  readonly hasNextRun: boolean;
  /** A person said that it is finished, or that it should go now. */
  readonly isReleased: boolean;
}

export type Readiness =
  | { readonly isReady: true }
  /** `at`: when it will be ready if nothing changes; null: nobody knows. */
  | { readonly isReady: false; readonly waitsFor: SettleRule['kind']; readonly at: number | null };

/** Whether a run is finished. A clock that was set back makes nothing wait longer than a file of now would. */
export function readiness(rule: SettleRule, run: RunFacts, nowMs: number): Readiness {
  if (run.isReleased) return { isReady: true };
  const lastChangeAt = Math.min(run.lastChangeAt, nowMs);
  const quietAt = lastChangeAt + Math.max(0, run.quietAt - run.lastChangeAt);
  if (rule.kind === 'by-hand') return { isReady: false, waitsFor: 'by-hand', at: null };
  if (rule.kind === 'marker' && !run.hasMarker) return { isReady: false, waitsFor: 'marker', at: null };
  if (rule.kind === 'next-run' && !run.hasNextRun) return { isReady: false, waitsFor: 'next-run', at: null };
  const at = rule.kind === 'quiet' ? quietAt : Math.min(quietAt, lastChangeAt + SHORT_QUIET_MS);
  return nowMs >= at ? { isReady: true } : { isReady: false, waitsFor: 'quiet', at };
}

/** Whether a name is that of a marker; `*` stands for anything, `{run}` for the run's name. */
export function isMarker(pattern: string, name: string, run: string): boolean {
  return markerPattern(pattern, run).test(name);
}

/** Whether a file could be the marker of some run. */
export function couldBeMarker(pattern: string, name: string): boolean {
  return markerPattern(pattern.replaceAll('{run}', '*'), '').test(name);
}

function markerPattern(pattern: string, run: string): RegExp {
  const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = pattern.split(/(\*|\{run\})/).map(part => {
    if (part === '*') return '.*';
    return part === '{run}' ? escaped(run) : escaped(part);
  });
  return new RegExp(`^${parts.join('')}$`, 'isu');
}
