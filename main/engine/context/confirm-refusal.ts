import { isFault } from './mirror-context.ts';

/**
 * Asks a question whose answer decides whether bytes are lost, and that is not asked again later. A single refusal may
 * come from a proxy and not from the service: it is believed when it comes twice.
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
