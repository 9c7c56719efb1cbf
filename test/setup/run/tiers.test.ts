import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { note } from '../note.ts';
import { testsOf, wantedOf } from './selection.ts';
import { allTestFiles, ROOT } from './test-files.ts';
import { isIn, tierOf, TIERS } from './tiers.ts';

const ALL = allTestFiles();

test('every test file has a tier by the table, and each row names files that are there', () => {
  const tiers = ALL.map(path => ({ path, tier: tierOf(path) }));
  note(`${tiers.map(({ path, tier }) => `${tier ?? 'NONE'.padEnd(8)} ${path}`).join('\n')}`);
  expect(tiers.filter(({ tier }) => tier === null)).toEqual([]);
  const places = TIERS.flatMap(({ tests }) => tests);
  expect(places.filter(place => !ALL.some(path => isIn(path, place)))).toEqual([]);
  expect(new Set(places).size).toBe(places.length);
});

test('a test file in a folder that no row names is in no tier', () => {
  expect(tierOf('test/new-folder/a.test.ts')).toBeNull();
  expect(tierOf('test/setup-too/a.test.ts')).toBeNull();
});

test('the longest name in the table counts', () => {
  const table = [
    { tests: ['test/a'], tier: 'proof', why: '' },
    { tests: ['test/a/b.test.ts'], tier: 'everyday', why: '' },
  ] as const;
  expect(tierOf('test/a/b.test.ts', table)).toBe('everyday');
  expect(tierOf('test/a/c.test.ts', table)).toBe('proof');
});

test('a proof has every file, and `npm test` with the rest of a proof leaves out none', () => {
  const everyday = testsOf({ tier: 'everyday', rest: false }, ALL);
  const rest = testsOf({ tier: 'proof', rest: true }, ALL);
  expect(testsOf({ tier: 'proof', rest: false }, ALL)).toEqual(ALL);
  expect([...everyday, ...rest].toSorted()).toEqual(ALL);
  expect(everyday).toContain('test/sim/series/worlds.test.ts');
  expect(rest).toContain('test/histories/histories.test.ts');
});

test('every property takes the number of its cases from the one number', () => {
  const fixed = ALL.filter(path => /numRuns: \d/.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(fixed).toEqual([]);
});

test('what is ours is taken out of the arguments, and the rest is left for vitest', () => {
  expect(wantedOf(['everyday', 'test/a', '-t', 'b c', '--seed', '7', '--changed'])).toEqual({
    tier: 'everyday',
    changed: true,
    rest: false,
    keepTimes: false,
    seed: '7',
    within: null,
    everydayTook: null,
    forVitest: ['test/a', '-t', 'b c'],
  });
  expect(wantedOf(['proof', '--rest', '--seed=8', '--bail', '1'])).toMatchObject({
    rest: true,
    seed: '8',
    forVitest: ['--bail', '1'],
  });
  expect(wantedOf(['proof', '--rest', '--within', '300', '--everyday-took=731'])).toMatchObject({
    within: 300,
    everydayTook: 731,
    forVitest: [],
  });
  expect(() => wantedOf(['proof', '--within', 'soon'])).toThrow("--within takes a number of seconds, not 'soon'.");
  expect(() => wantedOf(['test/a'])).toThrow("Run 'npm test' or 'npm run proof', not 'test/a'.");
});
