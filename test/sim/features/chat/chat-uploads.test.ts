import { beforeEach, expect, test } from 'vitest';

import type { OutboxMessage, WrittenMessage } from '../../../../shared/features/chat/model.ts';
import type { Computer } from '../../world/computer.ts';
import { watchAddresses } from '../../lab/lost-answers.ts';
import { lie } from '../../world/lying-service.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let ada: Computer;

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  ada.disk.tree.mkdir('/data/attached');
});

interface ToldMessage {
  readonly id: string;
  readonly content: string;
  readonly attachments: readonly { readonly fileName: string; readonly sizeBytes: number }[];
}

/** What the service has, asked past Benchtop. */
function asked<T>(path: string): T {
  const headers = { 'x-api-key': lab.service.users[0]?.apiKey ?? '' };
  const url = `${lab.service.baseUrl}${path}`;
  const { body } = lab.service.handle({ method: 'GET', url, headers, body: new Uint8Array() });
  return JSON.parse(new TextDecoder().decode(body)) as T;
}

function tasks(): readonly string[] {
  return [1, 2, 3].flatMap(page =>
    asked<{ items: { id: string }[] }>(`/tasks?status=all&pageSize=100&page=${page}`).items.map(({ id }) => id),
  );
}

/** Every message as its text and the files that came with it, task by task. */
function said(): readonly string[] {
  return tasks().flatMap(id =>
    asked<{ items: ToldMessage[] }>(`/tasks/${id}/messages`).items.map(({ content, attachments }) =>
      [content, ...attachments.map(({ fileName, sizeBytes }) => `${fileName} ${sizeBytes}`)].join(' + '),
    ),
  );
}

/** Every file of every task, by name. */
function attached(): readonly string[] {
  const names = tasks().flatMap(id => asked<{ fileName: string }[]>(`/tasks/${id}/attachments`));
  return names.map(({ fileName }) => fileName).toSorted();
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(encode(text));
}

/** Chooses a file, as a window does that sends its bytes to the drop door. */
async function attach(name: string, text: string): Promise<string> {
  const { id } = await lab.call(ada, 'chat.attach', { name, sizeBytes: encode(text).length });
  const incoming = { sizeBytes: encode(text).length, chunks: chunks(text) };
  expect(await lab.drive(ada.app.drops.take(id, [name], incoming))).toBe(id);
  return id;
}

function written(text: string, uploads: readonly string[] = []): WrittenMessage {
  return { text, contextFiles: [], referencedFiles: [], openFile: null, attachmentIds: [], uploads: [...uploads] };
}

function send(text: string, uploads: readonly string[], { task = null, wait = false }: To = {}) {
  return lab.call(ada, 'chat.send', { ...written(text, uploads), task, wait });
}

interface To {
  readonly task?: string | null;
  readonly wait?: boolean;
}

const waiting = (): Promise<readonly OutboxMessage[]> => lab.call(ada, 'chat.outbox', null);

/** Tries what waits, as time passes, until nothing goes on by itself. */
async function sendAll(): Promise<readonly OutboxMessage[]> {
  for (let round = 0; round < 30; round += 1) {
    const [first] = (await waiting()).filter(({ state }) => !['failed', 'unsure'].includes(state));
    if (first === undefined) break;
    await lab.call(ada, 'chat.retry', { id: first.id, anyway: false, wait: true });
    lab.clock.advanceBy(31_000);
  }
  return waiting();
}

const kept = (): readonly string[] => Object.values(ada.disk.tree.texts('/data/attached')).toSorted();

test('a message goes after its files, and then nothing of them is kept here', async () => {
  const id = await attach('plate 7.csv', 'well,value\nA1,1\n');
  expect(await lab.call(ada, 'chat.uploads', { ids: [id] })).toMatchObject([
    { name: 'plate 7.csv', sizeBytes: 16, state: 'kept', note: null },
  ]);
  const { task } = await send('what is this?', [id], { wait: true });
  expect(task).not.toBeNull();
  expect(said()).toEqual(['what is this? + plate 7.csv 16']);
  expect(await waiting()).toEqual([]);
  expect(kept()).toEqual([]);
  expect(await lab.call(ada, 'chat.uploads', { ids: [id] })).toEqual([]);
});

test('bytes in parts are kept as those of the drop door are', async () => {
  const { id } = await lab.call(ada, 'chat.attach', { name: 'pasted.txt', sizeBytes: null });
  const part = { ticket: id, path: 'pasted.txt' };
  await lab.call(ada, 'drops.part', { ...part, at: 0, base64: btoa('one '), isLast: false });
  const { at } = await lab.call(ada, 'drops.part', { ...part, at: 4, base64: btoa('two'), isLast: true });
  expect(at).toBe(id);
  expect(kept()).toEqual(['one two']);
});

test('a name that hides something is told and sent as it reads', async () => {
  const id = await attach('../../etc/plate\u202Evsc.exe\n.csv', 'abc');
  expect(await lab.call(ada, 'chat.uploads', { ids: [id] })).toMatchObject([{ name: 'platevsc.exe.csv' }]);
  await send('look', [id], { wait: true });
  expect(attached()).toEqual(['platevsc.exe.csv']);
});

test('what breaks off on its way here is nothing, and the message cannot name it', async () => {
  const { id } = await lab.call(ada, 'chat.attach', { name: 'half.csv', sizeBytes: 100 });
  const half = ada.app.drops.take(id, ['half.csv'], { sizeBytes: 100, chunks: chunks('half') });
  await expect(lab.drive(half)).rejects.toThrow('broke off');
  expect(kept()).toEqual([]);
  await expect(send('look', [id])).rejects.toThrow('not on its way');
});

test('files of a message offline wait with it, over a restart, and it goes when the service answers', async () => {
  const id = await attach('a.csv', 'abc');
  lab.trouble = () => ({ kind: 'no-connection' });
  await send('later', [id], { wait: true });
  expect(await waiting()).toMatchObject([{ state: 'waiting', uploads: [id] }]);
  ada.crash();
  await lab.drive(ada.start());
  lab.trouble = () => null;
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual(['later + a.csv 3']);
});

test('a file that is refused keeps its message with the reason, and lets others pass', async () => {
  const { task } = await send('begin', [], { wait: true });
  const [bad, good] = [await attach('setup.exe', 'MZ'), await attach('a.csv', 'abc')];
  const { id } = await send('run this', [bad, good], { task });
  await send('and this', [], { task });
  expect(await sendAll()).toMatchObject([
    { state: 'failed', text: 'run this', note: expect.stringContaining("did not take 'setup.exe'") },
  ]);
  expect(said()).toEqual(['begin', 'and this']);
  expect(await lab.call(ada, 'chat.uploads', { ids: [bad] })).toMatchObject([
    { state: 'failed', note: expect.stringContaining('.exe') },
  ]);
  await lab.call(ada, 'chat.edit', { id, message: written('run this', [good]) });
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual(['begin', 'and this', 'run this + a.csv 3']);
  expect(attached()).toEqual(['a.csv']);
  await lab.call(ada, 'chat.detach', { id: bad });
  expect(kept()).toEqual([]);
  expect(ada.stored()).toContain('MZ');
});

const json = { 'content-type': 'application/json' };
const instead = (status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}) =>
  ({ kind: 'instead', answer: { status, headers: { ...json, ...headers }, body: JSON.stringify(body) } }) as const;

test.each([
  ['too large (413)', instead(413, { messages: ['Too large.'] }), 'failed', 'too large for the service'],
  ['not allowed (403)', instead(403), 'failed', "may not add 'a.csv'"],
  ['a strange answer', instead(200, { odd: true }), 'waiting', 'status 200'],
  ['told to wait (429)', instead(429, {}, { 'retry-after': '20' }), 'waiting', 'asked us to wait'],
  ['a server fault', instead(500), 'waiting', 'could not answer'],
] as const)('%s: the message is kept with the reason, and goes later', async (_, trouble, state, words) => {
  const id = await attach('a.csv', 'abc');
  lab.trouble = ({ url }) => (url.endsWith('/files/upload') ? trouble : null);
  await send('look', [id], { wait: true });
  const [message] = await waiting();
  expect(message).toMatchObject({ state, note: expect.stringContaining(words) });
  lab.trouble = () => null;
  await lab.call(ada, 'chat.retry', { id: message?.id ?? '', anyway: false, wait: true });
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual(['look + a.csv 3']);
});

test('two files that were announced as one do not go to one place, and both arrive with their messages', async () => {
  const [one, other] = [await attach('a.csv', 'abc'), await attach('b.csv', 'defg')];
  let first: unknown = null;
  lab.trouble = ({ url }) =>
    url.endsWith('/files/upload') ? lie(target => ({ ...target, fileId: (first ??= target['fileId']) })) : null;
  const addresses = watchAddresses(lab);
  await send('look', [one, other], { wait: true });
  expect(addresses.length).toBe(1);
  const [message] = await waiting();
  expect(message).toMatchObject({ state: 'waiting', note: expect.stringContaining('was there before') });
  lab.trouble = () => null;
  await lab.call(ada, 'chat.retry', { id: message?.id ?? '', anyway: false, wait: true });
  expect(await sendAll()).toEqual([]);
  expect(said()).toEqual(['look + a.csv 3 + b.csv 4']);
});

test('a task that vanished keeps the message and its file, in plain words', async () => {
  const id = await attach('a.csv', 'abc');
  await send('look', [id], { task: 'c1a5e2aa-0000-4000-8000-000000000001', wait: true });
  expect(await waiting()).toMatchObject([{ state: 'failed', note: expect.stringContaining("isn't available to you") }]);
  expect(kept()).toEqual(['abc']);
});

test('a link that ran out is asked for again by itself', async () => {
  let refusals = 0;
  lab.trouble = ({ method, url }) => {
    if (method !== 'PUT' || url.includes('/api/') || refusals === 2) return null;
    refusals += 1;
    return instead(403);
  };
  await send('look', [await attach('a.csv', 'abc')], { wait: true });
  expect(refusals).toBe(2);
  expect(said()).toEqual(['look + a.csv 3']);
  expect(attached()).toEqual(['a.csv']);
});

test('a large file on its way holds up no other conversation', async () => {
  lab.trouble = ({ method, url }) =>
    method === 'PUT' && !url.includes('/api/') ? { kind: 'slow', ms: 3_600_000 } : null;
  await send('with a file', [await attach('large.bin', 'x'.repeat(1000))]);
  const first = (await waiting())[0]?.id ?? '';
  // Not waited for: the file is on its way for hours.
  void ada.app.handlers['chat.retry']({ id: first, anyway: false, wait: false });
  const quick = ada.app.handlers['chat.send']({ ...written('without'), task: null, wait: false });
  const { id } = await lab.drive(quick);
  void ada.app.handlers['chat.retry']({ id, anyway: false, wait: true });
  await lab.scheduler.run(() => said().includes('without'), 20_000);
  expect(said()).toEqual(['without']);
});

test('a message that is taken out while its file travels leaves nothing in the task', async () => {
  const id = await attach('large.bin', 'x'.repeat(5_000_000));
  const sent = await send('look', [id]);
  const sending = ada.app.handlers['chat.retry']({ id: sent.id, anyway: false, wait: true });
  const travels = (): boolean => ada.journal.facts.get('chat.uploads')?.includes('"place"') === true;
  await lab.scheduler.run(travels, 20_000);
  expect(travels()).toBe(true);
  await ada.app.handlers['chat.cancel']({ id: sent.id });
  await lab.drive(sending);
  expect(attached()).toEqual([]);
  expect(await waiting()).toEqual([]);
  expect(kept()).toHaveLength(1);
});

test('what somebody else did to a kept file is not sent in its name', async () => {
  const id = await attach('a.csv', 'abc');
  ada.disk.tree.write(`/data/attached/${id}`, 'xyz!');
  await send('look', [id], { wait: true });
  expect(await waiting()).toMatchObject([{ state: 'failed', note: expect.stringContaining('no longer kept here') }]);
  expect(attached()).toEqual([]);
});

test('a message that was taken out gives its files back for another one', async () => {
  const id = await attach('a.csv', 'abc');
  lab.trouble = () => ({ kind: 'no-connection' });
  const sent = await send('wrong', [id], { wait: true });
  await expect(lab.call(ada, 'chat.detach', { id })).rejects.toThrow('Take it out of the message first');
  const { message } = await lab.call(ada, 'chat.cancel', { id: sent.id });
  expect(message.uploads).toEqual([id]);
  await lab.call(ada, 'chat.setDraft', { task: null, draft: message });
  lab.trouble = () => null;
  lab.clock.advanceBy(30 * 86_400_000);
  ada.crash();
  await lab.drive(ada.start());
  await send('right', [id], { wait: true });
  expect(said()).toEqual(['right + a.csv 3']);
});

test('what nobody names for a week goes into the store, and what the records do not know does at once', async () => {
  await attach('forgotten.csv', 'somebody typed this');
  lab.clock.advanceBy(8 * 86_400_000);
  ada.disk.tree.write('/data/attached/c1a5e2aa-0000-4000-8000-000000000009', 'of a crash');
  ada.crash();
  await lab.drive(ada.start());
  const begun = (): void => ada.app.start();
  begun();
  await lab.drive(ada.app.handlers['chat.outbox'](null));
  await lab.scheduler.run(() => ada.stored().length >= 2, 20_000);
  await lab.drive(ada.app.close());
  expect(ada.stored().toSorted()).toEqual(['of a crash', 'somebody typed this']);
  expect(kept()).toEqual([]);
});

test('a conversation goes on under the name it was begun with, also after a restart', async () => {
  const { conversation } = await send('one', [], { wait: true });
  ada.crash();
  await lab.drive(ada.start());
  const { task } = await send('two', [], { task: conversation, wait: true });
  expect(task).not.toBe(conversation);
  expect(said()).toEqual(['one', 'two']);
});

test('who leaves this computer is told of files that wait for their messages, and may lose them', async () => {
  const id = await attach('pasted.txt', 'nowhere else');
  const { apart } = await lab.call(ada, 'leaving.look', null);
  expect(apart).toMatchObject([{ id: `upload:${id}`, from: 'waiting', path: 'pasted.txt', sizeBytes: 12 }]);
  expect((await lab.call(ada, 'leaving.finish', { lose: [`upload:${id}`] })).lost).toEqual({ files: 1, sizeBytes: 12 });
  expect(kept()).toEqual([]);
});

/** Crashes at the moment with this number, of all that Ada does at the service and on the disk. @returns whether it came. */
async function crashAt(at: number, lost: string | null): Promise<boolean> {
  let count = 0;
  let isDead = false;
  lab.scheduler.mischief = ({ label }) => {
    if (!/^(http|disk)/.test(label) || count++ !== at) return undefined;
    isDead = true;
    return { do: 'crash' };
  };
  lab.trouble = ({ method, url }) =>
    lost !== null && method !== 'GET' && url.includes(lost) ? { kind: 'lost-answer' } : null;
  const [first] = await waiting();
  let isSettled = false;
  const settle = (): void => void (isSettled = true);
  ada.app.handlers['chat.retry']({ id: first?.id ?? '', anyway: false, wait: true }).then(settle, settle);
  await lab.scheduler.run(() => isDead || isSettled, 5000);
  lab.scheduler.mischief = () => undefined;
  lab.trouble = () => null;
  if (isDead) await lab.drive(ada.start());
  return isDead;
}

/** Of the moments, so many apart; `BENCHTOP_EVERY=1` plays all. */
const EVERY = Number(process.env['BENCHTOP_EVERY'] ?? 5);

test.each([
  { lost: null, confirmTwice: true },
  { lost: '/confirm', confirmTwice: false },
  { lost: '/files/upload', confirmTwice: true },
  { lost: '/messages', confirmTwice: true },
])(
  'killed at every moment, each file is in its task once and each message goes with it once (lost: $lost)',
  async ({ lost, confirmTwice }) => {
    lab.service.change({ confirmTwice });
    const expected: string[] = [];
    const names: string[] = [];
    let at = 0;
    for (let isReached = true; isReached && at < 400; at += EVERY) {
      const files = [await attach(`one ${at}.csv`, `one ${at}`), await attach(`two ${at}.csv`, `two ${at}`)];
      await send(`look ${at}`, files);
      names.push(`one ${at}.csv`, `two ${at}.csv`);
      expected.push(`look ${at} + one ${at}.csv ${4 + String(at).length} + two ${at}.csv ${4 + String(at).length}`);
      isReached = await crashAt(at, lost);
      expect(await sendAll(), `moment ${at}`).toEqual([]);
    }
    expect(at).toBeGreaterThan(20);
    expect(said().toSorted()).toEqual(expected.toSorted());
    expect(attached()).toEqual(names.toSorted());
    expect(kept()).toEqual([]);
  },
);
