import { playLooks } from '../../sim/series/play-partial-scans.ts';
import type { Player } from '../kind.ts';

export function looks(): Player {
  return {
    async play(seed, tell) {
      const playing = { seed, hasTroubles: seed % 2 === 1, computers: 1 + (seed % 3) };
      tell(JSON.stringify(playing));
      await playLooks(playing);
    },
  };
}
