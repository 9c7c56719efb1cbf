import { vi } from 'vitest';

import type { Planned } from './prove.ts';
import { prove } from './prove.ts';
import { storiesOf } from './stories.ts';

// Only a spy: it notes what is planned, and the planner does the planning.
const planned = vi.hoisted((): Planned => new Set());
vi.mock(import('../../main/core/plan/plan.ts'), async original => {
  const { planInParts, ...others } = await original();
  return {
    ...others,
    planInParts: function* (...given) {
      const operations = yield* planInParts(...given);
      for (const { kind } of operations) planned.add(kind);
      return operations;
    },
  };
});

prove(
  'sending',
  storiesOf('upload', 'upload-version', 'create-folder-remote', 'move-remote', 'delete-remote', 'agree', 'forget'),
  planned,
);
