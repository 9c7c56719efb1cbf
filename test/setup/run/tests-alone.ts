import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { allTestFiles } from './test-files.ts';

/** What changes more than its own file can see: modules, globals, the clock, the environment, the engine. */
const CHANGES_ALL =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers)\(|\bsetFlagsFromString\(|\bprocess\.(?:chdir\(|env\[[^\]]*\] (?:\?\?)?= )/;
const NEIGHBOUR = /^(?:import|export|} from)\b.*'(\.\/[^']+|(?:\.\.\/)+renderer\/[\w.-]+)'/gm;

/**
 * The tests that need a process to themselves, as paths below `root`: those that change what all see, or have a file of
 * their folder, or a helper of the window's tests, do it. All others share one, file after file: most of what a small file costs is loading what the file
 * before it had loaded already.
 */
export function testsAlone(root: string): readonly string[] {
  return allTestFiles(root).filter(path => changesAll(join(root, path)));
}

function changesAll(path: string, isDone = new Set<string>()): boolean {
  if (isDone.has(path)) return false;
  isDone.add(path);
  const text = readFileSync(path, 'utf8');
  if (CHANGES_ALL.test(text)) return true;
  const neighbours = [...text.matchAll(NEIGHBOUR)].map(([, name]) => join(dirname(path), name ?? ''));
  return neighbours.some(each => existsSync(each) && changesAll(each, isDone));
}
