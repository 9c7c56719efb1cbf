import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plan } from '../../../../main/core/plan/plan.ts';
import { decisionOfCell, explainItem } from '../../../../main/core/plan/explain-item.ts';
import { runs, seedOr } from '../../../setup/run/effort.ts';
import { FOCUS, tellFocus } from '../abstract/focus.ts';

const SEED = seedOr(1);
const RUNS = runs(150);

test.for(['two-way', 'upload', 'download'] as const)(
  `in a mirror %s, every step is explained, and the cell that is named decides what is decided (seed ${SEED})`,
  { timeout: 60_000 },
  async mode => {
    let cells = 0;
    const explaining: typeof plan = (tree, rules) => {
      const steps = plan(tree, rules);
      const explained = [...tree.items.values()].map(({ id }) => ({ id, why: explainItem(tree, id, rules) }));
      for (const step of steps) expect(explained.find(({ id }) => id === step.item)?.why?.steps).toContainEqual(step);
      for (const { id, why } of explained) {
        const isKept = tree.items.get(id)?.localOnlyContent !== null;
        const said = why === null || isKept ? null : decisionOfCell(why.cell, mode);
        if (said === null) continue;
        expect({ id, decision: why?.decision }).toEqual({ id, decision: said });
        cells += 1;
      }
      return steps;
    };
    fc.assert(
      fc.property(FOCUS, focus => tellFocus(focus, mode, explaining)),
      { numRuns: RUNS, seed: SEED },
    );
    expect(cells).toBeGreaterThan(RUNS);
  },
);
