import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseCLI, startVitest, type Vitest } from 'vitest/node';

import { affectedBy, changedSinceMain, commitHere } from './affected.ts';
import { EVERYDAY_PERCENT } from './effort.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { testsOf, type Wanted, wantedOf } from './selection.ts';
import { paceOf, shareOf } from './share.ts';
import { allTestFiles, ROOT } from './test-files.ts';
import { keepUsualTimes, usualTimes } from './usual-times.ts';

/**
 * `npm test` (`everyday`) and `npm run proof` (`proof`): the files of the tier, or what the arguments name (they are vitest's
 * own), and as the very last line `N passed, N failed`. Ends with 1 when anything failed or nothing ran.
 *
 * `--changed`: only what the change since `main` can affect. `--seed N`: the seed of all random data, to repeat a failure.
 * `--rest` (proof): only what `npm test` leaves out. `--keep-times`: notes how long the files take. `--within N`: only what
 * fits in N seconds, other files with each commit; `--everyday-took N`, from an `npm test` just before, tells how quick the
 * computer is.
 */
process.chdir(ROOT);
// Every process that a test starts, simulations too, finds the sources compiled already.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../../out/compiled', import.meta.url));

const wanted = orSay(() => wantedOf(process.argv.slice(2)));
if (wanted.tier === 'everyday') process.env['BENCHTOP_RUNS'] ??= String(EVERYDAY_PERCENT);
if (wanted.seed !== null) process.env['BENCHTOP_SEED'] = wanted.seed;
const { filter, options } = parseCLI(['vitest', 'run', ...wanted.forVitest], { allowUnknownOptions: false });
const files = orSay(() => filesToRun(wanted, filter));
if (files !== null && files.length === 0) end({ passed: 0, failed: 0, skipped: 0 }, 'No file is to be run.');
else await run(files ?? filter);

/** What cannot be done as it was asked is said in one line. */
function orSay<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

/** Absolute paths; null when the arguments name what to run themselves, in any tier. */
function filesToRun(wish: Wanted, names: readonly string[]): readonly string[] | null {
  if (names.length > 0) return null;
  const tests = testsOf(wish, allTestFiles());
  const chosen = wish.changed ? affectedBy(changedSinceMain(), tests) : tests;
  const share = wish.within === null ? chosen : fitting(chosen, wish.within, wish);
  return share.map(path => join(ROOT, path));
}

/** What can be run in so many seconds; names what is left out. */
function fitting(paths: readonly string[], seconds: number, { tier, everydayTook }: Wanted): readonly string[] {
  const everyday = testsOf({ tier: 'everyday', rest: false }, allTestFiles());
  const pace = everydayTook === null ? 1 : paceOf(everyday, usualTimes('everyday'), everydayTook);
  const share = shareOf(paths, usualTimes(tier), { seconds, pace, draw: commitHere() });
  const leftOut = paths.filter(path => !share.includes(path));
  if (leftOut.length > 0)
    process.stdout.write(
      `Not run, since they do not fit in ${seconds} s: ${leftOut.length} of ${paths.length} files of tests, others with each commit: ${leftOut.join(', ')}\n`,
    );
  return share;
}

async function run(names: readonly string[]): Promise<void> {
  const { tier } = wanted;
  // With all draws, files take as long as in a proof, and one of them repeats what failed.
  const played = Number(process.env['BENCHTOP_RUNS'] ?? 100) >= 100 ? 'proof' : tier;
  const reporter = new ProgressReporter(played, usualTimes(played));
  const reporters = options.reporters ?? [reporter];
  // Where a person names what to run, what it tells besides is shown as well.
  const silent = options.silent ?? (files === null ? false : 'passed-only');
  const config = { ...options, silent, reporters, root: ROOT, config: 'test/vitest.config.ts', watch: false };
  const vitest = await startVitest('test', [...names], config);
  const counts = count(vitest);
  await vitest.close();
  if (wanted.keepTimes) keepUsualTimes(played, reporter.took);
  end(counts);
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

function count(vitest: Vitest): Counts {
  const tests = vitest.state.getTestModules().flatMap(file => [...file.children.allTests()]);
  const having = (state: string): number => tests.filter(test => test.result().state === state).length;
  // A file that cannot even be loaded, or a hook that fails, has no failed test to show for it.
  const groups = vitest.state.getTestModules().flatMap(file => [file, ...file.children.allSuites()]);
  const broken = groups.filter(group => group.errors().length > 0).length;
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

/** Nothing that could be affected by a change is well; nothing at all, where tests were asked for, is not. */
function end(counts: Counts, why = ''): void {
  const succeeded = counts.failed === 0 && (counts.passed > 0 || why !== '');
  // Ends the process even when a test left something open; written first, because `exit` does not wait for a pipe.
  // Starts with a line break: the output before may end in the middle of a line.
  process.stdout.write(`${why}\n${sentence(counts)}\n`, () => process.exit(succeeded ? 0 : 1));
}
