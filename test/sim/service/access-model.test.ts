import { expect, test } from 'vitest';

import { Story } from './access-story.ts';

const SEEDS = Array.from({ length: 12 }, (_, index) => 101 + index);
const STEPS = 150;

test.each(SEEDS)('roles, listings, access and drift are what a simple model says (seed %i)', seed => {
  const story = new Story(seed);
  for (let step = 1; step <= STEPS; step += 1) {
    story.step();
    if (step % 30 === 0) story.compare();
  }
  expect(story.refused).toBeGreaterThan(10);
  expect(story.done).toBeGreaterThan(40);
});
