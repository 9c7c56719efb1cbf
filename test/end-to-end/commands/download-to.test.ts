import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';

// Copies of files at the service, into places of a person's own, over real HTTP and with what goes wrong there.

let lab: Lab;
let bench: Computer;
let out = '';
let round = 0;
const ids = new Map<string, string>();

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000 });
  lab = await openLab({ faults: true, commandsHere: true });
  bench = await lab.computer('bench');
  const { owner, knowledgeBase } = lab.service;
  const mirrored = await owner.makeFolder('Mirrored', knowledgeBase);
  await bench.mirror(mirrored);
  await bench.write('a.csv', 'one\n');
  await bench.sync();
  // A second computer puts what the first one does not mirror.
  const elsewhere = await lab.computer('elsewhere');
  const online = await owner.makeFolder('Only online', knowledgeBase);
  await elsewhere.mirror(online);
  await elsewhere.write('b.csv', 'two\n');
  await elsewhere.write('large.bin', 'x'.repeat(3_000_000));
  await elsewhere.sync();
  for (const [path, { id }] of await owner.files(online)) ids.set(path, id);
}, 180_000);

afterEach(() => faults([]));
afterAll(() => lab?.close());

async function faults(rules: readonly object[]): Promise<void> {
  const answer = await fetch(new URL('/faults', lab.service.baseUrl), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  expect(answer.ok).toBe(true);
}

/** A new empty folder of the person's own. */
async function place(): Promise<string> {
  out = join(lab.folder, `out ${(round += 1)}`);
  await mkdir(out);
  return out;
}

const get = (...args: readonly string[]) => bench.run(['files', 'get', ...args]);
const inside = () => readdir(out);

test('a file comes as a copy, whether it is mirrored, only online or named by its id; a taken name gets a number', async () => {
  await place();
  const mine = await succeed(get(join(bench.folder, 'a.csv'), '--to', out));
  expect(mine.stdout).toBe(`${join(out, 'a.csv')}\n`);
  await succeed(get('Knowledge Base/Only online/b.csv', '--to', out));
  const again = await get(ids.get('b.csv') ?? '', '--to', out, '--json');
  expect(again.json).toEqual({
    v: 1,
    saved: [
      { id: ids.get('b.csv'), path: join(out, 'b (2).csv'), sizeBytes: 4, version: expect.any(String) as string },
    ],
    left: [],
  });
  expect((await inside()).sort()).toEqual(['a.csv', 'b (2).csv', 'b.csv']);
  expect(await readFile(join(out, 'b.csv'), 'utf8')).toBe('two\n');
  // What is here may be newer; the copy is what the service has.
  await bench.write('a.csv', 'not sent yet\n');
  await succeed(get(join(bench.folder, 'a.csv'), '--to', join(out, 'as sent.csv')));
  expect(await readFile(join(out, 'as sent.csv'), 'utf8')).toBe('one\n');
  await bench.sync();
});

test('nothing is replaced, and a place that is not good says why', async () => {
  await place();
  await writeFile(join(out, 'mine.csv'), 'mine');
  const refusals = [
    [join(out, 'mine.csv'), 'is there already. Nothing was replaced'],
    [join(out, 'missing', 'x.csv'), 'There is no folder'],
    [bench.folder, 'in a folder that is kept in step'],
    [bench.data, 'keeps its own records'],
  ] as const;
  for (const [to, words] of refusals) {
    const told = await get(ids.get('b.csv') ?? '', '--to', to);
    expect([told.code, told.stdout]).toEqual([1, '']);
    expect(told.stderr).toContain(words);
  }
  const folder = await get('Knowledge Base/Only online', '--to', out);
  expect(folder).toMatchObject({ code: 1, stderr: expect.stringContaining('only files are downloaded') as string });
  expect(await inside()).toEqual(['mine.csv']);
  expect(await readFile(join(out, 'mine.csv'), 'utf8')).toBe('mine');
});

test.each([
  ['a connection that is cut', { truncate: 1_000_000 }],
  ['a page in place of the file', { html: true }],
  ['a storage that fails', { status: 503 }],
])('%s leaves nothing in the folder, hidden or not', async (_, fault) => {
  await place();
  await faults([{ match: { port: 'storage', method: 'GET' }, ...fault }]);
  const told = await get(ids.get('large.bin') ?? '', '--to', out);
  expect(told.code).not.toBe(0);
  expect(told.stdout).toBe('');
  expect(await inside()).toEqual([]);
});

test('of several files those that could be had are saved, and the others named', async () => {
  await place();
  await faults([{ match: { port: 'storage', method: 'GET' }, html: true, times: 1 }]);
  const told = await get(ids.get('large.bin') ?? '', ids.get('b.csv') ?? '', '--to', out, '--json');
  expect(told).toMatchObject({
    code: 3,
    json: { saved: [{ path: join(out, 'b.csv') }], left: [{ id: ids.get('large.bin') }] },
  });
  expect(await inside()).toEqual(['b.csv']);
});

test('what a killed program began goes at the next start, and nothing else', async () => {
  await place();
  await writeFile(join(out, '.benchtop-of-somebody.part'), 'mine');
  await faults([{ match: { port: 'storage', method: 'GET' }, bytesPerSecond: 200_000 }]);
  const running = bench.begin(['files', 'get', ids.get('large.bin') ?? '', '--to', out]);
  await until('a begun file', async () => ((await inside()).length > 1 ? true : undefined));
  await running.child.kill();
  await running.output;
  expect(await inside()).toHaveLength(2);
  await succeed(bench.run(['status']));
  expect(await inside()).toEqual(['.benchtop-of-somebody.part']);
});
