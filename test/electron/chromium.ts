import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { type Browser, chromium } from 'playwright';

import { BRIEF_FLAGS, findChromium, FLAGS } from '../setup/browser/chromium.ts';

/** A Chromium that a stand-in and a test share: the one opens windows in it, the other looks at them and presses. */
export interface SharedChromium {
  /** Where the stand-in speaks to it. */
  readonly endpoint: string;
  /** Where the test looks at it. After a page died a fresh one is needed: the one before takes it for dead for ever. */
  look(isFresh?: boolean): Promise<Browser>;
  close(): Promise<void>;
}

/** @throws Error with the remedy when there is none. */
export async function startSharedChromium(): Promise<SharedChromium> {
  const path = findChromium();
  if (path === null) throw new Error('No Chromium was found. Install one, or name it in BENCHTOP_CHROMIUM.');
  const profile = await mkdtemp(join(tmpdir(), 'stand-in-chromium-'));
  const flags = [...FLAGS, ...BRIEF_FLAGS, '--remote-debugging-port=0', '--block-new-web-contents'];
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: where the program is a script that starts the browser, both end together.
    detached: true,
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const kill = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.once('exit', kill);
  const endpoint = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', line => {
      const [, found] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`${path} ended before it was ready`)));
  });
  let browser: Promise<Browser> | null = null;
  const look = async (isFresh = false): Promise<Browser> => {
    if (isFresh) await (await browser)?.close();
    if (isFresh || browser === null) browser = chromium.connectOverCDP(endpoint);
    return browser;
  };
  const close = async (): Promise<void> => {
    await (await browser)?.close();
    kill();
    process.off('exit', kill);
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { endpoint, look, close };
}
