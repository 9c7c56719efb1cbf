import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { affectedBy, changedSinceMain } from './affected.ts';
import { NamedFiles } from './named-files.ts';
import { allTestFiles } from './test-files.ts';

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'benchtop-changed-'));
});

afterEach(() => rmSync(clone, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
const affected = (...changed: readonly string[]): readonly string[] =>
  affectedBy(changed, allTestFiles(clone), new NamedFiles(clone));

test('a change affects the tests that reach it by imports, workers and names of programs, and no others', () => {
  put('main/a.ts', "import { b } from './b.ts';\nimport type { C } from './c.ts';");
  put('main/b.ts', "new Worker(new URL('../main/thread.ts', import.meta.url));");
  put('main/c.ts', 'export type C = 1;');
  put('main/thread.ts', '');
  put('test/one.test.ts', "import { a } from '../main/a.ts';");
  put('test/two.test.ts', "startCommand({ args: ['test/tool.mjs'] });");
  put('test/three.test.ts', '// as in ../main/a.ts and not `../main/a.ts`');
  put('test/tool.mjs', "import './inner/more.mjs';");
  put('test/inner/more.mjs', '');
  expect(affected('main/thread.ts')).toEqual(['test/one.test.ts']);
  expect(affected('test/inner/more.mjs')).toEqual(['test/two.test.ts']);
  expect(affected('main/c.ts')).toEqual([]);
  expect(affected('test/three.test.ts')).toEqual(['test/three.test.ts']);
  expect(affected('package-lock.json')).toEqual(['test/one.test.ts', 'test/three.test.ts', 'test/two.test.ts']);
});

test('what changed since main is what was committed since, what is not committed, and what is new', () => {
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'ada@example.org');
  git('config', 'user.name', 'Ada');
  for (const path of ['old.ts', 'committed.ts', 'edited.ts']) put(path, path);
  git('add', '.');
  git('commit', '-qm', 'first');
  git('switch', '-qc', 'work');
  put('committed.ts', 'changed');
  git('commit', '-qam', 'second');
  put('edited.ts', 'changed');
  put('folder/a new one.ts', '');
  expect(changedSinceMain(clone).toSorted()).toEqual(['committed.ts', 'edited.ts', 'folder/a new one.ts']);
  git('switch', '-q', 'main', '--force');
  expect(changedSinceMain(clone)).toEqual(['folder/a new one.ts']);
});

test('outside of a clone that is said, and what to do', () => {
  expect(() => changedSinceMain(clone)).toThrow('--changed asks git what changed, and git knows nothing here.');
});

test('in this clone a change of the core reaches its own tests, the simulation and the programs that are started', () => {
  const found = affectedBy(['main/core/plan/content-decisions.ts'], allTestFiles());
  expect(found).toEqual(
    expect.arrayContaining([
      'test/main/core/plan/decide.test.ts',
      'test/sim/engine/scenarios.test.ts',
      'test/sim/series/worlds.test.ts',
      'test/end-to-end/two-computers.test.ts',
      'test/architecture.test.ts',
    ]),
  );
  expect(found).not.toContain('test/preview/json.test.ts');
  expect(affectedBy(['renderer/components/controls/button.tsx'], allTestFiles())).not.toContain(
    'test/sim/series/worlds.test.ts',
  );
});
