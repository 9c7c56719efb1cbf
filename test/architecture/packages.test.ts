import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import { packageOf } from './rules.ts';
import { readImports } from './source.ts';

// Two lists of packages: that of the product and its tools, and that of the local service. Each names what its own sources
// import, so that a list shows what something is made of.

const names = z.record(z.string(), z.string()).default({});
const list = z.object({ dependencies: names, devDependencies: names });
const read = (path: string) => list.parse(JSON.parse(readFileSync(join(ROOT, path), 'utf8')));
const product = read('package.json');
const service = read('test/service/package.json');

/** Run by name, not imported. */
const TOOLS = ['electron-builder', 'oxfmt', 'oxlint', 'oxlint-tsgolint', 'typescript'];
/** The tools of all tests, those of the service included. */
const TEST_TOOLS = ['fast-check', 'vitest'];

/** The packages that the sources below some folders import, types included; those of types under their own names. */
function importedBelow(...folders: readonly string[]): ReadonlySet<string> {
  const paths = folders.flatMap(folder => namesBelow(join(ROOT, folder)).map(name => `${folder}/${name}`));
  const sources = paths.filter(path => /\.tsx?$/.test(path) && !/\/(?:node_modules|sample\/texts)\//.test(path));
  const specifiers = sources.flatMap(path =>
    readImports(path, readFileSync(join(ROOT, path), 'utf8')).imports.map(({ specifier }) => specifier),
  );
  return new Set(specifiers.filter(each => /^[@a-z]/.test(each) && !each.startsWith('node:')).map(packageOf));
}

const all = ['main', 'renderer', 'shared', 'test'];
const outside = [...all.slice(0, 3), ...testFoldersBut('service')];
const [byService, byOthers] = [importedBelow('test/service'), importedBelow(...outside)];

function testFoldersBut(name: string): readonly string[] {
  const folders = namesBelow(join(ROOT, 'test')).filter(each => !each.includes('/') && !each.includes('.'));
  return folders.filter(each => each !== name).map(each => `test/${each}`);
}

/** Whether a package, or the package whose types it holds, is among these. */
function isAmong(name: string, imported: ReadonlySet<string>): boolean {
  return imported.has(name) || imported.has(name.replace('@types/', ''));
}

test("every package of the product's list is imported by the product or its tests, or is a tool", () => {
  const listed = [...Object.keys(product.dependencies), ...Object.keys(product.devDependencies)];
  const unused = listed.filter(name => !isAmong(name, byOthers) && !TOOLS.includes(name) && name !== '@types/node');
  expect(unused).toEqual([]);
});

test('the list of the local service names what the service imports, and nothing else', () => {
  const listed = [...Object.keys(service.dependencies), ...Object.keys(service.devDependencies)];
  expect(listed.filter(name => !isAmong(name, byService))).toEqual([]);
  const needed = [...byService].filter(name => !TEST_TOOLS.includes(name));
  expect(needed.filter(name => !listed.includes(name))).toEqual([]);
});

test('what only the service lists is imported by the service alone', () => {
  const shared = { ...product.dependencies, ...product.devDependencies };
  const own = Object.keys({ ...service.dependencies, ...service.devDependencies }).filter(name => !(name in shared));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter(name => byOthers.has(name))).toEqual([]);
});

test('a package that both list is wanted in one version', () => {
  const wanted: { readonly [name: string]: string } = { ...product.dependencies, ...product.devDependencies };
  const differing = Object.entries(service.dependencies).filter(
    ([name, version]) => wanted[name] !== undefined && wanted[name] !== version,
  );
  expect(differing).toEqual([]);
});
