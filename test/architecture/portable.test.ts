import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import { unportable } from './portable.ts';

test('tests run on Windows too: what only one system has is reached through one helper', () => {
  const paths = namesBelow(join(ROOT, 'test')).filter(name => /\.tsx?$/.test(name));
  const written = paths.map(name => ({ path: `test/${name}`, text: readFileSync(join(ROOT, 'test', name), 'utf8') }));
  expect(written.length).toBeGreaterThan(500);
  expect(unportable(written)).toEqual([]);
});

test.each([
  ["new URL('a', import.meta.url).pathname", 'test/a.ts takes a URL for a path; fileURLToPath knows drive letters'],
  ['readFileSync(`/proc/${pid}/stat`)', 'test/a.ts reads /proc; see test/setup/on-posix.ts'],
  ["execFileSync('ln', [a, b])", 'test/a.ts starts a program of POSIX; see test/setup/on-posix.ts'],
  [
    "readdirSync(a, { recursive: true, encoding: 'utf8' })",
    'test/a.ts lists paths with the separator of the system; namesBelow has `/`',
  ],
] as const)('%s is found in a test, and nowhere else', (text, breach) => {
  const written = ['main/a.ts', 'test/a.ts', 'test/bench/a.ts', 'test/setup/on-posix.ts'].map(path => ({ path, text }));
  expect(unportable(written)).toEqual([breach]);
});
