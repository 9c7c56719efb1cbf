import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { _electron, type ElectronApplication } from 'playwright';

import type { Desktop, DesktopWishes } from './desktop.ts';
import type { FoundElectron } from './find-electron.ts';
import type { HostKind } from './host.ts';
import type { ControlEvent } from './stand-in/control.ts';

const RECORDER = new URL('real/recorder.ts', import.meta.url);
const RUN_AS = fileURLToPath(new URL('../../out/electron-recorder.mjs', import.meta.url));
const LOOK_EVERY_MS = 50;

declare global {
  /** What `real/recorder.ts` gives to tests, in Electron's main process. */
  // oxlint-disable-next-line no-var
  var benchtopRecorder: { ask(what: string, about: unknown): unknown };
}

/** The same app in the real Electron. */
export function realHost({ program, entry }: Extract<FoundElectron, { is: 'found' }>): HostKind {
  const running = new Set<string>();
  writeFileSync(RUN_AS, stripTypeScriptTypes(readFileSync(RECORDER, 'utf8')));
  const start = async (data: string, wishes: DesktopWishes = {}): Promise<Desktop> => {
    const { args = [], environment = {} } = wishes;
    const env = { ...process.env, BENCHTOP_DATA: data, BENCHTOP_DESKTOP: entry, ...environment };
    // A second start of the same data directory ends before there is anything to take hold of.
    if (running.has(data)) return secondStart(program, [RUN_AS, ...args], env);
    running.add(data);
    const app = await _electron.launch({ executablePath: program, args: [RUN_AS, ...args], env: textsOf(env) });
    return desktopOf(app);
  };
  return { isStandIn: false, open: async () => ({ start, close: async () => undefined }) };
}

function desktopOf(app: ElectronApplication): Desktop {
  const events: ControlEvent[] = [];
  const taken = new Map<string, number>();
  const ask = async <T>(what: string, about: unknown = null): Promise<T> =>
    (await app.evaluate((_, [name, details]) => globalThis.benchtopRecorder.ask(name, details), [
      what,
      about,
    ] as const)) as T;
  const hear = async (): Promise<void> => void events.push(...(await ask<ControlEvent[]>('events', events.length)));
  const child = app.process();
  return {
    events,
    ask: async (what, about) => {
      await hear();
      return ask(what, about);
    },
    next: async <T>(name: string): Promise<T> => {
      for (; ; await sleep(LOOK_EVERY_MS)) {
        await hear();
        const from = taken.get(name) ?? 0;
        const found = events.findIndex((each, at) => at >= from && each.event === name);
        if (found < 0) continue;
        taken.set(name, found + 1);
        return events[found]?.details as T;
      }
    },
    page: () => app.firstWindow(),
    ended: new Promise(resolve => child.once('exit', code => resolve(code ?? -1))),
    kill: () => app.close(),
  };
}

function secondStart(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Desktop {
  const child = spawn(program, args, { env, stdio: 'ignore' });
  const not = (): Promise<never> => Promise.reject(new Error('A second start has nothing to ask'));
  return {
    events: [],
    ask: not,
    next: not,
    page: not,
    ended: new Promise(resolve => child.once('exit', code => resolve(code ?? -1))),
    kill: async () => void child.kill('SIGKILL'),
  };
}

function textsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
