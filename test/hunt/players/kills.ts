import { playKills } from '../../end-to-end/kills/kill-story.ts';
import { problemsOfKills } from '../../end-to-end/kills/kill-judge.ts';
import type { Player } from '../kind.ts';

const KILLS = 10;

export function kills(): Player {
  return {
    async play(seed, tell) {
      const result = await playKills({ kills: KILLS, seed, firstFiles: 50, filesBetween: 5 });
      tell(`${result.killed} of ${KILLS} kills met a running sync, ${result.expected.size} files`);
      const problems = problemsOfKills(result);
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  };
}
