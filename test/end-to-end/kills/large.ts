import { parseArgs } from 'node:util';

import { problemsOfLarge } from './large-judge.ts';
import { playLarge } from './large-story.ts';

/**
 * `node test/end-to-end/kills/large.ts --rounds N --seed S`: large files change on both sides N times, over lines that break and
 * with the program killed in half of the rounds; prints whether both sides are as they were saved.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];

const began = performance.now();
const result = await playLarge({ rounds, seed }, told => {
  process.stderr.write(`… ${told}\n`);
});
const problems = problemsOfLarge(result);
for (const problem of problems) process.stdout.write(`${problem}\n`);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(
  `large: ${rounds} rounds (seed ${seed}), ${result.killed} kills met a running sync, ${result.expected.size} files, ${problems.length} problems, ${seconds} s\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
