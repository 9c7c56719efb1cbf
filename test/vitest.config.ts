import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import { testsAlone } from './setup/run/tests-alone.ts';
import { LongestFirst } from './setup/run/longest-first.ts';
import { slashed } from './setup/run/test-files.ts';

/** Suites over real processes, browsers and long simulations: after the fast ones, which say sooner what is broken. */
const SLOW = ['end-to-end', 'electron', 'sim', 'crash', 'histories', 'scale', 'gallery', 'packaging/headless'].map(
  folder => `test/${folder}/**/*.test.ts`,
);
/** Where nothing is tested that only Vite understands: markup and styles. */
const PLAIN = ['features', 'instruments', 'main', 'policy', 'ports', 'server', 'service', 'shared'].map(
  folder => `test/${folder}/**/*.test.ts`,
);
/** What is about the window has markup and styles; the generated sources import folders. */
const NOT_PLAIN = [
  'test/features/**/*-window.test.ts',
  'test/service/openapi/generated-client.test.ts',
  'test/service/sample/**',
];
/** A Windows under Wine starts its programs slowly. */
const WINDOWS = 'test/windows/**/*.test.ts';
const MINUTE = 60_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const alone = testsAlone(root);
const plain = globSync(PLAIN, { cwd: root, exclude: [...NOT_PLAIN, ...alone] }).map(slashed);
const isSlow = (path: string): boolean => SLOW.some(pattern => path.startsWith(pattern.slice(0, pattern.indexOf('*'))));

type Wishes = NonNullable<TestProjectInlineConfiguration['test']>;

/** One more than two processors: processes and browsers wait for each other much of the time. */
const WORKERS = 3;
const FAST: Wishes = { testTimeout: MINUTE / 2, hookTimeout: MINUTE / 2, maxWorkers: WORKERS };
// Node reads these sources by itself, which makes simulations a third quicker than the modules of Vite do.
const BY_NODE: Wishes = { experimental: { viteModuleRunner: false } };
// One of them waits for the long simulations, which take what the others leave of the processors.
const PATIENT: Wishes = { testTimeout: 2 * MINUTE, hookTimeout: MINUTE, maxWorkers: WORKERS + 1, ...BY_NODE };
const VERY_PATIENT: Wishes = { testTimeout: 5 * MINUTE, hookTimeout: 5 * MINUTE };

function project(groupOrder: number, test: Wishes): TestProjectInlineConfiguration {
  return { extends: true, test: { ...test, sequence: { groupOrder } } };
}

export default defineConfig({
  root,
  test: {
    watch: false,
    passWithNoTests: false,
    isolate: false,
    setupFiles: [fileURLToPath(new URL('setup/leave-as-found.ts', import.meta.url))],
    sequence: { sequencer: LongestFirst },
    // What is polled for mostly waits for a process to start; one second is too short for that on a busy machine.
    expect: { poll: { timeout: MINUTE / 2 } },
    projects: [
      project(0, {
        ...FAST,
        name: 'fast',
        include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
        exclude: [...SLOW, WINDOWS, ...alone, ...plain, 'test/service/sample/**'],
      }),
      project(0, { ...FAST, ...BY_NODE, name: 'fast-plain', include: plain }),
      project(0, { ...FAST, name: 'fast-alone', isolate: true, include: alone.filter(path => !isSlow(path)) }),
      project(1, { ...PATIENT, name: 'slow', include: SLOW, exclude: [...alone] }),
      project(1, { ...PATIENT, name: 'slow-alone', isolate: true, include: alone.filter(isSlow) }),
      project(2, { ...FAST, ...BY_NODE, ...VERY_PATIENT, name: 'windows', include: [WINDOWS] }),
    ],
  },
});
