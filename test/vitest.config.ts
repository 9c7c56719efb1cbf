import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { LongestFirst } from './setup/longest-first.ts';

/** Suites over real processes, browsers and long simulations: after the fast ones, which say sooner what is broken. */
const SLOW = ['end-to-end', 'sim', 'crash', 'histories', 'scale', 'gallery'].map(
  folder => `test/${folder}/**/*.test.ts`,
);
const MINUTE = 60_000;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    watch: false,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    // What is polled for mostly waits for a process to start; one second is too short for that on a busy machine.
    expect: { poll: { timeout: MINUTE / 2 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [...SLOW, 'test/service/sample/**'],
          testTimeout: MINUTE / 2,
          hookTimeout: MINUTE / 2,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: SLOW,
          testTimeout: 2 * MINUTE,
          hookTimeout: MINUTE,
          // One more than two processors: processes and browsers wait for each other most of the time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
