import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plan } from '../../../main/core/plan.ts';
import { allCells, Coverage } from './abstract/coverage.ts';
import { FOCUS, tellFocus } from './abstract/focus.ts';
import { IMPOSSIBLE } from './abstract/impossible.ts';

/** Fewer would not come upon the rarest cells. */
const RUNS = Math.max(6000, Number(process.env.RUNS ?? 0));
const SEED = Number(process.env.SEED ?? 1);
const MINUTES = 5 * 60_000;

test.for(['two-way', 'upload', 'download'] as const)(
  `every cell of the policy of a mirror %s is reached and decides what it says (seed ${SEED})`,
  { timeout: MINUTES },
  async (mode, { annotate }) => {
    const coverage = new Coverage(mode);
    const watching: typeof plan = (tree, rules) => {
      coverage.observe(tree);
      return plan(tree, rules);
    };
    const property = fc.property(FOCUS, focus => tellFocus(focus, mode, watching));
    fc.assert(property, { numRuns: RUNS, seed: SEED });
    const unreached = allCells().filter(cell => coverage.count(cell) === 0);
    await annotate(coverage.summary());
    expect(unreached.toSorted()).toEqual(Object.keys(IMPOSSIBLE[mode]).toSorted());
  },
);
