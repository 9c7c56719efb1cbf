import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plan } from '../../../../main/core/plan/plan.ts';
import { IS_PROOF, runs, seedOr } from '../../../setup/run/effort.ts';
import { allCells, Coverage } from '../abstract/coverage.ts';
import { FOCUS, tellFocus } from '../abstract/focus.ts';
import { IMPOSSIBLE } from '../abstract/impossible.ts';

/** Fewer would not come upon the rarest cells. Every day they are drawn in parts, until every cell was reached. */
const RUNS = 6000;
const PART = IS_PROOF ? runs(RUNS) : 500;
const SEED = seedOr(1);
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
    const impossible = Object.keys(IMPOSSIBLE[mode]).toSorted();
    let unreached: readonly string[] = allCells();
    for (let part = 0; part * PART < 4 * RUNS && unreached.length > impossible.length; part += 1) {
      fc.assert(property, { numRuns: PART, seed: SEED + part });
      unreached = allCells().filter(cell => coverage.count(cell) === 0);
    }
    await annotate(coverage.summary());
    expect(unreached.toSorted()).toEqual(impossible);
  },
);
