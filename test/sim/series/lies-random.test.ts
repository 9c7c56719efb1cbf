import { expect, test } from 'vitest';

import { perTier } from '../../setup/run/effort.ts';
import { simulate } from './simulate.ts';

const SEEDS = perTier({ everyday: 15, proof: 60 });

test(`${SEEDS} seeds in which the service mixes up its answers to uploads lose nothing and come to rest`, async () => {
  let lies = 0;
  for (let seed = 1; seed <= SEEDS; seed++)
    await simulate({
      seed,
      lies: true,
      story: line => void (lies += line.endsWith(' answered with something else') ? 1 : 0),
    });
  expect(lies).toBeGreaterThan(SEEDS / 3);
});
