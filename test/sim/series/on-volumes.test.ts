import { expect, test } from 'vitest';

import { perTier } from '../../setup/run/effort.ts';
import { simulate } from './simulate.ts';

const SEEDS = perTier({ everyday: 15, proof: 60 });

test(`${SEEDS} seeds on volumes that take names for one another or refuse some lose nothing and come to rest [R11] [R12]`, async () => {
  let unusual = 0;
  const count = (line: string): number => (/[﹖꞉ＣＡａｃ]|PLATE|RUN/u.test(line) ? 1 : 0);
  for (let seed = 7100; seed < 7100 + SEEDS; seed++)
    await simulate({ seed, volumes: true, story: line => void (unusual += count(line)) });
  expect(unusual).toBeGreaterThan(SEEDS / 3);
});
