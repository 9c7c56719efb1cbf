import type { Fault } from '../../shared/fault.ts';

/** What was asked when something went wrong, such as `versions.save`, and when that was, ISO 8601 UTC. */
export interface FaultOrigin {
  readonly operation: string;
  readonly time: string;
}

/** Each fault is an object of its own, and goes on being that wherever it is shown. */
const origins = new WeakMap<Fault, FaultOrigin>();

/** Remembers where a fault came from, as long as anything shows it. */
export function noteOrigin(fault: Fault, operation: string): void {
  if (!origins.has(fault)) origins.set(fault, { operation, time: new Date().toISOString() });
}

/** The call it came from; null when none was noted. */
export function originOf(fault: Fault): FaultOrigin | null {
  return origins.get(fault) ?? null;
}
