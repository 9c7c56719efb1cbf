import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { findChromium, FLAGS } from '../../setup/browser/chromium.ts';

/** A Chromium of our own. */
export interface LoneChromium {
  /** Where its debugging interface answers. */
  readonly endpoint: string;
  /** Ends it with all its processes. */
  close(): Promise<void>;
}

/**
 * Starts it, for Linux. Many a system starts Chromium through a script: ending the script alone would leave the browser, so it is
 * a group of processes of its own, which ends as one. @throws Error when there is none.
 */
export async function startLoneChromium(): Promise<LoneChromium> {
  const path = findChromium();
  if (path === null) throw new Error('No Chromium was found. Install one, or name it in BENCHTOP_CHROMIUM.');
  const profile = mkdtempSync(join(tmpdir(), 'benchtop-chromium-'));
  const flags = [...FLAGS, '--remote-debugging-port=0', '--block-new-web-contents', `--user-data-dir=${profile}`];
  const child = spawn(path, [...flags, 'about:blank'], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  // The pipe closes with the last process of the group.
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const endpoint = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', line => {
      const [, found] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${path} ended before it was ready`)));
  });
  return {
    endpoint,
    close: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
