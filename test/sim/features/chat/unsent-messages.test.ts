import { beforeEach, expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let ada: Computer;

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  ada.disk.tree.mkdir('/data/attached');
});

const write = (text: string) =>
  lab.call(ada, 'chat.send', {
    text,
    contextFiles: [],
    referencedFiles: [],
    openFile: null,
    attachmentIds: [],
    task: null,
    wait: true,
  });
const offline = (): void => void (lab.trouble = () => ({ kind: 'no-connection' }));
const NO = { status: 400, headers: { 'content-type': 'application/json' }, body: '{"messages":["No."]}' };
const refusing = (): void =>
  void (lab.trouble = ({ method, url }) =>
    method === 'POST' && url.includes('/tasks') ? { kind: 'instead', answer: NO } : null);
const unsent = async () => {
  const { messages, messagesTotal } = await lab.call(ada, 'account.unsent', null);
  return [messagesTotal, ...messages.map(({ title }) => title)];
};
const attention = async () => {
  const { items, blocked } = await lab.call(ada, 'attention.list', null);
  return { items: items.map(({ title, text, fixes, id }) => ({ title, text, fixes, id })), blocked };
};

test('messages that wait are named before somebody signs out, and only those that need a person ask for one', async () => {
  offline();
  await write('## Which wells\nare above the limit?');
  expect(await unsent()).toEqual([1, 'Which wells']);
  expect((await attention()).blocked).toBe(0);
  refusing();
  const { conversation } = await write('Compare it.');
  expect(await unsent()).toEqual([2, 'Which wells', 'Compare it.']);
  const { items, blocked } = await attention();
  expect(blocked).toBe(1);
  expect(items).toEqual([
    {
      title: 'Message not sent',
      text: expect.stringMatching(/^“Compare it\.”: .*No\..* It is kept on this computer\.$/),
      fixes: ['open-message'],
      id: conversation,
    },
  ]);
  expect((await lab.call(ada, 'sync.status', null)).attention).toBe(1);
  lab.trouble = () => null;
  for (const { id } of await lab.call(ada, 'chat.outbox', null))
    await lab.call(ada, 'chat.retry', { id, anyway: false, wait: true });
  expect([await unsent(), (await attention()).blocked]).toEqual([[0], 0]);
});

test('who leaves is told of messages that wait, and they stay for who wrote them unless they are given up', async () => {
  offline();
  await write('keep me');
  await write('lose me');
  const { apart } = await lab.call(ada, 'leaving.look', null);
  expect(apart).toMatchObject([
    { from: 'message', path: 'keep me', sizeBytes: 7 },
    { from: 'message', path: 'lose me', sizeBytes: 7 },
  ]);
  lab.trouble = () => null;
  await lab.call(ada, 'account.look', null);
  offline();
  const lose = [apart[1]?.id ?? '', 'message:nonsense'];
  const { left, lost } = await lab.call(ada, 'leaving.finish', { lose });
  expect(lost).toEqual({ files: 1, sizeBytes: 7 });
  expect(left.apart).toMatchObject([{ from: 'message', path: 'keep me' }]);
  // The next account that signs in is not shown them.
  expect(await unsent()).toEqual([0]);
  expect((await lab.call(ada, 'leaving.look', null)).apart).toEqual([]);
});
