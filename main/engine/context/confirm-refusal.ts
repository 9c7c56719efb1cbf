import { isFault } from './mirror-context.ts';

/**
 * Asks for what tells whether bytes are lost, and that nobody asks for again. A single refusal may be a stray one, and no
 * word of the service at all: it is believed when it is said twice.
 * @throws what the second answer throws, and any fault but a refusal at once.
 */
export async function confirmRefusal<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isFault(error, 'not-allowed', 'refused')) throw error;
    return ask();
  }
}
