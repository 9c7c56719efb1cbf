import { ASKED } from '../../crash/asked-stories.ts';
import { Meetings } from '../../crash/meetings.ts';
import { STORIES } from '../../crash/stories.ts';
import type { Player } from '../kind.ts';

export function meetings(): Player {
  const drawn = new Meetings([...Object.values(STORIES).flat(), ...ASKED]);
  return {
    async play(seed) {
      const failure = await drawn.play(seed);
      if (failure !== null) throw new Error(failure);
    },
  };
}
