import { vi } from 'vitest';

import { prove } from './prove.ts';
import { ASKED } from './asked-stories.ts';

vi.mock(import('../../main/core/plan/plan.ts'), async original =>
  (await import('./planner-spy.ts')).noting(await original()),
);

prove('asking', ASKED);
