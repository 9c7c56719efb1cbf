import { beforeEach, expect, test } from 'vitest';

import { isReplied } from '../../../../main/features/chat/replies.ts';
import { nextLookMs } from '../../../../main/features/chat/replies.ts';
import type { WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let ada: Computer;
let task: string;
let looks: number;
/** What the agent has written; null: nothing yet. */
let reply: { readonly text: string; readonly status: string } | null;

const NOTHING: WrittenMessage = { text: '', contextFiles: [], referencedFiles: [], openFile: null, attachmentIds: [] };

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  [looks, reply] = [0, null];
  const sent = await lab.call(ada, 'chat.send', { ...NOTHING, text: 'why', task: null, wait: true });
  task = sent.task ?? '';
  lab.trouble = ({ method, url }) => {
    if (method !== 'GET' || !url.includes('/messages')) return null;
    looks += 1;
    return reply === null ? null : { kind: 'instead', answer: page(reply) };
  };
});

function page({ text, status }: { readonly text: string; readonly status: string }) {
  const metadata = JSON.stringify({ status });
  const items = [
    { id: 'a', role: 'user', content: 'why', sequence: 1 },
    { id: 'b', role: 'assistant', content: text, sequence: 2, metadata },
  ];
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ items }) };
}

/** Lets so much time pass, with all that happens in it. */
async function pass(ms: number): Promise<void> {
  const end = lab.clock.now() + ms;
  await lab.drive(lab.clock.portFor(lab.scheduler.device('waiting'), () => 0).sleep(end - lab.clock.now()));
}

async function stateNow() {
  return (await lab.call(ada, 'chat.open', { task, before: null })).task.state;
}

test('a reply is asked for quickly at first and slower later', async () => {
  await lab.call(ada, 'chat.attend', null);
  await pass(10 * SECOND);
  expect(looks).toBeGreaterThanOrEqual(8);
  expect(looks).toBeLessThanOrEqual(12);
  const before = looks;
  await pass(30 * SECOND);
  expect(looks - before).toBeLessThanOrEqual(17);
  expect([5 * SECOND, 20 * SECOND, MINUTE, 10 * MINUTE].map(nextLookMs)).toEqual([1000, 2000, 5000, 15_000]);
});

test('while nobody looks nothing is asked, and it goes on when somebody looks again', async () => {
  await pass(5 * MINUTE);
  const before = looks;
  await pass(30 * MINUTE);
  expect(looks).toBe(before);
  await lab.call(ada, 'chat.attend', null);
  await pass(SECOND);
  expect(looks).toBeGreaterThan(before);
});

test('once the reply is complete nothing is asked any more, and it is ready until somebody opens it', async () => {
  reply = { text: 'because', status: 'running' };
  await lab.call(ada, 'chat.attend', null);
  await pass(5 * SECOND);
  expect(await stateNow()).toBe('working');
  reply = { text: 'because of the buffer', status: 'completed' };
  expect(await lab.call(ada, 'chat.waitForReply', { task, atMostMs: MINUTE })).toEqual({ isReady: true });
  const before = looks;
  await lab.call(ada, 'chat.attend', null);
  await pass(MINUTE);
  expect(looks).toBe(before);
  const listed = await lab.call(ada, 'chat.tasks', { status: 'active', search: '', page: 1 });
  expect(listed.tasks).toMatchObject([{ id: task, title: 'why', state: 'replyReady' }]);
  await stateNow();
  expect(await stateNow()).toBe('quiet');
});

test('a reply that never comes is said to be awaited when the patience ends, also after a restart', async () => {
  expect(await lab.call(ada, 'chat.waitForReply', { task, atMostMs: 5 * SECOND })).toEqual({ isReady: false });
  ada.crash();
  await lab.drive(ada.start());
  expect(await stateNow()).toBe('working');
});

test('a task that vanishes is awaited no more and told in plain words', async () => {
  const gone = {
    kind: 'instead',
    answer: { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' },
  } as const;
  lab.trouble = () => gone;
  await lab.call(ada, 'chat.attend', null);
  expect(await lab.call(ada, 'chat.waitForReply', { task, atMostMs: MINUTE })).toEqual({ isReady: true });
  await expect(lab.call(ada, 'chat.open', { task, before: null })).rejects.toThrow("isn't available to you");
});

test('a reply without a status counts when it no longer changes, and two questions want two answers or rest', () => {
  const [asked, said] = [
    { id: 'a', role: 'user' },
    { id: 'b', role: 'assistant', content: 'x' },
  ];
  expect(isReplied([asked, said], 1, 2)).toBe(false);
  expect(isReplied([asked, said], 1, 3)).toBe(true);
  const done = { ...said, metadata: '{"status":"completed"}' };
  expect(isReplied([asked, done], 1, 0)).toBe(true);
  expect(isReplied([asked, asked, done], 2, 0)).toBe(false);
  expect(isReplied([asked, asked, done], 2, 3)).toBe(true);
  expect(isReplied([done, asked], 1, 9)).toBe(false);
  expect(isReplied([asked, { ...said, metadata: 'nonsense' }], 1, 3)).toBe(true);
});

test('drafts, titles, status and archive are kept and told as the service has them; offline the last is shown', async () => {
  const draft = { ...NOTHING, text: 'half a thought' };
  await lab.call(ada, 'chat.setDraft', { task: null, draft });
  await lab.call(ada, 'chat.setDraft', { task, draft });
  ada.crash();
  await lab.drive(ada.start());
  expect(await lab.call(ada, 'chat.draft', { task: null })).toEqual(draft);
  expect(await lab.call(ada, 'chat.rename', { task, title: 'Buffer' })).toMatchObject({ title: 'Buffer' });
  expect(await lab.call(ada, 'chat.setStatus', { task, status: 'completed' })).toMatchObject({ status: 'completed' });
  await lab.call(ada, 'chat.archive', { task });
  const archived = await lab.call(ada, 'chat.tasks', { status: 'archived', search: 'buff', page: 1 });
  expect(archived).toMatchObject({ isFresh: true, tasks: [{ id: task }] });
  await lab.call(ada, 'chat.unarchive', { task });
  await lab.call(ada, 'chat.open', { task, before: null });
  lab.trouble = () => ({ kind: 'no-connection' });
  const opened = await lab.call(ada, 'chat.open', { task, before: null });
  expect(opened).toMatchObject({ isFresh: false, messages: [{ text: 'why' }], task: { title: 'Buffer' } });
  expect((await lab.call(ada, 'chat.tasks', { status: 'all', search: '', page: 1 })).isFresh).toBe(false);
});

test('what was written waits for who wrote it, and nobody else is shown it', async () => {
  lab.trouble = ({ method, url }) => (method === 'POST' && url.includes('/tasks') ? { kind: 'no-connection' } : null);
  await lab.call(ada, 'account.look', null);
  await lab.call(ada, 'chat.send', { ...NOTHING, text: 'private', task: null, wait: true });
  const [mine, other] = [0, 1].map(at => lab.service.users[at]?.apiKey ?? '');
  const enter = (key = '') => lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  await lab.call(ada, 'account.signOut', null);
  await enter(other);
  await lab.call(ada, 'account.look', null);
  expect(await lab.call(ada, 'chat.outbox', null)).toEqual([]);
  await lab.call(ada, 'account.signOut', null);
  await enter(mine);
  await lab.call(ada, 'account.look', null);
  expect(await lab.call(ada, 'chat.outbox', null)).toMatchObject([{ text: 'private' }]);
});
