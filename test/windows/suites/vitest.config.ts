import { globSync } from 'node:fs';

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import { testsAlone } from '../../setup/run/tests-alone.ts';
import { ROOT, slashed } from '../../setup/run/test-files.ts';
import { SENTENCES_UNDER_WINE } from '../not-under-wine.ts';

// The suites that run in Node for Windows under Wine, like those of `test/vitest.config.ts` on the system itself.

const MINUTE = 60_000;
const files = globSync(['test/main/{core,journal}/**/*.test.ts', 'test/ports/**/*.test.ts'], { cwd: ROOT }).map(
  slashed,
);
const alone = new Set(testsAlone(ROOT));

function project(name: string, isolate: boolean, include: readonly string[]): TestProjectInlineConfiguration {
  return { extends: true, test: { name, isolate, include: [...include] } };
}

export default defineConfig({
  root: ROOT,
  test: {
    watch: false,
    testNamePattern: SENTENCES_UNDER_WINE,
    testTimeout: 2 * MINUTE,
    hookTimeout: 2 * MINUTE,
    maxWorkers: 2,
    experimental: { viteModuleRunner: false },
    expect: { poll: { timeout: MINUTE / 2 } },
    projects: [
      project(
        'together',
        false,
        files.filter(file => !alone.has(file)),
      ),
      project(
        'alone',
        true,
        files.filter(file => alone.has(file)),
      ),
    ],
  },
});
