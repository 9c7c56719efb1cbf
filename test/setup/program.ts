import { fileURLToPath } from 'node:url';

import { startCommand } from './child.ts';

/** The words that start the command line. */
export type Program = readonly [command: string, ...words: string[]];

const root = fileURLToPath(new URL('../..', import.meta.url));
let built: Promise<Program> | null = null;

/**
 * The command line in the form in which it is installed, built again when its sources changed since: a process that reads
 * hundreds of sources takes twice as long to start, and an installed copy has none of them.
 * @throws Error with what the set-up said when it cannot be built.
 */
export function builtProgram(): Promise<Program> {
  return (built ??= build());
}

async function build(): Promise<Program> {
  const { code, stderr } = await startCommand({ args: ['test/setup/prepare.mjs', '--program'], folder: root }, '')
    .output;
  if (code !== 0) throw new Error(`The program could not be built: ${stderr}`);
  return [process.execPath, fileURLToPath(new URL('../../out/program/cli.js', import.meta.url))];
}
