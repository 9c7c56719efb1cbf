import { vi } from 'vitest';

import { prove } from './prove.ts';
import { storiesOf } from './stories.ts';

vi.mock(import('../../main/core/plan/plan.ts'), async original =>
  (await import('./planner-spy.ts')).noting(await original()),
);

prove(
  'sending',
  storiesOf('upload', 'upload-version', 'create-folder-remote', 'move-remote', 'delete-remote', 'agree', 'forget'),
);
