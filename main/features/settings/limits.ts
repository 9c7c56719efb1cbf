import type { Handlers } from '../../../shared/contract.ts';
import { readLimits, writeLimits } from '../../engine/limits/bandwidth-limits.ts';
import type { AppContext } from '../../items/app-context.ts';

/** How fast bytes may travel. */
export function limitsHandlers({ journal, changed }: AppContext): Pick<Handlers, 'limits.get' | 'limits.set'> {
  return {
    'limits.get': () => Promise.resolve(readLimits(journal.facts)),
    'limits.set': input => {
      writeLimits(journal.facts, input);
      changed();
      return Promise.resolve(null);
    },
  };
}
