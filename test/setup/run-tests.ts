import { fileURLToPath } from 'node:url';

import { parseCLI, startVitest, type Vitest } from 'vitest/node';

/**
 * `npm test`: all suites, or what the arguments name (they are vitest's own), and as the very last line
 * `N passed, N failed`. Ends with 1 when anything failed or nothing ran.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
// Whatever a test starts, simulations too, finds the sources compiled already.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../out/compiled', import.meta.url));

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

function count(vitest: Vitest): Counts {
  const tests = vitest.state.getTestModules().flatMap(file => [...file.children.allTests()]);
  const having = (state: string): number => tests.filter(test => test.result().state === state).length;
  // A file that cannot even be loaded, or a hook that fails, has no failed test to show for it.
  const broken = vitest.state.getTestModules().filter(file => file.errors().length > 0).length;
  const unawaited = vitest.state.getUnhandledErrors().length;
  return {
    passed: having('passed'),
    failed: having('failed') + having('pending') + broken + unawaited,
    skipped: having('skipped'),
  };
}

function sentence({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)], { allowUnknownOptions: false });
const vitest = await startVitest('test', filter, { ...options, root, config: 'test/vitest.config.ts', watch: false });
const counts = count(vitest);
await vitest.close();
const succeeded = counts.failed === 0 && counts.passed > 0;
// Ends the process even when a test left something open; written first, because `exit` does not wait for a pipe.
// On a line of its own, whatever was printed before.
process.stdout.write(`\n${sentence(counts)}\n`, () => process.exit(succeeded ? 0 : 1));
