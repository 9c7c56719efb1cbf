import { AUDIENCE } from './list/audience.ts';
import { HERE } from './list/local.ts';
import { NAMES } from './list/names.ts';
import { PLAN } from './list/plan.ts';
import { PATIENCE } from './list/patience.ts';
import { PROGRAMS } from './list/programs.ts';
import { SERVICE } from './list/service.ts';
import { STEPS } from './list/steps.ts';
import { TRANSFERS } from './list/transfers.ts';
import type { Mutant } from './mutant.ts';

/** All planted mistakes. At least one for each family of hazards that the engine itself must withstand. */
export const MUTANTS: readonly Mutant[] = [
  ...PLAN,
  ...STEPS,
  ...TRANSFERS,
  ...SERVICE,
  ...NAMES,
  ...PATIENCE,
  ...HERE,
  ...PROGRAMS,
  ...AUDIENCE,
];
