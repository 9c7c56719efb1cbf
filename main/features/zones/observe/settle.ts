import type { SettleRule } from '../../../../shared/features/zones/model.ts';
import { DAY, MINUTE, SECOND } from '../../../../shared/units.ts';

/** The quiet time grows by one second per this many bytes. */
const BYTES_A_SECOND = 100_000_000;
const LONGEST_QUIET_MS = 10 * MINUTE;
/**
 * If an instrument was seen to pause between writes, wait this many times the longest pause, at most
 * `LONGEST_BY_GAPS_MS`.
 */
const GAPS = 3;
export const LONGEST_BY_GAPS_MS = 30 * MINUTE;
/** A file that is known to be open for writing delays its run for at most this long after its last change. */
export const LONGEST_WHILE_OPEN_MS = DAY;
/**
 * After a marker or the next run, nothing may have changed for this long. Also the interval for asking whether a file
 * is open.
 */
export const SHORT_QUIET_MS = 5 * SECOND;

/** How long a file must stay unchanged to count as finished, in milliseconds. */
export function quietMs(quietSeconds: number, sizeBytes: number, longestGapMs: number): number {
  const bySize = quietSeconds * SECOND + Math.floor(sizeBytes / BYTES_A_SECOND) * SECOND;
  const byGaps = Math.min(longestGapMs * GAPS, LONGEST_BY_GAPS_MS);
  return Math.max(Math.min(bySize, Math.max(LONGEST_QUIET_MS, quietSeconds * SECOND)), byGaps);
}

/** What decides whether a run is finished. Times are ms since the epoch. */
export interface RunFacts {
  readonly lastChangeAt: number;
  /** When all its files will have been unchanged for long enough. */
  readonly quietAt: number;
  readonly hasMarker: boolean;
  readonly hasNextRun: boolean;
  /** A person declared it finished. */
  readonly isReleased: boolean;
}

export type Readiness =
  | { readonly isReady: true }
  /** `at`: when it will be ready if nothing changes; null: not known. */
  | { readonly isReady: false; readonly waitsFor: SettleRule['kind']; readonly at: number | null };

/** Whether a run is finished. After the clock was set back, waits no longer than for a file changed now. */
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

/** Whether a name matches a marker pattern; `*` matches any characters, `{run}` the run's name. */
export function isMarker(pattern: string, name: string, run: string): boolean {
  return markerPattern(pattern, run).test(name);
}

/** Whether a file could be the marker of any run. */
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
