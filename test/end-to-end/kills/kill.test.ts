import { expect, test } from 'vitest';

import { freshSeed, perTier } from '../../setup/run/effort.ts';
import { playKills } from './kill-story.ts';

// The power goes while files travel both ways. What counts is only what is there afterwards. A few kills with every
// test; `node test/end-to-end/kills/kills.ts` plays as many as one likes.

const KILLS = perTier({ everyday: 1, proof: 6 });
const FIRST = 50;
const BETWEEN = 5;
/** On each side. */
const FILES = 2 * (FIRST + KILLS * BETWEEN);

const seed = freshSeed();

test(`${FILES} files and ${KILLS} kills at random moments: nothing is lost, nothing is there twice (seed ${seed}) [S36]`, async () => {
  const result = await playKills({ kills: KILLS, seed, firstFiles: FIRST, filesBetween: BETWEEN });

  const { answer, expected, here, there, doubled, staged } = result;
  expect(answer).toMatchObject({ code: 0, blocked: [], conflicted: [] });
  expect(expected.size).toBe(FILES);
  expect(here).toEqual(expected);
  expect(there).toEqual(expected);
  expect(doubled).toEqual([]);
  expect(staged).toEqual([]);
  expect(result.killed, 'kills that met a running sync').toBeGreaterThanOrEqual(KILLS / 3);
}, 300_000);
