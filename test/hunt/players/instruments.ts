import { playStory } from '../../instruments/story.ts';
import type { Player } from '../kind.ts';

const RUNS = 20;
/** One story in so many has a run of 5,000 files, which takes as long as all the others together. */
const STORIES_PER_LARGE_RUN = 10;

export function instruments(): Player {
  return {
    async play(seed, tell) {
      const hasThousands = seed % STORIES_PER_LARGE_RUN === 0;
      const { wrong, ...counts } = await playStory({ seed, runs: RUNS, hasThousands });
      tell(JSON.stringify(counts));
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
  };
}
