import type * as planner from '../../main/core/plan/plan.ts';
import type { OperationKind } from '../../main/core/plan/operation.ts';

/** The kinds of operation that were planned since it was cleared last. */
export const planned = new Set<OperationKind>();

/** The planner, which does the planning; what it plans is noted. For `vi.mock`, which a test file has to call itself. */
export function noting(original: typeof planner): typeof planner {
  const { planInParts } = original;
  return {
    ...original,
    planInParts: function* (...given) {
      const operations = yield* planInParts(...given);
      for (const { kind } of operations) planned.add(kind);
      return operations;
    },
  };
}
