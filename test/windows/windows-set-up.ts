import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startCommand } from '../setup/child.ts';
import { ROOT } from '../setup/run/test-files.ts';

/** What `prepare.mjs --windows` makes: Node for Windows, a new Windows to copy, Benchtop built for it. */
export const SET_UP: string = fileURLToPath(new URL('../../out/windows', import.meta.url));

/**
 * Sets Windows up, which takes half a minute once, where Wine is installed already.
 * @returns why the tests on Windows are not run here; null when they can be.
 * @throws Error with what the set-up said when it failed.
 */
export async function whyNotOnWindows(): Promise<string | null> {
  if (process.env['BENCHTOP_WINDOWS'] === 'no') return 'not run: BENCHTOP_WINDOWS is no';
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  if (!folders.some(folder => existsSync(join(folder, 'wine'))))
    return 'not run: Wine is not installed (npm run test:windows does that on Debian)';
  const { code, stderr } = await startCommand({ args: ['test/setup/prepare.mjs', '--windows'], folder: ROOT }, '')
    .output;
  if (code !== 0) throw new Error(`Windows could not be set up: ${stderr}`);
  return /^benchtop set-up: (not run: .*)$/m.exec(stderr)?.[1] ?? null;
}
