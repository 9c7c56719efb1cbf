import { beforeEach, expect, test } from 'vitest';

import type { OutboxMessage, WrittenMessage } from '../../../../shared/features/chat/model.ts';
import type { Computer } from '../../world/computer.ts';
import { INSTEAD } from '../../fakes/fake-http.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let ada: Computer;

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
});

interface Told {
  readonly items: readonly { readonly id: string; readonly title: string; readonly content: string }[];
}

/** What the service has, asked past Benchtop. */
function asked(path: string): Told['items'] {
  const headers = { 'x-api-key': lab.service.users[0]?.apiKey ?? '' };
  const { body } = lab.service.handle({
    method: 'GET',
    url: `${lab.service.baseUrl}${path}`,
    headers,
    body: new Uint8Array(),
  });
  return (JSON.parse(new TextDecoder().decode(body)) as Told).items;
}

function byFirst([one = '']: readonly string[], [other = '']: readonly string[]): number {
  return one.localeCompare(other);
}

/** Everything that was said, task by task, each in order. */
function said(): readonly (readonly string[])[] {
  const tasks = asked('/tasks?status=all&pageSize=100');
  return tasks.map(({ id }) => asked(`/tasks/${id}/messages`).map(({ content }) => content)).toSorted(byFirst);
}

function written(text: string, more: Partial<WrittenMessage> = {}): WrittenMessage {
  return { text, contextFiles: [], referencedFiles: [], openFile: null, attachmentIds: [], ...more };
}

async function write(text: string, task: string | null = null, more: Partial<WrittenMessage> = {}) {
  return lab.call(ada, 'chat.send', { ...written(text, more), task, wait: false });
}

function waiting(): Promise<readonly OutboxMessage[]> {
  return lab.call(ada, 'chat.outbox', null);
}

/** Tries what waits, as time passes, until nothing goes on by itself. */
async function sendAll(): Promise<readonly OutboxMessage[]> {
  for (let round = 0; round < 30; round += 1) {
    const open = (await waiting()).filter(({ state }) => !['failed', 'unsure'].includes(state));
    const [first] = open;
    if (first === undefined) break;
    await lab.call(ada, 'chat.retry', { id: first.id, anyway: false, wait: true });
    lab.clock.advanceBy(20_000);
  }
  return waiting();
}

const isSaying = (url: string): boolean => url.endsWith('/messages');

test('what was written offline goes out in order, also what follows in a task that is not begun', async () => {
  lab.trouble = () => ({ kind: 'no-connection' });
  const { conversation } = await write('one');
  await write('two', conversation);
  await write('other');
  await write('three', conversation);
  await lab.call(ada, 'chat.retry', { id: (await waiting())[0]?.id ?? '', anyway: false, wait: true });
  expect(await waiting()).toMatchObject([
    { state: 'waiting', note: expect.stringContaining('Will be sent') },
    {},
    {},
    {},
  ]);
  lab.trouble = () => null;
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual([['one', 'two', 'three'], ['other']]);
});

test.each(['lost-answer', 'truncated', 'no-connection'] as const)(
  'a message whose call ended with %s arrives once',
  async kind => {
    let isFirst = true;
    lab.trouble = ({ method, url }) => {
      if (method !== 'POST' || !isSaying(url) || !isFirst) return null;
      isFirst = false;
      return { kind };
    };
    await write('only once');
    expect(await sendAll()).toEqual([]);
    expect(said()).toEqual([['only once']]);
  },
);

test('a task whose beginning was not answered is found again and begun once', async () => {
  let isFirst = true;
  lab.trouble = ({ method, url }) => {
    if (method !== 'POST' || !url.endsWith('/tasks') || !isFirst) return null;
    isFirst = false;
    return { kind: 'lost-answer' };
  };
  await write('hello');
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual([['hello']]);
});

test('a 503 after the service has acted does not say it twice', async () => {
  let isFirst = true;
  lab.trouble = ({ method, url, headers }) => {
    if (method !== 'POST' || !isSaying(url) || !isFirst) return null;
    isFirst = false;
    const body = new TextEncoder().encode(JSON.stringify({ content: 'said' }));
    lab.service.handle({ method: 'POST', url, headers, body });
    return INSTEAD.unavailable;
  };
  await write('said');
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual([['said']]);
});

/** Crashes at the moment with this number, counted over all that Ada does at the service. @returns whether it came. */
async function crashAt(at: number, lost: string | null): Promise<boolean> {
  let count = 0;
  let isDead = false;
  lab.scheduler.mischief = ({ label }) => {
    if (!label.startsWith('http')) return undefined;
    if (count++ !== at) return undefined;
    isDead = true;
    return { do: 'crash' };
  };
  lab.trouble = ({ method, url }) =>
    lost !== null && method === 'POST' && url.endsWith(lost) ? { kind: 'lost-answer' } : null;
  const [first] = await waiting();
  let isSettled = false;
  const handled = ada.app.handlers['chat.retry']({ id: first?.id ?? '', anyway: false, wait: true });
  handled.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  await lab.scheduler.run(() => isDead || isSettled, 5000);
  lab.scheduler.mischief = () => undefined;
  lab.trouble = () => null;
  if (isDead) await lab.drive(ada.start());
  return isDead;
}

test.each([{ lost: null }, { lost: '/tasks' }, { lost: '/messages' }])(
  'killed at every moment of sending, each message arrives once (answers lost: $lost)',
  async ({ lost }) => {
    const expected: string[][] = [];
    let at = 0;
    for (let isReached = true; isReached && at < 120; at += 1) {
      const { conversation } = await write(`first ${at}`);
      await write(`second ${at}`, conversation);
      expected.push([`first ${at}`, `second ${at}`]);
      isReached = await crashAt(at, lost);
      expect(await sendAll(), `moment ${at}`).toEqual([]);
    }
    expect(at).toBeGreaterThan(lost === '/tasks' ? 6 : 20);
    const all = said();
    expect(all.filter(texts => texts.length > 0)).toEqual(expected.toSorted(byFirst));
  },
);

test('killed again and again, a message still arrives once', async () => {
  for (let round = 0; round < 25; round += 1) {
    await write(`message ${round}`);
    for (let kill = 0; kill < 3; kill += 1)
      if ((await waiting()).length > 0)
        await crashAt((round * 7 + kill * 5) % 22, (round + kill) % 2 === 0 ? '/messages' : null);
    expect(await sendAll()).toEqual([]);
  }
  const texts = said().flat();
  expect(texts.toSorted()).toEqual(Array.from({ length: 25 }, (_, round) => `message ${round}`).toSorted());
});

test('when other words came in between, it stops and says so rather than sending twice', async () => {
  const { task } = await lab.call(ada, 'chat.send', { ...written('begin'), task: null, wait: true });
  lab.trouble = ({ method, url, headers }) => {
    if (method !== 'POST' || !isSaying(url)) return null;
    const body = new TextEncoder().encode(JSON.stringify({ content: 'from another computer' }));
    lab.service.handle({ method: 'POST', url, headers, body });
    return { kind: 'no-connection' };
  };
  const { id } = await write('mine', task);
  await lab.call(ada, 'chat.retry', { id, anyway: false, wait: true });
  lab.trouble = () => null;
  expect(await sendAll()).toMatchObject([{ state: 'unsure', note: expect.stringContaining('may have arrived') }]);
  await expect(lab.call(ada, 'chat.edit', { id, message: written('other') })).rejects.toThrow('may have arrived');
  await lab.call(ada, 'chat.retry', { id, anyway: true, wait: true });
  expect(said()).toEqual([['begin', 'from another computer', 'mine']]);
});

test('files that are gone are named exactly, and without them the message is sent', async () => {
  const colleague = lab.service.colleague(0);
  const [here, gone] = ['a.csv', 'b.csv'].map(name => colleague.createFile(lab.root, name, bytes('x')));
  colleague.removeFile(gone ?? '');
  const files = [here, gone].map(id => ({ id: id ?? '', name: '' }));
  const { id } = await write('look', null, { contextFiles: files });
  await write('another');
  expect(await sendAll()).toMatchObject([
    { state: 'failed', missing: [gone], note: expect.stringContaining('1 file ') },
  ]);
  await lab.call(ada, 'chat.edit', { id, message: written('look', { contextFiles: files.slice(0, 1) }) });
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual([['another'], ['look']]);
});

test('a task of somebody else refuses in plain words, and what failed lets the next pass', async () => {
  const { id } = await write('hello', 'c1a5e2aa-0000-4000-8000-000000000001');
  await write('next', 'c1a5e2aa-0000-4000-8000-000000000001');
  const left = await sendAll();
  expect(left.map(({ state, note }) => [state, note])).toEqual([
    ['failed', expect.stringContaining("isn't available to you")],
    ['failed', expect.stringContaining("isn't available to you")],
  ]);
  expect(await lab.call(ada, 'chat.cancel', { id })).toMatchObject({
    message: { text: 'hello' },
    mayHaveArrived: false,
  });
  expect(await waiting()).toHaveLength(1);
});

const TOO_MANY = { status: 429, headers: { 'retry-after': '34', 'content-type': 'application/json' }, body: '{}' };

test('a service that asks to wait is waited for, and the message says until when', async () => {
  lab.trouble = ({ method, url }) =>
    method === 'POST' && isSaying(url) ? { kind: 'instead', answer: TOO_MANY } : null;
  const { id } = await write('patient');
  await lab.call(ada, 'chat.retry', { id, anyway: false, wait: true });
  const [message] = await waiting();
  expect(message).toMatchObject({ note: expect.stringContaining('asked us to wait') });
  expect(Date.parse(message?.until ?? '') - lab.clock.now()).toBeGreaterThan(30_000);
  lab.trouble = () => null;
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual([['patient']]);
});

test('a message that meets a page on its way says so, other conversations go on, and it arrives once later', async () => {
  const page = {
    kind: 'instead',
    answer: { status: 403, headers: { 'content-type': 'text/html' }, body: '<title>Blocked by policy</title>' },
  } as const;
  const { conversation } = await write('first');
  expect(await sendAll()).toEqual([]);
  const [task] = asked('/tasks?status=all&pageSize=100');
  lab.trouble = ({ method, url }) => (method === 'POST' && url.includes(task?.id ?? '') ? page : null);
  await write('held up', conversation);
  await write('elsewhere');
  await lab.call(ada, 'chat.retry', { id: (await waiting())[0]?.id ?? '', anyway: false, wait: true });
  expect(said()).toEqual([['elsewhere'], ['first']]);
  const [held] = await waiting();
  expect(held?.note).toContain('Blocked by policy');
  lab.trouble = () => null;
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual([['elsewhere'], ['first', 'held up']]);
});

/** Asks as a program does that may have lost its line before: the same question under the same key. */
async function ask(text: string) {
  return lab.call(ada, 'chat.send', { ...written(text), task: null, wait: true, key: 'k1' });
}

test('a question asked again after a crash at any moment is said once', async () => {
  for (let at = 0, came = true; came; at += 1) {
    const text = `question ${at}`;
    let count = 0;
    came = false;
    lab.scheduler.mischief = ({ label }) => {
      if (!label.startsWith('http') || count++ !== at) return undefined;
      came = true;
      return { do: 'crash' };
    };
    let isSettled = false;
    const handled = ada.app.handlers['chat.send']({ ...written(text), task: null, wait: true, key: 'k1' });
    handled.then(
      () => (isSettled = true),
      () => (isSettled = true),
    );
    await lab.scheduler.run(() => came || isSettled, 5000);
    lab.scheduler.mischief = () => undefined;
    if (came) await lab.drive(ada.start());
    await ask(text);
    expect(await sendAll()).toEqual([]);
    const { task } = await ask(text);
    expect(said().filter(([first]) => first === text)).toEqual([[text]]);
    expect(await lab.call(ada, 'chat.asked', { key: 'k1' })).toMatchObject({ task, standing: 'arrived' });
    await lab.call(ada, 'chat.reported', { task: task ?? '' });
    expect(await lab.call(ada, 'chat.asked', { key: 'k1' })).toBeNull();
  }
});

test('a question whose reply was reported, or that was taken out, or is a day old, is asked anew', async () => {
  const { task } = await ask('which?');
  await lab.call(ada, 'chat.reported', { task: task ?? '' });
  await ask('which?');
  expect(said()).toEqual([['which?'], ['which?']]);
  lab.clock.advanceBy(25 * 3_600_000);
  lab.trouble = () => ({ kind: 'no-connection' });
  const { id } = await ask('which?');
  expect(await lab.call(ada, 'chat.asked', { key: 'k1' })).toMatchObject({ id, standing: 'kept' });
  expect((await ask('which?')).id).toBe(id);
  expect(await waiting()).toHaveLength(1);
  await lab.call(ada, 'chat.cancel', { id });
  expect(await lab.call(ada, 'chat.asked', { key: 'k1' })).toBeNull();
});
