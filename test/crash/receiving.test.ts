import { vi } from 'vitest';

import { prove } from './prove.ts';
import { storiesOf } from './stories.ts';

vi.mock(import('../../main/core/plan/plan.ts'), async original =>
  (await import('./planner-spy.ts')).noting(await original()),
);

prove(
  'receiving',
  storiesOf('download', 'keep-both', 'create-folder-local', 'move-local', 'delete-local', 'join', 'keep-here'),
);
