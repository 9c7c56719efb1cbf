import { simulate } from '../../sim/series/simulate.ts';
import type { Player } from '../kind.ts';

/** What of a world its seed decides beside all else, so that one number repeats it: one seed in six each. */
const WORLDS = [
  {},
  { isHarsh: true },
  {},
  { frees: true },
  { isPlain: true },
  { lies: true },
  { volumes: true },
] as const;

export function worlds(): Player {
  return {
    async play(seed, tell) {
      const options = WORLDS[seed % WORLDS.length] ?? {};
      tell(`a world with ${JSON.stringify(options)}`);
      await simulate({ seed, ...options, story: tell });
    },
  };
}
