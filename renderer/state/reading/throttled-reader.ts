import { SECOND } from '../../../shared/units.ts';

/** Between two readings of what changes all the time, in milliseconds. */
const REST_MS = SECOND;

/**
 * A reading that may be asked for at any time: one runs at a time, and a request during it leads to one more after `restMs`.
 * However often something changes, the last reading sees the last change.
 */
export function throttledReader(read: () => Promise<void>, restMs = REST_MS): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isDue = false;
  const begin = async (): Promise<void> => {
    await read();
    if (!isDue) return void (running = null);
    isDue = false;
    if (restMs > 0) await new Promise(resolve => setTimeout(resolve, restMs));
    await begin();
  };
  return () => {
    if (running === null) running = begin();
    else isDue = true;
    return running;
  };
}
