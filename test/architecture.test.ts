import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { callersOfFiles, MAY_CALL } from './architecture/hanging.ts';
import { ROOT_NAMES } from './architecture/layers.ts';
import {
  breachesOfStyle,
  forbiddenImports,
  impurities,
  mutualFolders,
  outsideWorld,
  packagesOfWindow,
} from './architecture/rules.ts';
import { readSource, type Source, pretend } from './architecture/source.ts';
import { note } from './setup/note.ts';
import { namesBelow } from './setup/run/test-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['main', 'renderer', 'shared', 'test'].flatMap(sourcesBelow);

function sourcesBelow(folder: string): Source[] {
  const names = namesBelow(join(root, folder)).map(name => `${folder}/${name}`);
  const wanted = names.filter(name => /\.tsx?$/.test(name) && !name.startsWith('test/service/sample/'));
  return wanted.toSorted().map(path => readSource(path, readFileSync(join(root, path), 'utf8')));
}

test('every file imports only what its layer may', () => expect(forbiddenImports(sources)).toEqual([]));

test('no two folders import each other', () => expect(mutualFolders(sources)).toEqual([]));

test('files and functions stay short, nothing is any, names say something', () =>
  expect(breachesOfStyle(sources)).toEqual([]));

test('the clock, chance, the process and the network come in through the ports only', () =>
  expect(outsideWorld(sources)).toEqual([]));

test('the core waits for nothing and the ports are only types', () => expect(impurities(sources)).toEqual([]));

test('the engine calls on files itself only where nothing that hangs can be; the rest is done in threads', () =>
  expect(callersOfFiles(sources)).toEqual(Object.keys(MAY_CALL).toSorted()));

test('the rule for files sees what an entry leads to, and not what a thread alone runs', () => {
  const files = pretend({
    'main/cli.ts': "const { a } = await import('./node/a.ts');",
    'main/node/a.ts': "import { b } from './b.ts'; new Worker(new URL('./c.ts', import.meta.url));",
    'main/node/b.ts': "import { statSync } from 'node:fs';",
    'main/node/c.ts': "import { statSync } from 'node:fs';",
  });
  expect(callersOfFiles(files)).toEqual(['main/node/b.ts']);
});

test('what touches Electron stays small: its lines are printed', () => {
  const touching = sources.filter(({ path, imports }) => isShell(path) && imports.some(isElectron));
  const lines = touching.reduce((sum, each) => sum + each.lines, 0);
  note(`${touching.length} files of main/shell touch Electron, with ${lines} lines (600 at most)`);
  expect(touching.length).toBeGreaterThan(0);
  expect(lines).toBeLessThanOrEqual(600);
});

const isShell = (path: string): boolean => path.startsWith('main/shell/');
const isElectron = ({ specifier }: { readonly specifier: string }): boolean => specifier === 'electron';

test('S01 windows are made in one place, S09 wishes are answered in one, S62 the engine is started in one', () => {
  const using = (word: string): string[] =>
    sources.filter(({ path }) => isShell(path)).flatMap(({ path }) => (textOf(path).includes(word) ? [path] : []));
  expect(using('new BrowserWindow')).toEqual(['main/shell/window/main-window.ts']);
  expect(using('ipcMain.handle')).toEqual(['main/shell/window/ipc-callers.ts']);
  expect(using('utilityProcess.fork')).toEqual(['main/shell/system/electron-system.ts']);
  expect(using('shell.openExternal')).toEqual(['main/shell/system/electron-system.ts']);
  for (const word of ['ipcMain.on(', 'child_process.fork', 'remote', 'executeJavaScript', 'openDevTools', 'webFrame'])
    expect(using(word)).toEqual([]);
});

test('S08 S14 the preload loads nothing but Electron, and nobody uses the clipboard of Electron', () => {
  const preload = sources.find(({ path }) => path === 'main/shell/window/preload.ts');
  expect(preload?.imports.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier)).toEqual(['electron']);
  expect(textOf('main/shell/window/preload.ts')).toContain(
    "import { contextBridge, ipcRenderer, webUtils } from 'electron';",
  );
  const clipboards = sources.filter(({ path }) => isShell(path) && /\bclipboard\.\w/.test(textOf(path)));
  expect(clipboards.map(({ path }) => path)).toEqual([]);
});

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

test("the window's bundle carries no schema library", () => expect(packagesOfWindow(sources)).not.toContain('zod'));

test('the root of the repository holds only the agreed names', () => {
  const mayBeThere = new Set([...ROOT_NAMES, 'node_modules', 'out']);
  const names = readdirSync(root).filter(name => !name.startsWith('.'));
  expect(names.filter(name => !mayBeThere.has(name))).toEqual([]);
});

test('every package the lock file may need has an entry in it', () => {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(unlockedPackages(lock)).toEqual([]);
});

test('every script makes the clone ready first', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { [name: string]: string };
  };
  const unready = Object.entries(scripts).filter(([, line]) => !line.startsWith('node test/setup/prepare.mjs'));
  expect(unready).toEqual([]);
  // After the set-up `node` may be another one; a shell that has looked the name up before (bash) keeps the old one,
  // `env` looks again. `exec` hands signals for npm's child to the program itself.
  const stale = Object.entries(scripts).filter(([, line]) => /&& (exec )?node /.test(line));
  expect(stale).toEqual([]);
});

/** Optional packages that are named but not locked: `npm ci` refuses such a file on any computer. */
function unlockedPackages(lock: unknown): string[] {
  const { packages } = lock as { packages: { [path: string]: { optionalDependencies?: { [name: string]: string } } } };
  const named = Object.values(packages).flatMap(entry => Object.keys(entry.optionalDependencies ?? {}));
  const locked = new Set(Object.keys(packages).map(path => path.replace(/^.*node_modules\//, '')));
  return [...new Set(named)].filter(name => !locked.has(name));
}

// The rules themselves: each must catch what it is there for.

test.each([
  [
    'a layer that reaches up',
    'main/core/a.ts',
    "import { b } from '../engine/b.ts';",
    'main/core/a.ts imports main/engine/b.ts',
  ],
  [
    'a type from above',
    'main/core/a.ts',
    "import type { B } from '../app/b.ts';",
    'main/core/a.ts imports main/app/b.ts',
  ],
  ['a re-export', 'shared/a.ts', "export * from '../main/core/b.ts';", 'shared/a.ts imports main/core/b.ts'],
  [
    'a dynamic import',
    'main/local/a.ts',
    "const b = await import('node:fs');",
    'main/local/a.ts imports the package node:fs',
  ],
  [
    'a computed import',
    'main/local/a.ts',
    'const b = await import(name);',
    'main/local/a.ts imports the package (computed)',
  ],
  ['an import type', 'main/core/a.ts', "type B = import('../ports/b.ts').B;", 'main/core/a.ts imports main/ports/b.ts'],
  [
    'Electron outside the shell',
    'main/node/a.ts',
    "import { app } from 'electron';",
    'main/node/a.ts imports the package electron',
  ],
  [
    'the driver outside its file',
    'main/journal/a.ts',
    "import D from 'better-sqlite3';",
    'main/journal/a.ts imports the package better-sqlite3',
  ],
  [
    'a package nobody agreed on',
    'renderer/app.tsx',
    "import x from '@scope/x/y';",
    'renderer/app.tsx imports the package @scope/x/y',
  ],
  [
    'the window reaching into the engine',
    'renderer/app.tsx',
    "import { b } from '../main/app/b.ts';",
    'renderer/app.tsx imports main/app/b.ts',
  ],
  [
    'a view that uses another',
    'renderer/features/browse/a.tsx',
    "import { b } from '../status/b.tsx';",
    'renderer/features/browse/a.tsx imports renderer/features/status/b.tsx',
  ],
  [
    'a component that knows a store',
    'renderer/components/a.tsx',
    "import { b } from '../state/b.ts';",
    'renderer/components/a.tsx imports renderer/state/b.ts',
  ],
  [
    'the command line running the server',
    'main/cli/a.ts',
    "import { b } from '../server/b.ts';",
    'main/cli/a.ts imports more than types of main/server/b.ts',
  ],
  [
    'the product using a test',
    'main/node/a.ts',
    "import { b } from '../../test/b.ts';",
    "main/node/a.ts imports test/b.ts, which is a test's",
  ],
  ['a file in no layer', 'tools/a.ts', "import 'node:fs';", 'tools/a.ts is in no layer'],
] as const)('the layers refuse %s', (_, path, text, breach) =>
  expect(forbiddenImports(pretend({ [path]: text }))).toEqual([breach]),
);

test.each([
  ['the same folder', 'main/core/a.ts', "import { b } from './b.ts';"],
  ['the one file with the driver', 'main/journal/a.ts', "import { b } from './database.ts';"],
  ['a layer below', 'main/engine/a.ts', "import { b } from '../core/b.ts';"],
  ['types of the server', 'main/cli/a.ts', "import type { B } from '../server/b.ts';"],
  ['the same view', 'renderer/features/browse/a.tsx', "import { b } from './b.tsx';"],
  [
    'an import in a comment or a text',
    'main/core/a.ts',
    '// import x from "electron";\nconst a = "import y from \'electron\'";',
  ],
] as const)('the layers allow %s', (_, path, text) => expect(forbiddenImports(pretend({ [path]: text }))).toEqual([]));

test('two folders that import each other are found', () => {
  const files = {
    'main/core/a.ts': "import { b } from '../ports/b.ts';",
    'main/ports/c.ts': "import type { a } from '../core/a.ts';",
    'main/core/inner/d.ts': "import { a } from '../a.ts';",
    'main/core/e.ts': "import { d } from './inner/d.ts';",
  };
  expect(mutualFolders(pretend(files))).toEqual(['main/core → main/ports']);
});

test('a schema that reaches the window through a file in between is found', () => {
  const files = {
    'renderer/app.tsx': "import { b } from '../shared/b.ts'; import type { C } from '../shared/c.ts';",
    'shared/b.ts': "import { z } from 'zod';",
    'shared/c.ts': "import { a } from 'another';",
  };
  expect([...packagesOfWindow(pretend(files))]).toEqual(['zod']);
});

test.each([
  ['Date.now()', 'Date'],
  ['new Date()', 'Date'],
  ['setTimeout(() => 1, 5)', 'setTimeout'],
  ['console.log(1)', 'console'],
  ['[process]', 'process'],
  ['Math.random()', 'Math.random'],
] as const)('the engine is caught using %s', (text, name) =>
  expect(outsideWorld(pretend({ 'main/engine/a.ts': `const a = ${text};` }))).toEqual([
    `main/engine/a.ts uses ${name}`,
  ]),
);

test('names that only look like the outside world are not', () => {
  const text = 'export function a(process: { fetch: number }): number { return process.fetch + Math.max(1); }';
  expect(outsideWorld(pretend({ 'main/engine/a.ts': text }))).toEqual([]);
  expect(outsideWorld(pretend({ 'main/node/a.ts': 'Date.now();', 'main/daemon.ts': 'process.exit();' }))).toEqual([]);
});

test('long files, long functions, any and empty names are found', () => {
  const body = 'x();\n'.repeat(60);
  const files = {
    'main/entry.ts': 'a();\n'.repeat(61),
    'main/core/long.ts': 'a();\n'.repeat(401),
    'main/core/function.ts': `\nexport const a = () => {\n${body}};\n`,
    'main/core/any.ts': 'export const a = (b: any): void => undefined;',
    'main/core/name-utils.ts': '',
  };
  expect(breachesOfStyle(pretend(files))).toEqual([
    'main/entry.ts has 61 lines, 60 at most',
    'main/core/long.ts has 401 lines, 400 at most',
    'main/core/function.ts:2 is a function of 62 lines',
    'main/core/any.ts:1 says any',
    'main/core/name-utils.ts has the empty word utils in its name',
  ]);
});

test('a function that lists tests is measured without them', () => {
  const suite = `export const suite = () => {\n${"test('a', () => {\n  x();\n  x();\n});\n".repeat(40)}};\n`;
  const steps = `export const steps = () => {\n${'x();\n'.repeat(60)}};\n`;
  expect(breachesOfStyle(pretend({ 'test/suite.ts': suite, 'test/steps.ts': steps }))).toEqual([
    'test/steps.ts:1 is a function of 62 lines',
  ]);
});

test('a core that waits and a port that does something are found', () => {
  const files = {
    'main/core/a.ts': 'export async function a(): Promise<void> {}',
    'main/ports/b.ts': "import type { C } from '../../shared/c.ts';\nexport interface B { c: C }\nexport const b = 1;",
  };
  expect(impurities(pretend(files))).toEqual(['main/core/a.ts:1 waits', 'main/ports/b.ts:3 is more than a type']);
});

test('an unlocked optional package is found', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { b: '1' } }, 'node_modules/a/node_modules/c': {} };
  expect(unlockedPackages({ packages })).toEqual(['b']);
});
