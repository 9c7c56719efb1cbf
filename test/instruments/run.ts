import { parseArgs } from 'node:util';

import { dieEverywhere } from './small-story.ts';
import { playStory } from './story.ts';

/** Runs that one zone sees in one story. */
const RUNS_OF_A_STORY = 20;

/**
 * Plays many runs of instruments through the real zone engine: real files, the service in memory, simulated time, deaths
 * and network faults. Prints what came of it; exit code 1 when anything was lost, doubled, torn or touched.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      thousands: { type: 'string' },
      deaths: { type: 'boolean', default: false },
    },
  });
  if (values.deaths) return everyDeath();
  const runs = Number(values.runs);
  const seed = Number(values.seed);
  const stories = Math.ceil(runs / RUNS_OF_A_STORY);
  // One run in a hundred has 5,000 files.
  const thousands = Number(values.thousands ?? Math.floor(runs / 100));
  const sum = { runs: 0, files: 0, deaths: 0, faults: 0, requests: 0, wrong: 0 };
  const startedAt = performance.now();
  for (let story = 0; story < stories; story++) {
    const result = await playStory({
      seed: seed + story,
      runs: Math.min(RUNS_OF_A_STORY, runs - story * RUNS_OF_A_STORY),
      hasThousands: story < thousands,
    });
    for (const name of ['runs', 'files', 'deaths', 'faults', 'requests'] as const) sum[name] += result[name];
    sum.wrong += result.wrong.length;
    for (const line of result.wrong.slice(0, 20)) process.stdout.write(`seed ${result.seed}: ${line}\n`);
    if (process.stderr.isTTY) process.stderr.write(`\r${sum.runs} runs`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `instruments: ${sum.runs} runs (seed ${seed}), ${sum.files} files, ${sum.deaths} deaths, ${sum.faults} network faults, ` +
      `${sum.requests} requests, ${sum.wrong} problems, ${seconds} s\n`,
  );
  if (sum.wrong > 0) process.exitCode = 1;
}

/** A small story with a death at each call on a port in turn. */
async function everyDeath(): Promise<void> {
  const tight = { confirmTwice: false, initiateNamesVersion: false, listUnconfirmed: true };
  for (const switches of [{}, tight]) {
    const { deaths, wrong } = await dieEverywhere(switches, 1);
    for (const line of wrong) process.stdout.write(`${line}\n`);
    process.stdout.write(`instruments: ${deaths} deaths, one at each call, ${wrong.length} problems\n`);
    if (wrong.length > 0) process.exitCode = 1;
  }
}

await main();
