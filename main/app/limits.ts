import type { Handlers } from '../../shared/contract/contract.ts';
import { readLimits, writeLimits } from '../engine/limits.ts';
import type { AppParts } from './parts.ts';

/** How fast bytes may travel. */
export function limitsHandlers({ journal, changed }: AppParts): Pick<Handlers, 'limits.get' | 'limits.set'> {
  return {
    'limits.get': () => Promise.resolve(readLimits(journal.facts)),
    'limits.set': input => {
      writeLimits(journal.facts, input);
      changed();
      return Promise.resolve(null);
    },
  };
}
