import type { InParts } from '../../core/in-parts.ts';
import type { Clock } from '../../ports/clock.ts';

/** Parts of a long computation are done in turns of the event loop of about this long, in milliseconds. */
export const TURN_MS = 8;

/**
 * Does a long computation in turns of the event loop, so that requests are answered between them.
 * RACE: the journal may change between two turns. What is computed must not read it, or the caller must check.
 */
export async function inTurns<T>(clock: Clock, parts: InParts<T>): Promise<T> {
  const endTurn = turnsOf(clock);
  for (;;) {
    const next = parts.next();
    if (next.done === true) return next.value;
    await endTurn();
  }
}

/** Ends a turn of the event loop when it was long enough; to be called at the borders between parts of the work. */
export function turnsOf(clock: Clock): () => Promise<void> {
  let began = clock.elapsed();
  return async () => {
    if (clock.elapsed() - began < TURN_MS) return;
    await clock.sleep(0);
    began = clock.elapsed();
  };
}
