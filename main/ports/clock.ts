/** Time, as the engine is allowed to see it. `Date.now` and `setTimeout` are banned elsewhere. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. May jump in either direction. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back, counts through sleep where the system does. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds. @throws the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
