import { beforeEach, expect, test } from 'vitest';

import type { OpenedContent } from '../../../../shared/features/preview/model.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import type { HttpTrouble } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import type { FakeRequest } from '../../service/fake-exchange.ts';

let lab: QuietLab;
let ada: Computer;
let task: string;

beforeEach(async () => {
  lab = new QuietLab();
  lab.searchPath = ':memory:';
  ada = await lab.computer('Ada');
  for (const folder of ['attached', 'kept']) ada.disk.tree.mkdir(`/data/${folder}`);
  task = as<{ id: string }>('POST', '/tasks', { title: 'Plate 7 analysis' }).id;
});

/** Asks the service past Benchtop, as Ada. */
function as<T>(method: FakeRequest['method'], path: string, json?: unknown): T {
  const headers = { 'x-api-key': lab.service.users[0]?.apiKey ?? '', 'content-type': 'application/json' };
  const body = json === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(json));
  const answer = lab.service.handle({ method, url: `${lab.service.baseUrl}${path}`, headers, body });
  const text = new TextDecoder().decode(answer.body);
  return (text === '' ? null : JSON.parse(text)) as T;
}

interface Detail {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly latestVersionId: string;
}

const detail = (id: string): Detail => as<Detail>('GET', `/files/${id}`);
const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Saves a view to the task, as a window does; it is a deliverable like any other then. */
function view(name = 'fit.csv', text = 'a,b\n1,2\n', source: string | null = null, version: string | null = null) {
  return lab.call(ada, 'chat.saveView', {
    task,
    name,
    contentType: 'text/csv',
    bytes: encoded(text),
    source,
    version,
  });
}

async function read(opened: OpenedContent): Promise<string> {
  if (opened.is !== 'open') return opened.is;
  const { base64 } = await lab.call(ada, 'content.read', { content: opened.content, at: 0, count: 1000 });
  return Buffer.from(base64, 'base64').toString();
}

const refusal = (status: number, json: unknown = {}): HttpTrouble => ({
  kind: 'instead',
  answer: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) },
});

/** What goes wrong with the requests whose method and path are these, so often. */
function trouble(method: string, path: RegExp, kind: HttpTrouble, times = Infinity): void {
  let left = times;
  lab.trouble = request => (request.method === method && path.test(request.url) && left-- > 0 ? kind : null);
}

/** The item of a mirrored file by its name. */
async function itemOf(name: string): Promise<string> {
  const { id } = await lab.call(ada, 'files.identify', { path: name, absolute: `${FOLDER}/${name}`, mirror: null });
  return id;
}

test('a view is saved to its task with the file and version that it was made from', async () => {
  lab.save(ada, { 'plate.csv': 'well,value\n' });
  await lab.sync(ada);
  const item = await itemOf('plate.csv');
  const saved = await view('plate, by row.csv', 'row,mean\n', item);
  const file = as<{ items: { id: string }[] }>('GET', `/folders/${lab.root}/files`).items[0]?.id ?? '';
  expect(saved).toMatchObject({
    name: 'plate, by row.csv',
    source: 'rendered',
    sourceFile: file,
    sourceVersion: detail(file).latestVersionId,
    sizeBytes: 9,
  });
  expect(await lab.call(ada, 'chat.attachments', { task })).toEqual([saved]);
});

test.each(['lost-answer', 'truncated'] as const)(
  'a view whose confirmation ended with %s is there once',
  async kind => {
    trouble('POST', /\/confirm$/, { kind }, 1);
    const saved = await view();
    expect(await lab.call(ada, 'chat.attachments', { task })).toEqual([saved]);
  },
);

test('a view is not told as saved when the service does not list it', async () => {
  trouble('POST', /\/confirm$/, refusal(200), 2);
  await expect(view()).rejects.toThrow('does not list it');
  trouble('POST', /\/confirm$/, { kind: 'no-connection' });
  await expect(view()).rejects.toThrow('connection broke before');
  trouble('POST', /\/rendered$/, refusal(404));
  await expect(view()).rejects.toThrow("isn't available to you");
  trouble('POST', /\/rendered$/, refusal(200, { odd: 1 }));
  await expect(view()).rejects.toMatchObject({ fault: { kind: 'failing' } });
  trouble('POST', /\/rendered$/, refusal(413, { messages: ['Too large.'] }));
  await expect(view()).rejects.toMatchObject({ fault: { kind: 'refused', messages: ['Too large.'] } });
  lab.trouble = () => null;
  expect(await lab.call(ada, 'chat.attachments', { task })).toEqual([]);
  await expect(view('empty.csv', '')).rejects.toThrow('nothing in this view');
});

test('a file of a task is looked into like any other, also after it left the knowledge base', async () => {
  const { id, file } = await view();
  const asked = { task, attachment: id, fetch: 'small' } as const;
  const opened = await lab.call(ada, 'chat.openAttachment', asked);
  expect(opened).toMatchObject({ is: 'open', name: 'fit.csv', sizeBytes: 8, from: 'service' });
  expect(await read(opened)).toBe('a,b\n1,2\n');
  as('DELETE', `/files/${file}`);
  expect(await read(await lab.call(ada, 'chat.openAttachment', asked))).toBe('a,b\n1,2\n');
  expect(await lab.call(ada, 'chat.openAttachment', { ...asked, fetch: 'no' })).toMatchObject({ is: 'not-here' });
  await lab.call(ada, 'chat.removeAttachment', { task, attachment: id });
  await expect(lab.call(ada, 'chat.openAttachment', asked)).rejects.toThrow('no longer available');
});

test.each([
  [
    'a web page in place of the bytes',
    { kind: 'instead', answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' } },
    'web page',
  ],
  [
    'bytes that are not all',
    { kind: 'instead', answer: { status: 200, headers: {}, body: 'a,b' } },
    'not the whole file',
  ],
] as const)('%s is not shown as the file', async (_, kind, words) => {
  const { id } = await view();
  lab.trouble = ({ method, url }) => (method === 'GET' && !url.includes('/api/v1/') ? kind : null);
  await expect(lab.call(ada, 'chat.openAttachment', { task, attachment: id, fetch: 'small' })).rejects.toThrow(words);
});

function save(attachment: string) {
  return lab.call(ada, 'chat.saveAttachment', { task, attachment, to: { base: lab.root } });
}

test('a file of a task is saved into a folder in one step, with the task it came from, and comes here', async () => {
  const { id } = await view();
  const saved = await save(id);
  expect(saved).toMatchObject({ name: 'fit.csv', note: null, origin: { task, title: 'Plate 7 analysis' } });
  expect(detail(saved.file).description).toMatch(/^From the task 'Plate 7 analysis', \d+ \w+ \d{4}/);
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'fit.csv': 'a,b\n1,2\n' });
  expect(await lab.call(ada, 'chat.origin', { id: saved.file })).toEqual(saved.origin);
  expect(await lab.call(ada, 'chat.origin', { id: await itemOf('fit.csv') })).toEqual(saved.origin);
  expect((await save(id)).name).toBe('fit (2).csv');
});

test('what was changed since, or is gone, is saved as the task has it', async () => {
  const [one, two] = [await view('one.csv', 'first'), await view('two.csv', 'second')];
  lab.service.colleague(0).editFile(one.file ?? '', new TextEncoder().encode('edited'));
  as('DELETE', `/files/${two.file}`);
  await save(one.id);
  await save(two.id);
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'one.csv': 'first', 'two.csv': 'second' });
  expect(ada.disk.tree.texts('/data/attached')).toEqual({});
});

test('a copy whose answer was lost is found and not made twice', async () => {
  const { id } = await view();
  trouble('POST', /\/fork$/, { kind: 'lost-answer' }, 1);
  const { file } = await save(id);
  expect(detail(file).name).toBe('fit.csv');
  trouble('POST', /\/fork$/, { kind: 'no-connection' }, 1);
  await expect(save(id)).rejects.toThrow('not known whether the file was saved');
  expect(Object.keys(lab.there())).toEqual(['fit.csv']);
});

test('a folder or task that refuses says so, and a note that is not taken is told', async () => {
  const { id } = await view();
  trouble('POST', /\/fork$/, refusal(403, { messages: ['No.'] }));
  await expect(save(id)).rejects.toMatchObject({ fault: { kind: 'not-allowed' } });
  trouble('GET', /\/attachments$/, refusal(404));
  await expect(save(id)).rejects.toThrow("isn't available to you");
  lab.trouble = () => ({ kind: 'no-connection' });
  await expect(save(id)).rejects.toThrow('cannot be reached');
  trouble('PUT', /\/api\/v1\/files\//, refusal(403));
  expect(await save(id)).toMatchObject({ name: 'fit.csv', note: expect.stringContaining('did not take the note') });
});

test('a file of a task is kept offline with the task it came from', async () => {
  const { id, file } = await view();
  const asked = { task, attachment: id, wait: true };
  expect(await lab.call(ada, 'chat.keepAttachment', asked)).toEqual({ file, note: null });
  expect(await lab.call(ada, 'chat.origin', { id: file ?? '' })).toMatchObject({ task, title: 'Plate 7 analysis' });
  const [kept] = await lab.call(ada, 'library.kept', null);
  expect(kept?.note).toMatch(/^From the task 'Plate 7 analysis', \d+ \w+ \d{4}.* A copy to look into offline/);
  lab.trouble = () => ({ kind: 'no-connection' });
  const opened = await lab.call(ada, 'content.open', { id: file ?? '', version: null, fetch: 'no' });
  expect(await read(opened)).toBe('a,b\n1,2\n');
});

/** A file that the organization published. */
function published(name: string, text: string): string {
  const there = lab.service.colleague(0);
  const id = there.createFile(there.createFolder(null, 'Drawer'), name, new TextEncoder().encode(text));
  as('POST', `/files/${id}/promote`, { visibility: 'library' });
  return id;
}

const edit = (id: string, text: string): string =>
  lab.service.colleague(0).editFile(id, new TextEncoder().encode(text));

const copiesNow = () => lab.call(ada, 'chat.workingCopies', { task, file: null });

test('a working copy is made for a task, told as it is, and committed as it was seen', async () => {
  const original = published('protocol.md', 'step 1\n');
  const made = await lab.call(ada, 'chat.startWorkingCopy', { task, file: original });
  expect(made).toMatchObject({
    original,
    name: 'protocol.md',
    state: 'same',
    text: expect.stringContaining('Plate 7'),
  });
  edit(made.copy, 'step 1\nstep 2\n');
  const [edited] = await copiesNow();
  // The working copy is found from either of the two files.
  for (const file of [original, made.copy])
    expect(await lab.call(ada, 'chat.workingCopies', { task: null, file })).toEqual([edited]);
  expect(edited).toMatchObject({ state: 'edited', text: "The copy for the task 'Plate 7 analysis' was edited." });
  const seen = { copy: edited?.sides?.copy.version ?? '', original: edited?.sides?.original.version ?? '' };
  const committed = await lab.call(ada, 'chat.commitWorkingCopy', { copy: made.copy, seen });
  expect(committed).toMatchObject({
    state: 'committed',
    sides: { original: { version: detail(original).latestVersionId } },
  });
  await expect(lab.call(ada, 'chat.commitWorkingCopy', { copy: made.copy, seen })).rejects.toThrow(
    'newer version by now',
  );
  await lab.call(ada, 'chat.forgetWorkingCopy', { copy: made.copy });
  expect(await copiesNow()).toEqual([]);
});

test('nothing is committed over what somebody else saved meanwhile', async () => {
  const original = published('protocol.md', 'step 1\n');
  const { copy } = await lab.call(ada, 'chat.startWorkingCopy', { task, file: original });
  edit(copy, 'mine\n');
  const [before] = await copiesNow();
  const seen = { copy: before?.sides?.copy.version ?? '', original: before?.sides?.original.version ?? '' };
  edit(original, 'theirs\n');
  await expect(lab.call(ada, 'chat.commitWorkingCopy', { copy, seen })).rejects.toThrow('newer version by now');
  expect(await copiesNow()).toMatchObject([{ state: 'both' }]);
  trouble('POST', /\/commit$/, refusal(409));
  const now = { ...seen, original: detail(original).latestVersionId };
  await expect(lab.call(ada, 'chat.commitWorkingCopy', { copy, seen: now })).rejects.toThrow('take parts of both');
});

test.each([
  ['lost-answer', 'committed'],
  ['no-connection', 'edited'],
] as const)('a commit that ended with %s is told as what is read back', async (kind, state) => {
  const original = published('protocol.md', 'step 1\n');
  const { copy } = await lab.call(ada, 'chat.startWorkingCopy', { task, file: original });
  edit(copy, 'mine\n');
  const [before] = await copiesNow();
  const seen = { copy: before?.sides?.copy.version ?? '', original: before?.sides?.original.version ?? '' };
  trouble('POST', /\/commit$/, { kind }, 1);
  const end = await lab.call(ada, 'chat.commitWorkingCopy', { copy, seen }).catch(() => null);
  expect(end?.state ?? 'not known').toBe(state === 'committed' ? 'committed' : 'not known');
  lab.trouble = () => null;
  expect(await copiesNow()).toMatchObject([{ state }]);
});

test('working copies say when the service, the copy or the right is missing', async () => {
  const original = published('protocol.md', 'step 1\n');
  trouble('POST', /\/working-copy/, refusal(400, { messages: ['The file is not published.'] }));
  const start = () => lab.call(ada, 'chat.startWorkingCopy', { task, file: original });
  await expect(start()).rejects.toThrow('makes them of published files');
  trouble('POST', /\/working-copy/, { kind: 'lost-answer' });
  await expect(start()).rejects.toThrow('connection broke');
  lab.trouble = () => null;
  const { copy } = await start();
  lab.trouble = () => ({ kind: 'no-connection' });
  expect(await copiesNow()).toMatchObject([{ state: 'unknown', sides: null }]);
  lab.trouble = () => null;
  as('DELETE', `/files/${copy}`);
  expect(await copiesNow()).toMatchObject([{ state: 'gone', sides: null }]);
});

test('a mention looks here first, then at the service, each file once and marked with where it was found', async () => {
  lab.save(ada, { 'plate 7.csv': 'x' });
  await lab.sync(ada);
  await view('plate 7 fit.csv');
  const there = lab.service.colleague(0);
  there.createFile(there.createFolder(null, 'Drawer'), 'plate 70.csv', new TextEncoder().encode('y'));
  const ask = (where: 'here' | 'all') => lab.call(ada, 'chat.mention', { text: 'plate', where, limit: 20 });
  const { mentions, note } = await ask('all');
  expect(note).toBeNull();
  expect(mentions[0]).toMatchObject({ name: 'plate 7.csv', from: 'here', path: expect.stringContaining('Lab') });
  expect(mentions.map(({ name }) => name).toSorted()).toEqual(['plate 7 fit.csv', 'plate 7.csv', 'plate 70.csv']);
  expect(new Set(mentions.map(({ from }) => from))).toContain('files');
  expect((await ask('here')).mentions.map(({ name }) => name)).toEqual(['plate 7.csv']);
  lab.trouble = () => ({ kind: 'no-connection' });
  expect(await ask('all')).toMatchObject({
    mentions: [{ name: 'plate 7.csv', from: 'here' }],
    note: expect.stringContaining('could not be asked'),
  });
  trouble('GET', /\/files\/search/, refusal(403));
  expect((await ask('all')).mentions.map(({ from }) => from)).toEqual(['here', 'attachments']);
});

test('what came from tasks is not shown to whoever signs in next, and is there for who made it [S51]', async () => {
  const original = published('protocol.md', 'step 1\n');
  await lab.call(ada, 'chat.startWorkingCopy', { task, file: original });
  const { id } = await view();
  const { file } = await save(id);
  const [mine, other] = [0, 1].map(at => lab.service.users[at]?.apiKey ?? '');
  const enter = async (key = ''): Promise<void> => {
    await lab.call(ada, 'account.look', null);
    await lab.call(ada, 'account.signOut', null);
    await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
    await lab.call(ada, 'account.look', null);
  };
  await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  await enter(other);
  expect(await copiesNow()).toEqual([]);
  expect(await lab.call(ada, 'chat.origin', { id: file })).toBeNull();
  await enter(mine);
  expect(await copiesNow()).toMatchObject([{ state: 'same' }]);
});
