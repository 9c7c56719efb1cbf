import { expect, test } from 'vitest';

import { freshSeed } from '../../setup/run/effort.ts';
import { problemsOf } from './chat-kill-judge.ts';
import { playChatKills } from './chat-kill-story.ts';

// The daemon dies while messages with files are written and sent. A few kills with every test;
// `node test/end-to-end/kills/chat-kills.ts` plays as many as one likes, and waits until all of them have arrived.

const KILLS = 2;
const seed = freshSeed();

test(`${KILLS} kills at random moments: each message arrives once or visibly waits, with its files (seed ${seed})`, async () => {
  const result = await playChatKills({ kills: KILLS, seed, waits: false });
  expect(problemsOf(result)).toEqual([]);
  expect(result.written.length).toBeGreaterThan(0);
}, 120_000);
