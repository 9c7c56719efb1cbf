import { playHistory } from '../../histories/history.ts';
import { Town } from '../../histories/lab.ts';
import type { Player } from '../kind.ts';

const PEOPLE = ['ada', 'ben', 'cai'];

/** One set of processes serves many histories; what a failed one left is kept, and the next one gets its own. */
export function histories(): Player {
  let town: Town | null = null;
  return {
    async play(seed) {
      if (town?.isKept === true) town = null;
      town ??= await Town.open(PEOPLE);
      await playHistory(town, seed);
    },
    async close() {
      await town?.close();
    },
  };
}
