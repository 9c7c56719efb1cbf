import { expect, test } from 'vitest';

import { playKills } from './kill-story.ts';

// The power goes while files travel both ways. What counts is only what is there afterwards.

const KILLS = 20;

const seed = Number(process.env['BENCHTOP_SEED'] ?? Date.now() % 1_000_000);

test(`300 files and ${KILLS} kills at random moments: nothing is lost, nothing is there twice (seed ${seed})`, async () => {
  const result = await playKills({ kills: KILLS, seed, firstFiles: 50, filesBetween: 5 });

  const { answer, expected, here, there, doubled, staged } = result;
  expect(answer).toMatchObject({ code: 0, blocked: [], conflicted: [] });
  expect({ files: expected.size, killedOften: result.killed >= KILLS / 2 }).toEqual({ files: 300, killedOften: true });
  expect(here).toEqual(expected);
  expect(there).toEqual(expected);
  expect(doubled).toEqual([]);
  expect(staged).toEqual([]);
}, 300_000);
