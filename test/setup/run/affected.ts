import { execFileSync } from 'node:child_process';

import { NamedFiles } from './named-files.ts';
import { ROOT, slashed } from './test-files.ts';
import { isIn } from './tiers.ts';

/** With these, anything may be otherwise. */
const EVERYTHING = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'test/tsconfig.json',
  'test/vitest.config.ts',
];
/** The branch that a change is measured from. */
const BRANCHES = ['origin/main', 'main'];

/** The test files that may see a change of these files; paths below the root. */
export function affectedBy(
  changed: readonly string[],
  tests: readonly string[],
  named: NamedFiles = new NamedFiles(),
): readonly string[] {
  if (changed.some(path => EVERYTHING.includes(path))) return tests;
  return tests.filter(test => {
    const reached = [...named.reachedFrom(test)];
    return changed.some(path => reached.some(place => isIn(path, place)));
  });
}

/**
 * What differs from the branch `main`: commits since the two parted, and what is not committed, new files included. On
 * `main` itself, what was not sent to its origin yet. @throws Error when git is not there or this is no clone.
 */
export function changedSinceMain(root: string = ROOT): readonly string[] {
  const git = gitIn(root);
  if (tolerant(() => git('rev-parse', 'HEAD')) === null)
    throw new Error('--changed asks git what changed, and git knows nothing here. Leave it out to run all tests.');
  const base = BRANCHES.map(branch => tolerant(() => git('merge-base', 'HEAD', branch))).find(found => found !== null);
  const committed = git('diff', '--name-only', '-z', '--no-renames', (base ?? 'HEAD').trim());
  const fresh = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set(`${committed}${fresh}`.split('\0'))].filter(path => path !== '').map(slashed);
}

/** The id of the commit that is checked out; empty where git knows none. */
export function commitHere(root: string = ROOT): string {
  return tolerant(() => gitIn(root)('rev-parse', 'HEAD'))?.trim() ?? '';
}

function gitIn(root: string): (...args: readonly string[]) => string {
  return (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function tolerant(ask: () => string): string | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
