import { parseArgs } from 'node:util';

import { problemsOfKills } from './kill-judge.ts';
import { playKills } from './kill-story.ts';

/**
 * `node test/end-to-end/kills/kills.ts --kills N --seed S`: kills a syncing program N times, lets it come to rest, and prints
 * whether both sides are as they were saved.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const seed = Number(values.seed);

const began = performance.now();
const result = await playKills(
  { kills, seed, firstFiles: 50, filesBetween: 1 },
  count => void (count % 25 === 0 && process.stderr.write(`… ${count} kills\n`)),
);
const problems = problemsOfKills(result);
for (const problem of problems) process.stdout.write(`${problem}\n`);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(
  `kills: ${result.killed} of ${kills} met a running sync (seed ${seed}), ${result.expected.size} files, ${problems.length} problems, ${seconds} s\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
