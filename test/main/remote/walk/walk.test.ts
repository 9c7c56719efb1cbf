import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../../../shared/api/endpoints.ts';
import { running } from '../../../service/builders/running.ts';
import { note } from '../../../setup/note.ts';
import { walkKnowledgeBase } from './knowledge-base.ts';
import { Lab } from './lab.ts';
import { walkPeople } from './people.ts';
import { walkLibrary, walkSharing } from './sharing.ts';
import { walkTasks } from './tasks.ts';
import { walkConnections, walkProjects } from './shared-work.ts';
import { walkUpkeep } from './upkeep.ts';

test('our functions reach every endpoint of the service and lose nothing of what it answers', async () => {
  const lab = new Lab(await running({ checksAnswers: true }));
  try {
    const base = await walkKnowledgeBase(lab);
    await walkTasks(lab, base);
    await walkLibrary(lab, base);
    await walkSharing(lab, base);
    await walkProjects(lab);
    await walkConnections(lab);
    await walkUpkeep(lab, base);
    await walkPeople(lab);
  } finally {
    await lab.close();
  }
  const missing = ENDPOINTS.map(({ name }) => name).filter(name => !lab.reached.has(name));
  note(`${lab.reached.size} of ${ENDPOINTS.length} endpoints reached through our own functions.`);
  expect(missing).toEqual([]);
});
