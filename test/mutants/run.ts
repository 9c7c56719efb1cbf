import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { MUTANTS } from './list.ts';
import { CONTROL } from './mutant.ts';
import type { Mutant } from './mutant.ts';

/**
 * `npm run mutants -- [--only ID,ID] [--jobs J] [--seeds N] [--seed S]`: plants one mistake after the other and looks
 * which test finds it: the suites that the mutant names, then N seeds of the simulation. Ends with 1 when one is not found.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    seeds: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '500000' },
  },
});

/** Reaches what the tests' own loader does not: worker threads, as the disk's, and processes that a test starts. */
const PLANTING = `--import ${pathToFileURL(fileURLToPath(new URL('plant.ts', import.meta.url))).href}`;
const root = fileURLToPath(new URL('../..', import.meta.url));
const only = values.only?.split(',');
const chosen = MUTANTS.filter(({ id, hazard }) => only === undefined || only.includes(id) || only.includes(hazard));
const survivors: string[] = [];
await mustBeWell();
tell('id', 'hazard', 'mutant', 'killed by', 'after');
const queue = [...chosen];
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const left = survivors.length === 0 ? '' : `: ${survivors.join(', ')}`;
process.stdout.write(`${chosen.length} mutants, ${survivors.length} survive${left}\n`);
process.exitCode = survivors.length === 0 && chosen.length > 0 ? 0 : 1;

/** Suites that fail without any mistake would find all of them. */
async function mustBeWell(): Promise<void> {
  const suites = [...new Set(chosen.flatMap(mutant => mutant.suites ?? []))];
  const failure = suites.length === 0 ? null : await attempt(CONTROL, vitestArguments(suites));
  if (failure === null) return;
  process.stderr.write(`${failure}\nThese suites fail without any mistake, so they prove nothing.\n`);
  process.exit(2);
}

async function work(): Promise<void> {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const began = performance.now();
    const killer = await killerOf(mutant);
    if (killer === null) survivors.push(mutant.id);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    tell(mutant.id, mutant.hazard, mutant.what, killer ?? 'NOBODY', `${seconds} s`);
  }
}

/** The test that finds a mutant, with its message; null: none does. A mutant that does not even load proves nothing. */
async function killerOf({ id, suites = [] }: Mutant): Promise<string | null> {
  for (const suite of suites) {
    const failure = await attempt(id, vitestArguments([suite]));
    const test = / FAIL .*?> (.*)/.exec(failure ?? '')?.[1]?.trim();
    if (test !== undefined) return `${suite.slice(suite.lastIndexOf('/') + 1)}: ${test}`;
    if (failure !== null) process.stderr.write(`${id}: no test of ${suite} failed, but it ended badly\n${failure}\n`);
  }
  const failure = values.seeds === '0' ? null : await attempt(id, simulationArguments());
  const seed = /^seed .*/m.exec(failure ?? '')?.[0];
  return seed === undefined ? null : `simulation: ${seed}`;
}

function vitestArguments(suites: readonly string[]): readonly string[] {
  const settings = ['--config', 'test/mutants/vitest.config.ts', '--bail', '1', '--reporter', 'dot'];
  return ['node_modules/vitest/vitest.mjs', 'run', ...settings, ...suites];
}

function simulationArguments(): readonly string[] {
  return ['test/sim/series/run.ts', '--runs', values.seeds, '--seed', values.seed];
}

/** What a run with a mutant printed when it failed; null when all went well. */
function attempt(mutant: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, BENCHTOP_MUTANT: mutant, NODE_OPTIONS: PLANTING, NO_COLOR: '1' };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    const read = (chunk: Buffer): void => void (text += chunk.toString());
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('close', code => resolve(code === 0 ? null : text));
  });
}

function tell(...cells: readonly string[]): void {
  process.stdout.write(`${cells.map(cell => cell.replaceAll('|', '/').slice(0, 160)).join(' | ')}\n`);
}
