import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { EXPLAINED } from './advisories.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const versions = z.record(z.string(), z.string());
const named = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions.optional(),
});
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      resolved: z.string().optional(),
    }),
  ),
});

const read = (name: string): unknown => JSON.parse(readFileSync(`${PROJECT}${name}`, 'utf8'));
/** The product's list, and that of the local service. */
const lists = ['package.json', 'test/service/package.json'].map(name => named.parse(read(name)));
/** Our own packages, which come from no registry. */
const OWN: ReadonlySet<string> = new Set(['', 'test/service', 'node_modules/benchtop-local-service']);
const locked = lock.parse(read('package-lock.json')).packages;

test('every package is wanted in one exact version, and none runs a script when it is installed [S66]', () => {
  const all = lists.flatMap(list => Object.values(list)).flatMap(group => Object.entries(group ?? {}));
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter(([, version]) => !/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const settings = readFileSync(`${PROJECT}.npmrc`, 'utf8').split('\n');
  expect(settings).toEqual(expect.arrayContaining(['ignore-scripts=true', 'save-exact=true']));
});

test('what is installed has the checksum it was locked with, but for tools of other systems [S66]', () => {
  const packages = Object.entries(locked).filter(([path]) => !OWN.has(path));
  expect(packages.length).toBeGreaterThan(500);
  const without = packages.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
  // The formatter and the linter, for systems on which we never installed them; no package of ours contains them.
  const tools = /^node_modules\/(?:@oxfmt\/binding-|@oxlint\/binding-|@oxlint-tsgolint\/)/;
  expect(
    without.filter(([path, { optional, dev }]) => !(tools.test(path) && optional === true && dev === true)),
  ).toEqual([]);
  // From the registry, and from nowhere else: no other place is written down.
  expect(packages.filter(([, { link, resolved }]) => link === true || resolved !== undefined)).toEqual([]);
});

test('a weakness that is lived with is explained in a sentence (node test/security/audit.ts) [S66]', () => {
  expect(EXPLAINED.filter(({ advisory }) => !/^GHSA(?:-[\da-z]{4}){3}$/.test(advisory))).toEqual([]);
  expect(EXPLAINED.filter(({ why }) => !/^[A-Z].{40,}\.$/.test(why))).toEqual([]);
  const paths = Object.keys(locked);
  expect(EXPLAINED.filter(each => !paths.some(path => path.endsWith(`node_modules/${each.package}`)))).toEqual([]);
});
