import { expect, test } from 'vitest';

import { perTier } from '../../setup/run/effort.ts';
import { simulate } from './simulate.ts';

const SEEDS = perTier({ everyday: 15, proof: 60 });

test(`${SEEDS} seeds in which people also free space lose nothing, remove nothing and come to rest`, async () => {
  let freed = 0;
  for (let seed = 1; seed <= SEEDS; seed++)
    await simulate({ seed, frees: true, isPlain: true, story: line => void (freed += / frees /.test(line) ? 1 : 0) });
  expect(freed).toBeGreaterThan(SEEDS / 3);
});
