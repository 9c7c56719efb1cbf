import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { MINUTE } from '../../../shared/units.ts';
import { perTier, seedOr } from '../../setup/run/effort.ts';

const PROGRAM = fileURLToPath(new URL('run.ts', import.meta.url));

/**
 * Each world with its first seed, the same ones every time, and how many seeds there are: enough that a mistake in what is
 * common shows. What is rare is found by seeds that were never played, as the hunt plays them, and not by these once more.
 */
const WORLDS = [
  // Every day the hundred of `simulate.test.ts` are enough of these.
  ['plain', ['--plain'], 20_000, perTier({ everyday: 0, proof: 450 })],
  ['drawn', [], 1_000_000, perTier({ everyday: 100, proof: 450 })],
] as const;

/**
 * Runs `npm run sim` with these arguments; what it printed, when all went well. It asks for nothing but processors, and
 * takes what the suites beside it leave: those wait for processes and browsers, and for their turn as little as can be.
 */
function runSimulation(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    // What it starts later, its threads among it, has the priority that it has now.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', reject);
    child.on('close', code => (code === 0 ? resolve(text) : reject(new Error(text))));
  });
}

test.each(WORLDS.filter(([, , , count]) => count > 0))(
  'in %s worlds seed after seed loses nothing, doubles nothing and comes to rest',
  { timeout: 40 * MINUTE },
  async (_, options, usual, usualCount) => {
    const seed = seedOr(usual);
    const count = seed === usual ? usualCount : 1;
    const said = await runSimulation(...options, '--runs', `${count}`, '--seed', `${seed}`, '--jobs', '2');
    expect(said).toContain(`seeds ${seed} to ${seed + count - 1}: 0 failed`);
  },
);
