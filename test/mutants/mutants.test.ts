import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { FAMILIES } from '../hazards.ts';
import { MUTANTS } from './list.ts';
import { planted } from './mutant.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('there are at least 60 mutants, each with an id of its own', () => {
  expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(60);
});

test('the mutants are of every family of hazards', () => {
  const families = new Set(MUTANTS.map(({ hazard }) => hazard.slice(0, 1)));
  expect([...families].sort()).toEqual(FAMILIES.map(({ letter }) => letter).sort());
});

test.each(MUTANTS.map(mutant => [mutant.id, mutant] as const))('%s still finds its piece of source', (_, mutant) => {
  const source = planted(readFileSync(at(mutant.file), 'utf8'), mutant);
  // A mutant that is no program would be found by everybody, and prove nothing.
  expect(() => stripTypeScriptTypes(source)).not.toThrow();
  expect(FAMILIES.flatMap(({ hazards }) => hazards.map(({ id }) => id))).toContain(mutant.hazard);
  expect((mutant.suites ?? []).filter(suite => !existsSync(at(suite)))).toEqual([]);
});
