import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Desktop } from '../../../main/shell/desktop.ts';
import { StateFile } from '../../../main/shell/system/state-file.ts';
import type { AppWindow, EngineChild, System, WindowHost } from '../../../main/shell/system/system.ts';
import { engineStatus } from '../../../shared/features/status/model.ts';
import { portTransport } from '../../../shared/rpc/port-transport.ts';
import { serve } from '../../../shared/rpc/rpc-server.ts';
import { MessageChannelMain, type PortMain } from '../../electron/stand-in/ports.ts';
import { handlersWith, handTopics } from '../../shared/scripted-handlers.ts';

const NOTHING_UNSENT = { items: [], total: 0, messages: [], messagesTotal: 0, open: [], needs: 0 };
const STATUS = engineStatus.parse({
  state: 'upToDate',
  service: null,
  waitUntil: null,
  done: 0,
  total: 0,
  attention: 0,
  pause: null,
  mirrors: [],
});

let folder: string;
let unsent: typeof NOTHING_UNSENT;
/** What the shell did, in order. */
let done: string[];
let child: { say(data: unknown): void; exit(): void };
let host: WindowHost;
let answers: number[];
let desktop: Desktop;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchtop-desktop-'));
  [unsent, done, answers] = [NOTHING_UNSENT, [], []];
  desktop = new Desktop({
    system: fakeSystem(),
    processes: { startEngine, channel },
    state: new StateFile(folder),
    tray: () => ({ isThere: true, show: () => undefined, close: () => void done.push('tray closed') }),
    window: given => {
      host = given;
      return fakeWindow();
    },
  });
  desktop.begin(() => undefined, null, false);
});
afterEach(() => rm(folder, { recursive: true }));

function fakeSystem(): System {
  return {
    ownFolder: folder,
    platform: 'linux',
    ask: async ({ message, buttons, cancel }) => {
      const answer = answers.shift() ?? cancel;
      done.push(`${message} ${buttons[answer] ?? ''}`);
      return answer;
    },
    setMenu: () => undefined,
    notify: ({ title }) => void done.push(`notice: ${title}`),
    startsAtLogin: () => false,
    startAtLogin: () => undefined,
    openOutside: async url => void done.push(`outside: ${url}`),
    openPath: async () => true,
    reveal: () => undefined,
    chooseFolder: async () => null,
    isOnBattery: () => false,
    resolveProxy: async () => 'DIRECT',
    quit: () => {
      if (desktop.mayQuit()) done.push('ended');
    },
  };
}

function fakeWindow(): AppWindow {
  let path = '';
  return {
    hasFocus: false,
    get isInTrouble() {
      return path === '/trouble';
    },
    show: hash => void done.push(`shown ${hash ?? ''}`.trim()),
    load: to => {
      path = to;
      done.push(`loads ${to}`);
    },
    tellGone: () => void done.push('page told'),
    zoom: () => undefined,
    forgive: () => undefined,
    close: () => undefined,
  };
}

function startEngine(): EngineChild {
  done.push('engine started');
  const listeners: { message: (data: unknown) => void; exit: () => void } = {
    message: () => undefined,
    exit: () => undefined,
  };
  child = { say: data => listeners.message(data), exit: () => listeners.exit() };
  return {
    postMessage: (message, port) => {
      if ((message as { kind: string }).kind === 'stop') setImmediate(() => listeners.exit());
      if ((message as { kind: string }).kind === 'window') serveWindow(port as PortMain);
    },
    onMessage: listener => void (listeners.message = listener),
    onExit: listener => void (listeners.exit = listener),
    kill: () => undefined,
  };
}

function channel() {
  const { port1, port2 } = new MessageChannelMain();
  return { kept: port1, given: port2 };
}

function serveWindow(port: PortMain): void {
  const handlers = handlersWith({
    'account.unsent': async () => unsent,
    'sync.status': async () => STATUS,
    'power.set': async () => null,
  });
  serve(portTransport(port), handlers, handTopics());
}

test('without unsent work quitting asks nothing, and ends the engine before the app', async () => {
  child.say({ kind: 'ready' });
  expect(desktop.mayQuit()).toBe(false);
  // An impatient person quits again: it still ends in order.
  expect(desktop.mayQuit()).toBe(false);
  await vi.waitFor(() => expect(done).toEqual(['engine started', 'shown', 'page told', 'tray closed', 'ended']));
  expect(host.onClose()).toBe('go');
});

test('with unsent work it asks once, and stays when it is to stay', async () => {
  child.say({ kind: 'ready' });
  unsent = { ...NOTHING_UNSENT, total: 12 };
  answers = [1];
  expect([desktop.mayQuit(), desktop.mayQuit()]).toEqual([false, false]);
  await vi.waitFor(() => expect(done).toContain('12 changes are not sent yet. Keep running'));
  expect(host.onClose()).toBe('hide');
  await new Promise(setImmediate);
  answers = [0];
  expect(desktop.mayQuit()).toBe(false);
  await vi.waitFor(() => expect(done).toContain('ended'));
  expect(done.filter(each => each.startsWith('12 changes'))).toHaveLength(2);
});

test('an update that ended the engine in order quits without another question', async () => {
  child.say({ kind: 'ready' });
  unsent = { ...NOTHING_UNSENT, total: 12 };
  await desktop.stopEngine();
  expect(desktop.mayQuit()).toBe(true);
  expect(done.filter(each => each.includes('not sent'))).toEqual([]);
});

test('an engine that never ran leaves nothing to ask about', async () => {
  child.say({ kind: 'trouble', text: 'The disk is full.' });
  child.exit();
  expect(desktop.sources({ page: '', files: new Map() }).trouble().text).toBe('The disk is full.');
  desktop.mayQuit();
  await vi.waitFor(() => expect(done.at(-1)).toBe('ended'));
  expect(done).toContain('loads /trouble');
});

test('the window comes back from trouble by itself once the engine runs', () => {
  child.say({ kind: 'trouble', text: 'The disk is full.' });
  child.exit();
  desktop.sources({ page: '', files: new Map() }).onPage();
  expect(done.filter(each => each === 'engine started')).toHaveLength(2);
  child.say({ kind: 'ready' });
  expect(done.at(-1)).toBe('loads /');
});

test('S06 an address that leads out is asked about one at a time', async () => {
  answers = [1];
  host.onOutside('https://example.org/');
  host.onOutside('https://example.com/');
  host.onOutside('javascript:alert(1)');
  await vi.waitFor(() => expect(done.at(-1)).toBe('outside: https://example.org/'));
  expect(done.filter(each => each.startsWith('Open '))).toEqual(['Open example.org in your browser? Open']);
});
