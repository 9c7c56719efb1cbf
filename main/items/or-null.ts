import { FaultError } from '../../shared/fault.ts';
import { isFault } from '../engine/context/mirror-context.ts';

/** Null where the service does not let us see it; the rest is shown. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FaultError && isFault(error, 'not-allowed', 'scope', 'refused', 'gone')) return null;
    throw error;
  }
}
