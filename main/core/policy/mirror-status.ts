import type { Standing } from '../../../shared/features/status/model.ts';

/** The facts that decide what may be said about a mirror. */
export interface StandingFacts {
  /** The mirror is halted: its folder, its listing or a permission is missing. */
  readonly isHalted: boolean;
  readonly isPaused: boolean;
  /** The account is stopped: the service cannot be reached, or no account is signed in. */
  readonly isStopped: boolean;
  /** An observation could not be recorded, or a scan failed because of a defect. */
  readonly isBroken: boolean;
  /** A local change may not have been scanned yet, or no scan was completed since the start. */
  readonly isUnseenHere: boolean;
  /** The next poll of the service is overdue. */
  readonly isOverdue: boolean;
  /** When all of the service's side was last read, ms since the epoch; null: never. */
  readonly checkedAt: number | null;
  /**
   * Everything that is not done: planned steps, steps that wait for any reason (also files that a person wants left
   * alone), stuck items, and open conflicts.
   */
  readonly open: number;
}

/**
 * The one rule for the status of a mirror, used by every view and command. `in-step` only if both sides were completely
 * observed after the last possible change and nothing is left to do. It is true as of `checkedAt`, which is shown with
 * it.
 */
export function standingOf(facts: StandingFacts): Standing {
  const { isHalted, isPaused, isStopped, isBroken, isUnseenHere, isOverdue, checkedAt, open } = facts;
  if (isBroken) return 'unknown';
  if (isHalted || isPaused || isStopped) return 'stopped';
  if (isUnseenHere || isOverdue || checkedAt === null) return 'unknown';
  return open > 0 ? 'open' : 'in-step';
}

/** From the best to the worst. */
const ORDER: readonly Standing[] = ['in-step', 'open', 'stopped', 'unknown'];

/** The status of several mirrors together: the worst of them. */
export function worstOf(all: readonly Standing[]): Standing {
  return ORDER[all.reduce((most, one) => Math.max(most, ORDER.indexOf(one)), 0)] ?? 'unknown';
}
