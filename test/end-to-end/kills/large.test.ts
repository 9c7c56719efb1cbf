import { expect, test } from 'vitest';

import { freshSeed } from '../../setup/run/effort.ts';
import { playLarge } from './large-story.ts';

// Large files over lines that break, with a program that is killed. A few rounds with every test;
// `node test/end-to-end/kills/large.ts` plays as many as one likes.

const ROUNDS = 3;

const seed = freshSeed();

test(`large files arrive whole on both sides over broken lines and after kills (seed ${seed}) [T8, T11]`, async () => {
  const story: string[] = [];
  const { answer, expected, here, there, staged, mistakes } = await playLarge({ rounds: ROUNDS, seed }, round => {
    story.push(round);
  });
  const wanted = { here: expected, there: expected, staged: [], mistakes: [], story };
  expect({ here, there, staged, mistakes, story }).toEqual(wanted);
  expect(answer).toMatchObject({ code: 0, blocked: [], conflicted: [] });
}, 300_000);
