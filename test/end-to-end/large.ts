import { isDeepStrictEqual, parseArgs } from 'node:util';

import { playLarge } from './large-story.ts';

/**
 * `node test/end-to-end/large.ts --rounds N --seed S`: large files change on both sides N times, over lines that break and
 * with the program killed in half of the rounds; prints whether both sides are as they were saved.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];

const began = performance.now();
const { answer, killed, expected, here, there, staged, mistakes } = await playLarge({ rounds, seed }, told => {
  process.stderr.write(`… ${told}\n`);
});
const problems = [
  ...(answer.code === 0 ? [] : [`the last sync said ${JSON.stringify(answer)}`]),
  ...(isDeepStrictEqual(here, expected) ? [] : ['what is here is not as saved']),
  ...(isDeepStrictEqual(there, expected) ? [] : ['what is at the service is not as saved']),
  ...staged.map(name => `'${name}' is left staged`),
  ...mistakes,
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(
  `large: ${rounds} rounds (seed ${seed}), ${killed} kills met a running sync, ${expected.size} files, ${problems.length} problems, ${seconds} s\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
