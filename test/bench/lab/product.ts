import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { SPARING, SPARING_ENVIRONMENT } from '../../../main/cli/unattended/start-plan.ts';
import { requirePresent } from '../../../shared/assert.ts';
import type { Program } from '../../setup/program.ts';
import { bundle } from '../../packaging/build/code.ts';
import { copyNatives } from '../../packaging/build/natives.ts';
import { thisTarget } from '../../packaging/build/targets.ts';
import type { Command } from '../commands.ts';
import type { Ground } from '../row.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const LOCAL_PASS = 'test/bench/lab/local-pass.ts';
const THREADS = [
  'main/node/thread-main.ts',
  'main/node/watch/watch-thread-main.ts',
  'main/cli/runner/reading-thread-entry.ts',
];
const SOURCES = ['main/cli.ts', ...THREADS, LOCAL_PASS];

/**
 * The product in the form in which it is installed: bundled like its packages, and nothing kept between two starts. Its
 * sources are some hundred files, which Node reads, strips and links at each start; the installed product spares that.
 */
export class Product {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What is called instead of the sources. */
  get program(): Program {
    return [process.execPath, join(this.#folder, 'cli.js')];
  }

  /** A command on a data directory; the daemon starts as the units of `service print` start it. */
  command(data: string, ...words: readonly string[]): Command {
    const command = this.#started('cli.js', ['--data', data, ...words]);
    if (words[0] !== 'daemon') return command;
    const { args, environment } = command;
    return { ...command, args: [...SPARING, ...args], environment: { ...environment, ...SPARING_ENVIRONMENT } };
  }

  /** `local-pass.ts` on a data directory. */
  pass(data: string, ...words: readonly string[]): Command {
    return this.#started('local-pass.js', ['--data', data, ...words]);
  }

  #started(script: string, words: readonly string[]): Command {
    const environment = { NODE_COMPILE_CACHE: undefined };
    return { program: process.execPath, args: [join(this.#folder, script), ...words], environment };
  }
}

/** Builds the product, once for all rows of a run. */
export async function builtProduct(ground: Ground): Promise<Product> {
  const into = join(ground.run, 'product');
  if (!existsSync(into)) {
    const half = join(ground.run, 'half a product');
    await bundle({ root, into: half, entries: SOURCES, sources: SOURCES, chunks: '[name]-[hash].js' });
    copyNatives(root, half, [requirePresent(thisTarget(), 'a system that packages are made for')]);
    writeFileSync(join(half, 'package.json'), '{"version":"0.0.0","type":"module"}');
    renameSync(half, into);
  }
  return new Product(into);
}
