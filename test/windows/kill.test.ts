import { describe, expect, test } from 'vitest';

import { playKills } from '../end-to-end/kills/kill-story.ts';
import { freshSeed } from '../setup/run/effort.ts';
import { HAS_WINDOWS, openMixedLab } from './mixed-lab.ts';

// As `test/end-to-end/kills/kill.test.ts`, on Windows: how files are replaced, and how locks end, is another there.

const KILLS = 3;
const FIRST = 20;
const BETWEEN = 4;
/** On each side. */
const FILES = 2 * (FIRST + KILLS * BETWEEN);

describe.runIf(HAS_WINDOWS)('a computer with Windows that loses its power', () => {
  const seed = freshSeed();

  test(`${FILES} files and ${KILLS} kills at random moments: nothing is lost, nothing is there twice (seed ${seed})`, async () => {
    const plan = { kills: KILLS, seed, firstFiles: FIRST, filesBetween: BETWEEN };
    const place = async () => {
      const { lab, windows, close } = await openMixedLab();
      return { lab, computer: windows, close };
    };
    const result = await playKills(plan, () => undefined, place);

    const { answer, expected, here, there, doubled, staged } = result;
    expect(answer).toMatchObject({ code: 0, blocked: [], conflicted: [] });
    expect(expected.size).toBe(FILES);
    expect(here).toEqual(expected);
    expect(there).toEqual(expected);
    expect(doubled).toEqual([]);
    expect(staged).toEqual([]);
    expect(result.killed, 'kills that met a running sync').toBeGreaterThanOrEqual(1);
  });
});
