import { expect, test } from 'vitest';

import { packagePlace } from './build/addresses.ts';
import { runtimeFor } from './build/runtime.ts';
import { thisTarget } from './build/targets.ts';
import { breachesOfList, expectedFiles, leaksIn } from './check/file-list.ts';

const WHOLE = [
  'LICENSE',
  'LICENCES.txt',
  'package.json',
  'cli.js',
  'daemon.js',
  'thread-main.js',
  'watch-thread-main.js',
  'reading-thread-entry.js',
  'undici-DHlWInak.js',
  'desktop.js',
  'desktop-engine.js',
  'preload.cjs',
  'renderer/index.html',
  'renderer/assets/index-B0kc2S_a.js',
  'assets/tray/paused-dark@2x.png',
  'native/win32-x64/better-sqlite3.node',
  'native/win32-x64/fs-native-extensions.node',
  'native/win32-x64/keytar.node',
  'native/win32-x64/koffi.node',
];

function breaches(files: readonly string[]): string[] {
  return breachesOfList({ name: 'app', files }, expectedFiles('win32-x64').archive);
}

test('S67: what belongs into a package is let in', () => {
  expect(breaches(WHOLE)).toEqual([]);
});

test.each([
  ['main/core/plan/content-decisions.ts', 'a source'],
  ['cli.js.map', 'a source map'],
  ['test/setup.js', 'a test'],
  ['decide.test.js', 'a test'],
  ['native/linux-x64/keytar.node', 'a binary of another system'],
  ['node_modules/zod/index.js', 'a package'],
  ['.env', 'a secret'],
  ['renderer/cert.pem', 'a secret'],
])('S67: %s is refused as %s', (file, reason) => {
  expect(breaches([...WHOLE, file])).toEqual([`app: ${file} does not belong there (${reason})`]);
});

test('S67: what is missing is named', () => {
  const without = WHOLE.filter(file => file !== 'preload.cjs');
  expect(breaches(without)).toEqual(['app: nothing is like ^preload\\.cjs$']);
});

test.each([
  ['-----BEGIN PRIVATE KEY-----', ['a private key']],
  [`key = "svc_live_${'a1'.repeat(12)}"`, ['a key of the service']],
  ['the keys begin with svc_live_', []],
  [`ghp_${'x'.repeat(36)}`, ['a token of a code host']],
  ['//# sourceMappingURL=cli.js.map', ['the address of a source map']],
  ['import("/home/ada/benchtop/main/cli.ts")', ['the place /home/ada/benchtop']],
  ['/home/ada/benchtop-notes', []],
])('S67: in %j is found %j', (text, expected) => {
  const found = leaksIn('cli.js', text, ['/home/ada/benchtop']);
  expect(found).toEqual(expected.map(what => `cli.js contains ${what}`));
});

test('an address that the package has no place for ends the build', () => {
  expect(packagePlace('out/renderer', [])).toBe('renderer');
  expect(packagePlace('main/cli.ts', ['main/cli.ts'])).toBe('cli.js');
  expect(packagePlace('main/shell/window/preload.ts', ['main/shell/window/preload.ts'])).toBe('preload.cjs');
  expect(() => packagePlace('main/other.ts', ['main/cli.ts'])).toThrow('main/other.ts is found by its address');
});

test('S62: a package whose Node is not here cannot be built here', () => {
  const another = thisTarget() === 'win32-x64' ? 'linux-x64' : 'win32-x64';
  expect(() => runtimeFor('/nowhere', another)).toThrow('Build its package on a computer of that kind');
});
