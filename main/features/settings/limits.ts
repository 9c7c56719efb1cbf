import type { Handlers } from '../../../shared/contract.ts';
import { readLimits, writeLimits } from '../../engine/context/bandwidth-limits.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Bandwidth limits. */
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
