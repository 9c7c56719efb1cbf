import type { Standing } from '../../../shared/features/status/model.ts';

/** What decides how much may be said of a mirror at a moment. */
export interface StandingFacts {
  /** The mirror stands still: its folder, its listing or a permission is missing. */
  readonly isHalted: boolean;
  readonly isPaused: boolean;
  /** The account stands still: the service is away, or no account is signed in. */
  readonly isStopped: boolean;
  /** What was looked at could not be recorded, or a look broke off by a mistake. */
  readonly isBroken: boolean;
  /** Something may have changed here that no look has followed to its end, or no look was made since the start. */
  readonly isUnseenHere: boolean;
  /** The service should have been looked at again by now. */
  readonly isOverdue: boolean;
  /** When the service was last looked at as a whole, ms since the epoch; null: never. */
  readonly checkedAt: number | null;
  /**
   * Everything that is not done: what the next round does, what is held back for any reason (also what a person
   * wants left alone), what is stuck, and files of which there are two versions.
   */
  readonly open: number;
}

/**
 * The one rule for what is said of a mirror, on every surface: *in step* only where everything was looked at since it could
 * have changed, and nothing of what was seen is left to be done. It holds as of `checkedAt`, which is said beside it.
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

/** What may be said of several together: never better than the worst of them. */
export function worstOf(all: readonly Standing[]): Standing {
  return ORDER[all.reduce((most, one) => Math.max(most, ORDER.indexOf(one)), 0)] ?? 'unknown';
}
