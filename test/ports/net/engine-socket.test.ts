import * as fs from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  connectToEngine,
  type EngineSocket,
  listenForClients,
  socketPath,
} from '../../../main/node/net/engine-socket.ts';
import { connect } from '../../../shared/rpc/rpc-client.ts';
import { serve } from '../../../shared/rpc/rpc-server.ts';
import type { Transport } from '../../../shared/rpc/transport.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';
import { otherPathTo } from '../../setup/other-path.ts';
import { handlersWith, handTopics } from '../../shared/scripted-handlers.ts';

let base: string;
let door: EngineSocket | null = null;
const runtimeFolder = process.env['XDG_RUNTIME_DIR'];

beforeEach(() => {
  base = fs.mkdtempSync(join(tmpdir(), 'benchtop-socket-'));
});
afterEach(async () => {
  await door?.close();
  door = null;
  fs.rmSync(base, { recursive: true });
  if (runtimeFolder === undefined) delete process.env['XDG_RUNTIME_DIR'];
  else process.env['XDG_RUNTIME_DIR'] = runtimeFolder;
});

async function called(dataDirectory: string): Promise<Transport> {
  const transport = await connectToEngine(dataDirectory);
  if (transport === null) throw new Error('Nobody answers');
  return transport;
}

function heardFrom(transport: Transport): string[] {
  const heard: string[] = [];
  transport.onMessage(text => heard.push(text));
  return heard;
}

test('texts go both ways, whole and in order, also large ones and those that are no ASCII', async () => {
  door = await listenForClients(base, transport => transport.onMessage(text => transport.send(`echo ${text}`)));
  const transport = await called(base);
  const heard = heardFrom(transport);
  const texts = ['one', '', 'Ä 🧪'.repeat(200_000), '{"a":"b\\n"}', 'last'];
  for (const text of texts) transport.send(text);
  await expect.poll(() => heard.length).toBe(texts.length);
  expect(heard).toEqual(texts.map(text => `echo ${text}`));
  transport.close();
});

test('each caller has an end of its own', async () => {
  const ends: Transport[] = [];
  door = await listenForClients(base, transport => ends.push(transport));
  const callers = await Promise.all([called(base), called(base)]);
  const heard = callers.map(heardFrom);
  await expect.poll(() => ends.length).toBe(2);
  ends.forEach((end, index) => end.send(`for ${index}`));
  await expect.poll(() => heard.flat().length).toBe(2);
  expect(heard.flat().toSorted()).toEqual(['for 0', 'for 1']);
});

test('only this user may connect [S53]', async () => {
  door = await listenForClients(base, () => undefined);
  expect(fs.statSync(socketPath(base)).mode & 0o777).toBe(0o600);
});

test('a socket left by a dead engine is replaced', async () => {
  fs.writeFileSync(socketPath(base), 'left over');
  door = await listenForClients(base, transport => transport.send('hello'));
  const heard = heardFrom(await called(base));
  await expect.poll(() => heard).toEqual(['hello']);
});

test('where nobody listens there is nobody', async () => {
  expect(await connectToEngine(base)).toBeNull();
  fs.writeFileSync(socketPath(base), 'left over');
  expect(await connectToEngine(base)).toBeNull();
});

test('both ends hear of the end once, whoever ended it, and what was sent before still arrives', async () => {
  const events: string[] = [];
  const ends: Transport[] = [];
  door = await listenForClients(base, transport => {
    ends.push(transport);
    transport.onMessage(text => events.push(text));
    transport.onClose(() => events.push('engine heard'));
  });
  const transport = await called(base);
  transport.onClose(() => events.push('caller heard'));
  transport.send('last words');
  transport.close();
  transport.close();
  transport.send('too late');
  await expect.poll(() => events).toEqual(['caller heard', 'last words', 'engine heard']);
  let heardAtOnce = false;
  transport.onClose(() => (heardAtOnce = true));
  expect([heardAtOnce, ends.length]).toEqual([true, 1]);
});

test('closing the door hangs up on all callers and takes the socket away', async () => {
  door = await listenForClients(base, () => undefined);
  const transport = await called(base);
  const closed = new Promise<void>(resolve => transport.onClose(resolve));
  await door.close();
  await closed;
  expect([await connectToEngine(base), fs.existsSync(socketPath(base))]).toEqual([null, false]);
});

test('a line that never ends is cut off', async () => {
  const ends: Transport[] = [];
  door = await listenForClients(base, transport => ends.push(transport));
  const socket = createConnection(socketPath(base));
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => socket.on('close', () => resolve()));
  for (let index = 0; index < 20; index += 1) socket.write(Buffer.alloc(1024 * 1024, 'x'));
  await closed;
  const heard = heardFrom(await called(base));
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.send('others go on');
  await expect.poll(() => heard).toEqual(['others go on']);
});

test('a caller that says nothing but empty lines is hung up on, and holds nobody else up', async () => {
  let lines = 0;
  door = await listenForClients(base, transport => {
    transport.onMessage(() => (lines += 1));
    serve(transport, handlersWith({ 'settings.all': async () => ({}) }), handTopics());
  });
  const socket = createConnection(socketPath(base));
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => socket.on('close', () => resolve()));
  socket.write(Buffer.alloc(1024 * 1024, '\n'));
  await closed;
  expect(lines).toBeLessThan(1000);
  expect(await connect(await called(base)).call('settings.all', null)).toEqual({});
});

test('what arrived before anybody listened is kept for the first listener', async () => {
  door = await listenForClients(base, transport => transport.send('hello'));
  const transport = await called(base);
  await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
  const heard = heardFrom(transport);
  await expect.poll(() => heard).toEqual(['hello']);
});

test('a data directory with a long path has its socket under a hashed name, in a folder of this user alone', async () => {
  process.env['XDG_RUNTIME_DIR'] = base;
  const long = join(base, 'l'.repeat(120));
  fs.mkdirSync(long);
  expect(socketPath(long)).toMatch(/\/benchtop\/[0-9a-f]{32}\.sock$/);
  expect(socketPath(long)).not.toBe(socketPath(`${long}x`));
  expect(fs.statSync(join(base, 'benchtop')).mode & 0o777).toBe(0o700);
  door = await listenForClients(long, transport => transport.send('hello'));
  const heard = heardFrom(await called(long));
  await expect.poll(() => heard).toEqual(['hello']);
});

test('an engine is reached by any path to its data directory, also where the socket has a hashed name', async () => {
  process.env['XDG_RUNTIME_DIR'] = base;
  const long = join(base, 'l'.repeat(ON_POSIX ? 120 : 20));
  fs.mkdirSync(long);
  door = await listenForClients(long, transport => transport.send('hello'));
  const heard = heardFrom(await called(otherPathTo(long, base)));
  await expect.poll(() => heard).toEqual(['hello']);
});

test('a runtime folder that others may enter is refused [S35]', () => {
  process.env['XDG_RUNTIME_DIR'] = base;
  fs.mkdirSync(join(base, 'benchtop'));
  fs.chmodSync(join(base, 'benchtop'), 0o777);
  expect(() => socketPath(join(base, 'l'.repeat(120)))).toThrowError(/must belong to you alone/);
});

test.runIf(ON_POSIX)(
  'a socket whose file somebody removed is made again, and who called before is not hung up on',
  async () => {
    door = await listenForClients(base, transport => transport.onMessage(text => transport.send(`echo ${text}`)), 20);
    const before = await called(base);
    const heard = heardFrom(before);
    fs.rmSync(socketPath(base));
    await expect.poll(() => fs.existsSync(socketPath(base))).toBe(true);
    const after = await called(base);
    const heardAfter = heardFrom(after);
    before.send('one');
    after.send('two');
    await expect.poll(() => [heard, heardAfter]).toEqual([['echo one'], ['echo two']]);
    expect(fs.statSync(socketPath(base)).mode & 0o777).toBe(0o600);
    await door.close();
    expect(fs.existsSync(socketPath(base))).toBe(false);
  },
);
