import { expect, test } from 'vitest';

import { playKills } from './kill-story.ts';

// The power goes while files travel both ways. What counts is only what is there afterwards.

const KILLS = 20;

const seed = Number(process.env['BENCHTOP_SEED'] ?? Date.now() % 1_000_000);

test(`300 files and ${KILLS} kills at random moments: nothing is lost, nothing is there twice (seed ${seed})`, async () => {
  const result = await playKills({ kills: KILLS, seed, firstFiles: 50, filesBetween: 5 });

  const { answer, expected, here, there, doubled, staged } = result;
  expect(answer).toMatchObject({ code: 0, blocked: [], conflicted: [] });
  expect(expected.size).toBe(300);
  expect(here).toEqual(expected);
  expect(there).toEqual(expected);
  expect(doubled).toEqual([]);
  expect(staged).toEqual([]);
  expect(result.killed, 'kills that met a running sync').toBeGreaterThanOrEqual(KILLS / 2);
}, 300_000);
