import { problemsOf } from '../../end-to-end/kills/chat-kill-judge.ts';
import { playChatKills } from '../../end-to-end/kills/chat-kill-story.ts';
import type { Player } from '../kind.ts';

const KILLS = 5;

export function chatKills(): Player {
  return {
    async play(seed, tell) {
      const result = await playChatKills({ kills: KILLS, seed, waits: true });
      tell(`${result.met} of ${KILLS} kills met a daemon at work, ${result.written.length} messages`);
      const problems = problemsOf(result);
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  };
}
