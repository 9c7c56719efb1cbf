import { beforeEach, expect, test } from 'vitest';

import type { WrittenMessage } from '../../../../shared/features/chat/model.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

// Who shows a conversation follows it: by the name it had before it was begun, and without asking for ever.

let lab: QuietLab;
let ada: Computer;

const NOTHING: WrittenMessage = { text: '', contextFiles: [], referencedFiles: [], openFile: null, attachmentIds: [] };

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
});

test('a conversation that was only here is opened by its first name as the task that it became', async () => {
  lab.trouble = () => ({ kind: 'no-connection' });
  const { conversation, task } = await lab.call(ada, 'chat.send', { ...NOTHING, text: 'why', task: null, wait: true });
  expect(task).toBeNull();
  await lab.call(ada, 'chat.setDraft', { task: conversation, draft: { ...NOTHING, text: 'and' } });
  lab.trouble = () => null;
  const [waiting] = await lab.call(ada, 'chat.outbox', null);
  await lab.call(ada, 'chat.retry', { id: waiting?.id ?? '', anyway: false, wait: true });
  const opened = await lab.call(ada, 'chat.open', { task: conversation, before: null });
  expect(opened.task.id).not.toBe(conversation);
  expect(opened.messages.map(({ text }) => text)).toEqual(['why']);
  const byOld = await lab.call(ada, 'chat.draft', { task: conversation });
  const byNew = await lab.call(ada, 'chat.draft', { task: opened.task.id });
  expect([byOld?.text, byNew?.text]).toEqual(['and', 'and']);
});
