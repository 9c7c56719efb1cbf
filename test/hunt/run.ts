import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { type Found, hunt } from './hunt.ts';
import { KINDS, kindNamed } from './kinds.ts';
import type { Failure } from './reports.ts';

/**
 * `npm run hunt -- --minutes N [--only KIND,KIND] [--seed S]`: plays fresh seeds of all simulations in turn until the time is
 * up. Prints a line for each kind; a failure is kept in `out/hunt/` with its seed and story, and the exit code is 1.
 * With `--seed` and without `--minutes` that one seed is played of each kind: what repeats a failure.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
    jobs: { type: 'string' },
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, 'out', 'hunt');
const minutes = numberOf('minutes', values.minutes ?? (values.seed === undefined ? '15' : '0'));
/** From the clock, so that no two hunts play the same; below 2^31, since the dice take no more. */
const first = numberOf('seed', values.seed ?? String(Math.floor(Date.now() / 1000) % 2_000_000_000));
const kinds = values.only === undefined ? KINDS : values.only.split(',').map(kindNamed);

process.chdir(root);
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'out', 'compiled');
say(`hunting for ${minutes} minutes: ${kinds.map(({ name }) => name).join(', ')}`);
const found = await hunt(kinds, {
  first,
  minutes,
  jobs: numberOf('jobs', values.jobs ?? String(Math.min(2, availableParallelism()))),
  onFailure: keep,
});
for (const each of found) process.stdout.write(`${lineOf(each)}\n`);
process.exitCode = found.some(({ failed }) => failed > 0) ? 1 : 0;

function lineOf({ kind, next, failed }: Found): string {
  return `${kind}: ${next === first ? 'no seed' : `seeds ${first}–${next - 1}`}, ${failed} failed`;
}

function keep({ kind, seed, why, story }: Failure): void {
  const file = join(kept, `${kind.replaceAll(' ', '-')}-${seed}.txt`);
  const again = `npm run hunt -- --only '${kind}' --seed ${seed}`;
  mkdirSync(kept, { recursive: true });
  writeFileSync(
    file,
    `${[`${kind}, seed ${seed}, at ${commit()}`, `again: ${again}`, why, '', ...story].join('\n')}\n`,
  );
  say(`${kind}: seed ${seed} failed: ${why.split('\n')[0] ?? ''}\n  again: ${again}\n  kept: ${file}`);
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'an unknown commit';
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  say(`--${name} takes a number, not '${text}'.`);
  process.exit(2);
}
