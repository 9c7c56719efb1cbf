import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Computer, filesBelow, type Lab, newComputer, openLab, type Result, settle } from '../benchtop.ts';

// Each wrong input gets one sentence that names the thing and the remedy, the right exit code, and touches no file.

const EXIT = { error: 1, usage: 2, signIn: 4, temporary: 75 } as const;

let lab: Lab;
let bench: Computer;
let shared: string;
/** A folder of the service that no mirror touches. */
let spare: string;
let count = 0;

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  bench = await lab.computer('bench');
  shared = await lab.service.owner.makeFolder('Shared', lab.service.knowledgeBase);
  await lab.service.owner.upload(shared, 'results.csv', 'first\n');
  spare = await lab.service.owner.makeFolder('Spare', lab.service.knowledgeBase);
  await bench.mirror(shared);
  await settle(bench);
});

afterAll(() => lab.close());

/** A computer on which no person has signed in. */
function blank(): Promise<Computer> {
  count += 1;
  return newComputer(join(lab.folder, `blank ${count}`), `blank ${count}`, { children: [], commandsHere: true });
}

/** Asserts a failure worth reading: the code, nothing on stdout, a short message that names what it is about. */
function expectRefusal(result: Result, code: number, ...named: readonly string[]): void {
  expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
  for (const name of named) expect(result.stderr).toContain(name);
  expect(result.stderr.trim()).not.toBe('');
  expect(result.stderr).not.toMatch(/^\s+at /m);
  expect(result.stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
}

function login(computer: Computer, service: string, key: string): Promise<Result> {
  return computer.run(['login', '--service', service, '--key-stdin', '--store', 'file'], key);
}

function addMirror(remote: string, local: string): Promise<Result> {
  return bench.run(['mirror', 'add', '--remote', remote, '--local', local]);
}

async function freshFolder(name: string): Promise<string> {
  const path = join(lab.folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

test('a wrong key: exit 4, and nothing is kept', async () => {
  const computer = await blank();
  expectRefusal(await login(computer, lab.service.baseUrl, 'svc_live_wrong'), EXIT.signIn, 'key');
  expect((await computer.run(['sync', '--once'])).code).toBe(EXIT.signIn);
});

test('no key at all is wrong usage', async () => {
  expectRefusal(await login(await blank(), lab.service.baseUrl, '\n'), EXIT.usage, 'key');
});

test('a key never goes into the arguments [S45]', async () => {
  const args = ['login', '--service', lab.service.baseUrl, '--key', 'svc_live_x'];
  const result = await (await blank()).run(args);
  expect(result.code).toBe(EXIT.usage);
  expect(result.stderr).not.toContain('svc_live_x');
});

test('an unreachable service: exit 75, and it is named', async () => {
  const closed = await freePort();
  const address = `http://127.0.0.1:${closed}/api/v1`;
  expectRefusal(await login(await blank(), address, 'svc_live_x'), EXIT.temporary, `127.0.0.1:${closed}`);
});

test('a page of HTML instead of the service: exit 75, and it is named', async () => {
  const page = createServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in to the network</title>');
  });
  const port = await listen(page);
  const result = await login(await blank(), `http://127.0.0.1:${port}/api/v1`, 'svc_live_x');
  page.close();
  expectRefusal(result, EXIT.temporary, `127.0.0.1:${port}`);
});

test('a service that answers with garbage while syncing: exit 75 or 1, no file is touched', async () => {
  const computer = await lab.computer('garbage');
  const before = await filesBelow(computer.folder);
  let garbled = true;
  const proxy = createServer((request, answer) => {
    if (!garbled) return void pass(request.url ?? '', request.headers['x-api-key']?.toString() ?? '', answer);
    return void answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items": [{"id": 7}]');
  });
  const port = await listen(proxy);
  garbled = false;
  await login(computer, `http://127.0.0.1:${port}/api/v1`, lab.service.people[0].apiKey);
  garbled = true;
  const result = await computer.run(['mirror', 'add', '--remote', shared, '--local', computer.folder]);
  proxy.close();
  expect([EXIT.temporary, EXIT.error]).toContain(result.code);
  expect(result.stderr.trim()).not.toBe('');
  expect(await filesBelow(computer.folder)).toEqual(before);
});

test.each(['http://kb.example.org/api/v1', 'ftp://127.0.0.1/', 'not an address', ''])(
  'the address %j is refused before anything is sent [S40]',
  async address => {
    const result = await login(await blank(), address, 'svc_live_x');
    expect([EXIT.error, EXIT.usage]).toContain(result.code);
    expect(result.stderr.trim()).not.toBe('');
    expect(result.stderr).not.toContain('svc_live_x');
  },
);

test('commands that need a sign-in say so: exit 4', async () => {
  const computer = await blank();
  expectRefusal(await computer.run(['sync', '--once']), EXIT.signIn);
  const args = ['mirror', 'add', '--remote', shared, '--local', computer.folder];
  expectRefusal(await computer.run(args), EXIT.signIn);
});

test('a local folder that is missing is named, and not made', async () => {
  const missing = join(lab.folder, 'missing');
  expectRefusal(await addMirror(spare, missing), EXIT.error, missing);
  expect(existsSync(missing)).toBe(false);
});

test('a local folder that is a file is named, and kept', async () => {
  const file = join(lab.folder, 'a file.txt');
  await writeFile(file, 'kept');
  expectRefusal(await addMirror(spare, file), EXIT.error, file);
});

test('a local folder that cannot be written is named', async () => {
  // Root may write everywhere but here.
  const locked = process.getuid?.() === 0 ? '/sys' : await freshFolder('locked');
  if (locked !== '/sys') await (await open(locked)).chmod(0o500);
  expectRefusal(await addMirror(spare, locked), EXIT.error, locked);
});

test('a local folder inside a mirrored one, or around it, is refused', async () => {
  await mkdir(join(bench.folder, 'inner'), { recursive: true });
  for (const local of [join(bench.folder, 'inner'), bench.folder, join(bench.folder, '..')]) {
    expectRefusal(await addMirror(spare, local), EXIT.error, local);
    expect(existsSync(join(local, '.benchtop', 'root.json'))).toBe(local === bench.folder);
  }
});

test('a folder of the service that is mirrored, holds a mirrored one, or lies in one, is refused', async () => {
  const inner = await lab.service.owner.makeFolder('Inner', shared);
  const local = await freshFolder('overlap');
  for (const remote of [shared, inner, lab.service.knowledgeBase]) {
    expectRefusal(await addMirror(remote, local), EXIT.error);
  }
  expect(await readdir(local)).toEqual([]);
});

test('a path that is not at the service is named', async () => {
  const local = await freshFolder('unknown');
  expectRefusal(await addMirror('Knowledge Base/No such folder', local), EXIT.error, 'No such folder');
  const id = '00000000-0000-4000-8000-000000000000';
  expectRefusal(await addMirror(id, local), EXIT.error, id);
  expect(await readdir(local)).toEqual([]);
});

test('an ambiguous path lists the ids to choose from', async () => {
  const { owner, knowledgeBase } = lab.service;
  const twins = [await owner.makeFolder('Twin', knowledgeBase), await owner.makeFolder('Twin', knowledgeBase)];
  const result = await addMirror('Knowledge Base/Twin', await freshFolder('twin'));
  expect(result).toMatchObject({ code: EXIT.error, stdout: '' });
  for (const id of twins) expect(result.stderr).toContain(id);
});

test('a slash in a name is written \\/, and composed letters are the same as single ones', async () => {
  await lab.service.owner.makeFolder('A/B Größe', lab.service.knowledgeBase);
  const result = await addMirror('Knowledge Base/A\\/B Größe'.normalize('NFD'), await freshFolder('slash'));
  expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
  expect(result.stdout.trim()).not.toBe('');
});

test('a damaged journal is mended by itself: what is equal is not sent again, and what was not sent yet is', async () => {
  const computer = await lab.computer('damaged');
  const folder = await lab.service.owner.makeFolder('Damaged', lab.service.knowledgeBase);
  await lab.service.owner.upload(folder, 'there.csv', 'there\n');
  await computer.mirror(folder);
  await computer.write('here.csv', 'here\n');
  await settle(computer);
  await computer.write('unsent.csv', 'unsent\n');
  expect(await damage(computer.data)).toBeGreaterThan(0);

  expect(await computer.sync()).toMatchObject({ code: 0, sent: 1, received: 0, removed: 0, conflicted: [] });
  const expected = { 'here.csv': 'here\n', 'there.csv': 'there\n', 'unsent.csv': 'unsent\n' };
  const there = [...(await lab.service.owner.files(folder))].map(([path, { text }]) => [path, text]);
  expect([Object.fromEntries(await computer.files()), Object.fromEntries(there)]).toEqual([expected, expected]);
});

/** Overwrites the start of every database but the lock; how many there were. */
async function damage(data: string): Promise<number> {
  let damaged = 0;
  for (const name of await readdir(data)) {
    if (/-(wal|shm|journal)$/.test(name)) await rm(join(data, name), { force: true });
    if (!/\.(db|sqlite3?)$/.test(name) || name === 'lock.db') continue;
    const file = await open(join(data, name), 'r+');
    await file.write(Buffer.alloc(4096, 'damaged '), 0, 4096, 0);
    await file.close();
    damaged += 1;
  }
  return damaged;
}

test.each([
  [['nonsense']],
  [['sync']],
  [['sync', '--twice']],
  [['mirror', 'add', '--remote', 'Knowledge Base']],
  [['mirror', 'add', '--remote', 'x', '--local', '.', '--mode', 'sideways']],
  [['login', '--service', 'http://127.0.0.1:1']],
  [['daemon', '--window-port', '70000']],
  [['conflicts', 'resolve', 'c1', '--keep', 'neither']],
  [['guards', 'answer', 'g1']],
  [['config', 'set', 'settleMs']],
])('wrong usage %j: exit 2, and the help is named', async args => {
  const result = await bench.run(args);
  expect({ code: result.code, stdout: result.stdout }).toEqual({ code: EXIT.usage, stdout: '' });
  expect(result.stderr).toContain('--help');
});

test.each(['mirror', 'mirror add', 'sync', 'daemon', 'window', 'conflicts resolve', 'guards answer', 'config set', ''])(
  'help on %j goes to stdout and names the exit codes',
  async command => {
    const result = await bench.run([...command.split(' ').filter(word => word !== ''), '--help']);
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/75/);
  },
);

test.each([
  ['settleMs', 'soon'],
  ['settleMs', '-1'],
  ['settleMs', '600001'],
  ['deleteHoldSeconds', '3601'],
  ['pollSeconds', '0'],
  ['guardPercent', '101'],
  ['colour', 'blue'],
])('the setting %s = %s is refused and named, and nothing changes', async (name, value) => {
  const before = (await bench.run(['config', 'get'])).stdout;
  const result = await bench.run(['config', 'set', name, value]);
  expect([EXIT.error, EXIT.usage]).toContain(result.code);
  expect(result.stderr).toContain(name);
  expect((await bench.run(['config', 'get'])).stdout).toBe(before);
});

test('a setting is kept over runs', async () => {
  expect((await bench.run(['config', 'set', 'guardItems', '40'])).code).toBe(0);
  expect((await bench.run(['config', 'get', 'guardItems'])).stdout.trim()).toBe('40');
});

test.each([
  [['conflicts', 'resolve', 'nothing', '--keep', 'both'], 'nothing'],
  [['guards', 'answer', 'nothing', '--keep'], 'nothing'],
  [['mirror', 'remove', 'nothing'], 'nothing'],
] as const)('an unknown id in %j is named: exit 1', async (args, id) => {
  expectRefusal(await bench.run(args), EXIT.error, id);
});

test('a window without a running Benchtop: exit 1 with the remedy', async () => {
  expectRefusal(await bench.run(['window']), EXIT.error, 'daemon --window-port');
});

test('a mirrored folder that is gone halts the mirror: exit 1, nothing is removed at the service', async () => {
  const computer = await lab.computer('unplugged');
  const folder = await lab.service.owner.makeFolder('Unplugged', lab.service.knowledgeBase);
  await lab.service.owner.upload(folder, 'safe.csv', 'safe\n');
  await computer.mirror(folder);
  await settle(computer);
  await rm(computer.folder, { recursive: true });
  const answer = await computer.sync();
  expect(answer).toMatchObject({ removed: 0, sent: 0 });
  expect(answer.code).not.toBe(0);
  expect([...(await lab.service.owner.files(folder)).keys()]).toEqual(['safe.csv']);
  expect(existsSync(computer.folder)).toBe(false);
});

function listen(server: Server): Promise<number> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Hands a GET on to the real service. */
async function pass(path: string, key: string, answer: ServerResponse): Promise<void> {
  const origin = new URL(lab.service.baseUrl).origin;
  const given = await fetch(origin + path, { headers: { 'X-API-Key': key } });
  answer.writeHead(given.status, { 'Content-Type': given.headers.get('Content-Type') ?? '' }).end(await given.text());
}
