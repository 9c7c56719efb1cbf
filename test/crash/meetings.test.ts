import { expect, test } from 'vitest';

import { perTier } from '../setup/run/effort.ts';
import { ASKED } from './asked-stories.ts';
import { Meetings } from './meetings.ts';
import { STORIES } from './stories.ts';

/** More of them: `node test/crash/run.ts --meetings 20000 --seed 1001`. */
const SEEDS = perTier({ everyday: 30, proof: 100 });

test(`deaths, deeds, lost answers and mishaps that meet lose nothing, whatever is drawn (${SEEDS} meetings)`, async () => {
  const meetings = new Meetings([...Object.values(STORIES).flat(), ...ASKED]);
  const failures: string[] = [];
  let deaths = 0;
  let mishaps = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { script } = await meetings.draw(seed);
    deaths += script.dies?.length ?? 0;
    mishaps += script.mishap === null ? 0 : 1;
    const failure = await meetings.play(seed);
    if (failure !== null) failures.push(failure);
  }
  expect(failures).toEqual([]);
  expect(Math.min(deaths, mishaps)).toBeGreaterThan(SEEDS / 4);
}, 120_000);
