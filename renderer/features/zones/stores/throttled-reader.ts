import { SECOND } from '../../../../shared/units.ts';

/** Between two readings of what changes all the time, in milliseconds. */
const REST_MS = SECOND;

/**
 * Reads again and again, as often as it is asked to, but one at a time and with a rest in between: however often something
 * changes, what is read last is what is so.
 */
export function reader(read: () => Promise<void>): () => Promise<void> {
  let under: Promise<void> | null = null;
  let isDue = false;
  const begin = async (): Promise<void> => {
    await read();
    if (!isDue) return void (under = null);
    isDue = false;
    await new Promise(resolve => setTimeout(resolve, REST_MS));
    await begin();
  };
  return () => {
    if (under === null) under = begin();
    else isDue = true;
    return under;
  };
}
