import { playLarge } from '../../end-to-end/kills/large-story.ts';
import { problemsOfLarge } from '../../end-to-end/kills/large-judge.ts';
import type { Player } from '../kind.ts';

const ROUNDS = 4;

export function largeFiles(): Player {
  return {
    async play(seed, tell) {
      const problems = problemsOfLarge(await playLarge({ rounds: ROUNDS, seed }, tell));
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  };
}
