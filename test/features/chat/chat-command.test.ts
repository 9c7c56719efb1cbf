import { expect, test } from 'vitest';

import type { ChatMessage, ChatTask, OutboxMessage } from '../../../shared/features/chat/model.ts';
import { run } from '../../main/cli/run-here.ts';

const ID = 'c1a5e2aa-0000-4000-8000-000000000001';
const FILE = 'c1a5e2aa-0000-4000-8000-000000000002';
const AT = '2026-11-20T14:03:00.000Z';
const TASK: ChatTask = {
  id: ID,
  title: 'Plate 7',
  status: 'active',
  messageCount: 2,
  lastMessageAt: AT,
  createdAt: AT,
  state: 'replyReady',
  since: null,
};
const REPLY: ChatMessage = {
  id: 'b',
  role: 'assistant',
  text: `Take [plate 7.csv](file:${FILE}).`,
  sequence: 2,
  createdAt: AT,
  status: 'completed',
  progress: null,
  attachments: [],
  contextFiles: [],
  referencedFiles: [],
};
const OPENED = { task: TASK, messages: [REPLY], before: null, isFresh: true, at: AT };
const ASKED = {
  'chat.asked': { gives: { id: 'm1', conversation: ID, task: ID, standing: 'arrived' } },
  'chat.reported': { gives: null },
  'chat.send': { gives: { id: 'm1', conversation: ID, task: ID } },
  'chat.outbox': { gives: [] },
  'chat.waitForReply': { gives: { isReady: true } },
  'chat.open': { gives: OPENED },
  'files.identify': { gives: { id: '7', kind: 'file', name: 'plate 7.csv' } },
  'files.details': { gives: { name: 'plate 7.csv', path: '/lab/plate 7.csv', servicePath: 'Lab/plate 7.csv' } },
} as const;

test('chat ask prints the reply and where the files are that it names', async () => {
  const { stdout, exitCode, events } = await run(['chat', 'ask', 'which?', '--file', 'plate 7.csv'], ASKED);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`Take [plate 7.csv](file:${FILE}).\nplate 7.csv  /lab/plate 7.csv\n`);
  expect(events.find(event => event.startsWith('chat.send'))).toContain(
    '"contextFiles":[{"id":"7","name":"plate 7.csv"}]',
  );
});

test('a file that is in no folder here is called what the reply calls it', async () => {
  const unknown = { ...ASKED, 'files.details': { gives: { name: FILE, path: null, servicePath: null } } };
  const { stdout } = await run(['chat', 'ask', 'which?'], unknown);
  expect(stdout).toContain(`plate 7.csv  ${FILE}`);
});

test('chat ask --json has the reply, the task and the files; --no-wait asks for no reply', async () => {
  const { stdout } = await run(['chat', 'ask', 'which?', '--json'], ASKED);
  const file = { id: FILE, name: 'plate 7.csv', path: '/lab/plate 7.csv', servicePath: 'Lab/plate 7.csv' };
  const { progress: _, ...told } = REPLY;
  expect(JSON.parse(stdout)).toEqual({ v: 1, task: ID, sent: true, reply: told, files: [file] });
  const quick = await run(['chat', 'ask', 'which?', '--no-wait', '--json'], ASKED);
  expect(JSON.parse(quick.stdout)).toEqual({ v: 1, task: ID, sent: true, reply: null, files: [] });
  expect(quick.events.join()).not.toContain('waitForReply');
});

test('a question that cannot be sent now is kept, and the exit code says to come back', async () => {
  const waiting: OutboxMessage = {
    id: 'm1',
    conversation: 'c',
    task: null,
    text: 'which?',
    contextFiles: [],
    referencedFiles: [],
    openFile: null,
    attachmentIds: [],
    state: 'waiting',
    note: 'Will be sent when the service answers.',
    missing: [],
    until: null,
    writtenAt: AT,
  };
  const script = {
    'chat.asked': { gives: { id: 'm1', conversation: 'c', task: null, standing: 'kept' } },
    'chat.send': { gives: { id: 'm1', conversation: 'c', task: null } },
    'chat.outbox': { gives: [waiting] },
  } as const;
  const { stderr, exitCode } = await run(['chat', 'ask', 'which?'], script);
  expect({ stderr, exitCode }).toEqual({
    stderr: 'Not sent yet; kept as m1. Will be sent when the service answers.\n',
    exitCode: 75,
  });
  expect((await run(['chat', 'outbox'], script)).stdout).toBe(
    'm1  waiting  which?  Will be sent when the service answers.\n',
  );
  const failed = { ...script, 'chat.outbox': { gives: [{ ...waiting, state: 'failed' }] } } as const;
  expect((await run(['chat', 'ask', 'which?'], failed)).exitCode).toBe(3);
});

test('a question that may have arrived, or whose reply is late, does not say to come back and ask again', async () => {
  const unknown = { gives: { id: 'm1', conversation: ID, task: ID, standing: 'unknown' } };
  const unsure = await run(['chat', 'ask', 'which?', '--json'], { ...ASKED, 'chat.asked': unknown });
  expect(unsure.exitCode).toBe(3);
  expect(JSON.parse(unsure.stdout)).toMatchObject({ sent: null, message: 'm1' });
  const late = await run(['chat', 'ask', 'which?'], { ...ASKED, 'chat.waitForReply': { gives: { isReady: false } } });
  expect(late).toMatchObject({ exitCode: 3, stdout: '' });
  expect(late.stderr).toContain(`benchtop chat show ${ID}`);
  expect(late.events.join()).not.toContain('chat.reported');
});

test('the same question has the same key, and its reply is reported once it was printed', async () => {
  const ask = async (...args: readonly string[]) => {
    const { events } = await run(['chat', 'ask', ...args], ASKED);
    expect(events).toContain(`chat.reported {"task":"${ID}"}`);
    return events.find(event => event.startsWith('chat.asked'));
  };
  expect(await ask('which?', '--file', 'a')).toBe(await ask('which?', '--file', 'a', '--json'));
  expect(await ask('which?')).not.toBe(await ask('whose?'));
  expect(await ask('which?')).not.toBe(await ask('which?', '--task', ID));
});

test('a question about files that are no longer there names them, with the way out', async () => {
  const note = "1 file of this message can't be used any more.";
  const waiting: OutboxMessage = {
    text: 'which?',
    contextFiles: [{ id: FILE, name: 'plate 7.csv' }],
    referencedFiles: [],
    openFile: null,
    attachmentIds: [],
    id: 'm1',
    conversation: ID,
    task: ID,
    state: 'failed',
    note,
    missing: [FILE],
    until: null,
    writtenAt: AT,
  };
  const kept = { gives: { id: 'm1', conversation: ID, task: ID, standing: 'kept' } };
  const script = { ...ASKED, 'chat.asked': kept, 'chat.outbox': { gives: [waiting] } };
  const ran = await run(['chat', 'ask', 'which?'], script);
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr).toContain("Can't be used any more: plate 7.csv.");
  expect(ran.stderr).toContain('benchtop chat cancel m1');
});

test('chat list and show print tasks and what was said, with the documented fields and no other', async () => {
  const list = { 'chat.tasks': { gives: { tasks: [{ ...TASK, secret: 1 }], hasMore: false, isFresh: true, at: AT } } };
  expect((await run(['chat', 'list'], list)).stdout).toBe(`${ID}  replyReady  ${AT}  Plate 7\n`);
  expect(JSON.parse((await run(['chat', 'list', '--json'], list)).stdout)).toEqual({
    v: 1,
    tasks: [TASK],
    hasMore: false,
    isFresh: true,
    at: AT,
  });
  expect((await run(['chat', 'list', '--status', 'odd'], list)).exitCode).toBe(2);
  const shown = await run(['chat', 'show', ID], ASKED);
  expect(shown.stdout).toBe(`Agent, ${AT}:\nTake [plate 7.csv](file:${FILE}).\n\n`);
});
