import { globSync, readFileSync } from 'node:fs';

/** What changes more than its own file can see: modules, globals, the clock, the environment, the engine. */
const CHANGES_ALL =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers)\(|\bsetFlagsFromString\(|\bprocess\.(?:chdir\(|env\[[^\]]*\] (?:\?\?)?= )/;

/**
 * The tests that need a process to themselves, as paths below `root`. All others share one, file after file: most of what
 * a small file costs is loading what the file before it had loaded already.
 */
export function testsAlone(root: string): readonly string[] {
  return globSync('test/**/*.test.{ts,tsx}', { cwd: root }).filter(path =>
    CHANGES_ALL.test(readFileSync(`${root}/${path}`, 'utf8')),
  );
}
