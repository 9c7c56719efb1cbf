import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { startLoneChromium } from './lone-chromium.ts';

const REGISTER = fileURLToPath(new URL('../../electron/stand-in/register.ts', import.meta.url));
const TOO_LONG_MS = 60_000;
const tray = z.object({ event: z.literal('tray'), details: z.object({ picture: z.string(), toolTip: z.string() }) });
const window = z.object({
  event: z.literal('window'),
  details: z.object({ preferences: z.object({ preload: z.string() }) }),
});

/** What a packaged shell did. */
export interface ShellRun {
  /** The tray's picture and words once the engine answered. */
  readonly picture: string;
  readonly toolTip: string;
  /** What runs in its window before the page. */
  readonly preload: string;
  readonly exitCode: number | null;
}

/**
 * Starts a built shell in the stand-in for Electron, waits until its engine, a process of its own, has answered, and quits it.
 * @param main the entry. @throws Error when it does not come so far.
 */
export async function runShell(main: string): Promise<ShellRun> {
  const chromium = await startLoneChromium();
  const data = mkdtempSync(join(tmpdir(), 'benchtop-shell-'));
  const child = fork(main, [], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', REGISTER],
    env: { ...process.env, STAND_IN_CHROMIUM: chromium.endpoint, BENCHTOP_DATA: data },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const enough = setTimeout(() => child.kill('SIGKILL'), TOO_LONG_MS);
  try {
    let preload = '';
    let signedOut: { readonly picture: string; readonly toolTip: string } | null = null;
    child.on('message', message => {
      preload = window.safeParse(message).data?.details.preferences.preload ?? preload;
      const shown = tray.safeParse(message).data?.details;
      // No person has signed in here: only a running engine can report that.
      if (signedOut !== null || shown?.toolTip.includes('Signed out') !== true) return;
      signedOut = shown;
      child.send({ id: 1, ask: 'quit', about: null });
    });
    const exitCode = await new Promise<number | null>(resolve => child.once('exit', resolve));
    if (signedOut === null) throw new Error('The engine of the shell never answered.');
    const { picture, toolTip }: { readonly picture: string; readonly toolTip: string } = signedOut;
    return { picture, toolTip, preload, exitCode };
  } finally {
    clearTimeout(enough);
    child.kill('SIGKILL');
    await chromium.close();
    rmSync(data, { recursive: true, force: true });
  }
}
