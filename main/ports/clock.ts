/**
 * The only source of time: `Date.now` and `setTimeout` are banned elsewhere, so that a simulation can control it.
 * Waiting is based on the `SteadyClock` made from it.
 */
export interface Clock {
  /** Whole milliseconds since the Unix epoch, UTC. May jump in either direction. */
  now(): number;
  /** Milliseconds since a fixed moment. Never goes back; includes sleep where the system counts it (not on Linux). */
  elapsed(): number;
  /** The offset of local time from UTC at a moment (ms since the epoch), in minutes. */
  minutesEast(epochMs: number): number;
  /** Resolves after `ms` milliseconds. @throws the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
