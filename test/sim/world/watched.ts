import type { Scheduler } from '../fakes/scheduler.ts';

/** What became of a promise, to be asked without waiting. */
export interface Watched<T> {
  outcome: { readonly value: T } | { readonly error: unknown } | null;
}

/** Watches a promise. */
export function watch<T>(promise: Promise<T>): Watched<T> {
  const watched: Watched<T> = { outcome: null };
  promise.then(
    value => (watched.outcome = { value }),
    (error: unknown) => (watched.outcome = { error }),
  );
  return watched;
}

/** Lets the world go on until a promise is settled. */
export async function driven<T>(scheduler: Scheduler, promise: Promise<T>, mostSteps: number): Promise<T> {
  const watched = watch(promise);
  const end = await scheduler.run(() => watched.outcome !== null, mostSteps);
  if (watched.outcome === null) throw new Error(`the world stands still (${end}): ${scheduler.waiting().join(', ')}`);
  if ('error' in watched.outcome) throw watched.outcome.error;
  return watched.outcome.value;
}
