import { EventEmitter } from 'node:events';

import { afterEach, expect, test, vi } from 'vitest';

import type { Content } from '../../main/items/content/content-grants.ts';
import { openShellDoor, type ShellPort } from '../../main/server/shell-door.ts';
import { answerWithBytes, type OpenBytes } from '../../main/shell/window/byte-answers.ts';
import { FaultError } from '../../shared/fault.ts';
import { portTransport, type TextPort } from '../../shared/rpc/port-transport.ts';
import { connect } from '../../shared/rpc/rpc-client.ts';
import { MessageChannelMain } from '../electron/stand-in/ports.ts';
import { handlersWith, handTopics } from '../shared/scripted-handlers.ts';

class FakeShell extends EventEmitter implements ShellPort {
  readonly told: unknown[] = [];
  postMessage(message: unknown): void {
    this.told.push(message);
  }
  say(data: unknown, ports: readonly TextPort[] = []): void {
    this.emit('message', { data, ports });
  }
  /** Hands a port over with a message, and keeps its other end. */
  give(data: unknown): TextPort {
    const { port1, port2 } = new MessageChannelMain();
    this.say(data, [port2]);
    return port1;
  }
}

const PARTS = ['well,ct\n', 'A1,20\n'];
function contentOf(breaks: boolean): Content {
  return {
    name: 'plate 7.csv',
    sizeBytes: 14,
    async *read(from, to) {
      for (const part of PARTS) {
        if (breaks && part !== PARTS[0]) throw new FaultError({ kind: 'stale', detail: 'changed' });
        yield new TextEncoder().encode(part).subarray(from, Math.min(to, part.length));
      }
    },
  };
}
const contents = { find: (id: string) => (id === 'there' ? contentOf(false) : id === 'torn' ? contentOf(true) : null) };

async function openDoor(
  handlers = handlersWith({}),
  drops?: Parameters<ReturnType<typeof openShellDoor>['open']>[0]['drops'],
) {
  const shell = new FakeShell();
  const door = openShellDoor(shell);
  const open: OpenBytes = ask => shell.give(ask);
  const served = { handlers, topics: handTopics(), contents, ...(drops === undefined ? {} : { drops }) };
  return { shell, door, open, serve: () => door.open(served) };
}

const ask = (open: OpenBytes, path: string, range?: string): Promise<Response> => {
  const headers: Record<string, string> = range === undefined ? {} : { range };
  return answerWithBytes(new Request(`kbfile://preview${path}`, { headers }), { method: 'GET', path }, open);
};

test('a window that is handed over before everything is open waits, and is served then', async () => {
  const call = vi.fn<() => Promise<null>>(async () => null);
  const { shell, serve } = await openDoor(handlersWith({ 'sync.checkNow': call }));
  const engine = connect(portTransport(shell.give({ kind: 'window' })));
  const answer = engine.call('sync.checkNow', null);
  expect(call).not.toHaveBeenCalled();
  const door = await serve();
  expect(await answer).toBeNull();
  await door.close();
  await expect(engine.call('sync.checkNow', null)).rejects.toThrow('offline');
});

test('S25 files that are looked into, also those of a task, are given addresses that are no part of the window', async () => {
  const opened = { is: 'open', address: '/content/there', content: 'there' } as never;
  const handlers = handlersWith({ 'content.open': async () => opened, 'chat.openAttachment': async () => opened });
  const { shell, serve } = await openDoor(handlers);
  await serve();
  const engine = connect(portTransport(shell.give({ kind: 'window' })));
  const inside = 'kbfile://preview/content/there';
  expect(await engine.call('content.open', { id: '1', version: null, fetch: 'no' })).toMatchObject({ address: inside });
  const asked = { task: 'task-1', attachment: '1', fetch: 'no' } as const;
  expect(await engine.call('chat.openAttachment', asked)).toMatchObject({ address: inside });
  engine.close();
});

test('bytes come whole, in parts, or not at all', async () => {
  const { open, serve } = await openDoor();
  await serve();
  const whole = await ask(open, '/content/there');
  expect([whole.status, await whole.text()]).toEqual([200, 'well,ct\nA1,20\n']);
  expect(whole.headers.get('content-security-policy')).toContain('sandbox');
  expect(whole.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''plate%207.csv");
  const part = await ask(open, '/content/there', 'bytes=0-3');
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 0-3/14']);
  const statuses = ['/content/other', '/content/', '/download/none', '/drop/x/y', '/secret'].map(path =>
    ask(open, path),
  );
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await ask(open, '/content/there', 'bytes=99-')).status).toBe(416);
});

test('a file that changes while it is read breaks off instead of ending', async () => {
  const { open, serve } = await openDoor();
  await serve();
  await expect((await ask(open, '/content/torn')).text()).rejects.toThrow('broke off');
});

test('dropped bytes arrive whole, however many there are, and a fault is told as data', async () => {
  const taken: { path: readonly string[]; sizeBytes: number | null; text: string }[] = [];
  const { open, serve } = await openDoor(handlersWith({}), {
    take: async (ticket, path, { sizeBytes, chunks }) => {
      if (ticket === 'full') throw new FaultError({ kind: 'disk-full', path: '/lab' });
      const parts: Uint8Array[] = [];
      for await (const part of chunks) parts.push(part);
      taken.push({ path, sizeBytes, text: Buffer.concat(parts).toString() });
      return '/lab/a.csv';
    },
  });
  await serve();
  const put = (path: string, text: string): Promise<Response> => {
    const body = {
      sizeBytes: text.length,
      parts: partsOf(text),
    };
    return answerWithBytes(new Request('app://bundle/'), { method: 'PUT', path }, open, body);
  };
  const text = 'x'.repeat(300_000);
  const answer = await put('/drop/t/Plate%207/a.csv', text);
  expect([answer.status, await answer.json()]).toEqual([201, { at: '/lab/a.csv' }]);
  expect(taken).toEqual([{ path: ['Plate 7', 'a.csv'], sizeBytes: text.length, text }]);
  const full = await put('/drop/full/a.csv', 'x');
  expect([full.status, await full.json()]).toEqual([422, { fault: { kind: 'disk-full', path: '/lab' } }]);
  expect((await put('/drop/t/%ff', 'x')).status).toBe(404);
});

test('an engine that dies while it answers leaves no request hanging', async () => {
  const { port1, port2 } = new MessageChannelMain();
  const answer = answerWithBytes(new Request('kbfile://preview/'), { method: 'GET', path: '/content/a' }, () => port1);
  port2.close();
  expect((await answer).status).toBe(503);
});

test('S09 what is no message of the shell changes nothing', async () => {
  const { shell, door, serve } = await openDoor();
  await serve();
  for (const nonsense of [
    null,
    'stop',
    { kind: 'stop', now: true },
    { kind: 'eval', code: '1' },
    { kind: 'bytes' },
    [],
  ])
    shell.say(nonsense);
  expect(door.stop.aborted).toBe(false);
  shell.say({ kind: 'stop' });
  expect(door.stop.aborted).toBe(true);
});

test('trouble is one of the start only: later words are for the log', async () => {
  const { shell, door } = await openDoor();
  door.tell({ kind: 'trouble', text: 'The disk is full.' });
  door.tell({ kind: 'ready' });
  door.tell({ kind: 'trouble', text: 'Benchtop did not come to rest in time.' });
  expect(shell.told).toEqual([{ kind: 'trouble', text: 'The disk is full.' }, { kind: 'ready' }]);
});

async function* partsOf(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 100_000) yield Buffer.from(text.slice(at, at + 100_000));
}

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'BENCHTOP_SYSTEM_PROXY'];
afterEach(() => {
  for (const name of PROXIES) delete process.env[name];
});

test('S42 the system’s proxy counts as the environment’s does, and a way that was taken before is taken anew', async () => {
  const taken: unknown[] = [];
  const settings = { proxy: 'system', certificates: null };
  const handlers = handlersWith({
    'network.get': async () => settings,
    'network.set': async wanted => {
      taken.push({ ...wanted, is: process.env['HTTPS_PROXY'] ?? null });
      return null;
    },
  });
  const { shell, serve } = await openDoor(handlers);
  await serve();
  for (const proxy of ['http://proxy.lab.example:3128', 'http://proxy.lab.example:3128', null]) {
    shell.say({ kind: 'proxy', proxy });
    await new Promise(setImmediate);
  }
  expect(taken).toEqual([
    { ...settings, is: 'http://proxy.lab.example:3128' },
    { ...settings, is: null },
  ]);
});

test('S42 a proxy that somebody named in the environment stays', async () => {
  Object.assign(process.env, { HTTPS_PROXY: 'http://chosen.example:1' });
  const set = vi.fn<() => Promise<null>>(async () => null);
  const { shell, serve } = await openDoor(handlersWith({ 'network.set': set }));
  await serve();
  shell.say({ kind: 'proxy', proxy: null });
  await new Promise(setImmediate);
  expect([process.env['HTTPS_PROXY'], set.mock.calls.length]).toEqual(['http://chosen.example:1', 0]);
});
