import { setTimeout as sleep } from 'node:timers/promises';

import { SECOND } from '../../../shared/units.ts';
import type { Caller } from './caller.ts';

/** Longer than most steps between two safe points take; a kill is survived too, so nothing hangs on it. */
const CLOSE_WITHIN_MS = 5 * SECOND;

/** Closes when the process was asked to end: a large file that is on its way does not keep it. @throws as `close`. */
export async function closeInTime({ tell }: Pick<Caller, 'tell'>, close: () => Promise<void>): Promise<void> {
  const enough = new AbortController();
  const late = sleep(CLOSE_WITHIN_MS, 'late' as const, { signal: enough.signal }).catch(() => 'late' as const);
  const result = await Promise.race([late, close()]);
  enough.abort();
  if (result === 'late')
    tell('Benchtop did not come to rest in time and ends now. Nothing is lost; it goes on at the next start.');
}
