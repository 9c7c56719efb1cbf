import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { present } from '../../../shared/assert.ts';
import { bundle } from '../../packaging/build/code.ts';
import { copyNatives } from '../../packaging/build/natives.ts';
import { thisTarget } from '../../packaging/build/targets.ts';
import type { Command } from '../commands.ts';
import type { Ground } from '../row.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const SOURCES = ['test/bench/lab/local-pass.ts', 'main/node/disk/thread-main.ts'];

/**
 * `local-pass.ts` in the form in which the product is installed: bundled like its packages. Its sources are a few hundred
 * files, which Node reads, strips and links at each start; nobody who installed Benchtop waits for that.
 */
export async function builtPass(ground: Ground): Promise<(...args: readonly string[]) => Command> {
  const into = join(ground.folder, 'built');
  if (!existsSync(into)) {
    await bundle({ root, into, entries: SOURCES, sources: SOURCES, chunks: '[name]-[hash].js' });
    const target = present(thisTarget(), 'a system that packages are made for');
    copyNatives(root, into, [target]);
  }
  return (...args) => ({ program: process.execPath, args: [join(into, 'local-pass.js'), ...args] });
}
