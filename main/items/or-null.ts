import type { FaultError } from '../../shared/fault.ts';
import { isFault } from '../engine/context/mirror-context.ts';

/** Null where the service does not let us see it, or fails with one of `also`; the rest is shown. */
export async function orNull<T>(
  answer: Promise<T>,
  ...also: readonly FaultError['fault']['kind'][]
): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'refused', 'gone', ...also)) return null;
    throw error;
  }
}
