/**
 * Time, as the engine is allowed to see it. `Date.now` and `setTimeout` are banned elsewhere. What waits is reckoned with
 * the `SteadyClock` that is made of it.
 */
export interface Clock {
  /** Whole milliseconds since the Unix epoch, UTC. May jump in either direction. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back, counts through sleep where the system does (not on Linux). */
  elapsed(): number;
  /** Minutes that local time is east of UTC at a moment (ms since the epoch). */
  minutesEast(epochMs: number): number;
  /** Resolves after `ms` milliseconds. @throws the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
