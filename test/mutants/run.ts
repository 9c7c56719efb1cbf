import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { MUTANTS } from './list.ts';
import type { Mutant } from './mutant.ts';

/**
 * `npm run mutants -- [--only ID,ID] [--jobs J] [--seeds N] [--seed S]`: plants one mistake after the other and looks
 * who finds it: the suites that the mutant names, then N seeds of the simulation. Ends with 1 when one is found by nobody.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    seeds: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '500000' },
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const only = values.only?.split(',');
const chosen = MUTANTS.filter(({ id, hazard }) => only === undefined || only.includes(id) || only.includes(hazard));
const survivors: string[] = [];
tell('id', 'hazard', 'mutant', 'killed by', 'after');
const queue = [...chosen];
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
process.stdout.write(
  `${chosen.length} mutants, ${survivors.length} survive${survivors.length > 0 ? ': ' : ''}${survivors.join(', ')}\n`,
);
process.exitCode = survivors.length === 0 && chosen.length > 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const began = performance.now();
    const killer = await killerOf(mutant);
    if (killer === null) survivors.push(mutant.id);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    tell(mutant.id, mutant.hazard, mutant.what, killer ?? 'NOBODY', `${seconds} s`);
  }
}

/** Who finds a mutant, with what it said; null: nobody. */
async function killerOf(mutant: Mutant): Promise<string | null> {
  for (const suite of mutant.suites ?? []) {
    const found = await attempt(mutant, vitestArguments(suite));
    if (found !== null)
      return `${suite.split('/').slice(-2).join('/')} (${/[✗×] (.*?)(?: \d+ms)?$/m.exec(found)?.[1]?.trim() ?? 'fails'})`;
  }
  const simulation = [
    '--import',
    './test/mutants/plant.ts',
    'test/sim/run.ts',
    '--runs',
    values.seeds,
    '--seed',
    values.seed,
  ];
  const found = await attempt(mutant, simulation);
  return found === null ? null : `simulation, ${firstLine(found)}`;
}

function vitestArguments(suite: string): readonly string[] {
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/mutants/vitest.config.ts',
    '--bail',
    '1',
    '--reporter',
    'dot',
    suite,
  ];
}

/** What a run with the mutant printed when it failed; null when all went well. */
function attempt(mutant: Mutant, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, BENCHTOP_MUTANT: mutant.id, NO_COLOR: '1' };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', reject);
    child.on('close', code => resolve(code === 0 ? null : text));
  });
}

function firstLine(text: string): string {
  return text.split('\n').find(line => line.startsWith('seed ')) ?? text.split('\n')[0] ?? '';
}

function tell(...cells: readonly string[]): void {
  process.stdout.write(`${cells.map(cell => cell.replaceAll('|', '/').slice(0, 160)).join(' | ')}\n`);
}
