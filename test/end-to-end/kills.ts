import { isDeepStrictEqual, parseArgs } from 'node:util';

import { playKills } from './kill-story.ts';

/**
 * `node test/end-to-end/kills.ts --kills N --seed S`: kills a syncing program N times, lets it come to rest, and prints
 * whether both sides are as they were saved.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const seed = Number(values.seed);

const began = performance.now();
const { answer, killed, expected, here, there, doubled, staged } = await playKills(
  { kills, seed, firstFiles: 50, filesBetween: 1 },
  count => void (count % 25 === 0 && process.stderr.write(`… ${count} kills\n`)),
);
const isQuiet = answer?.code === 0 && answer.blocked.length + answer.conflicted.length === 0;
const problems = [
  ...(isQuiet ? [] : [`the last sync said ${JSON.stringify(answer)}`]),
  ...differences('here', here, expected),
  ...differences('at the service', there, expected),
  ...doubled.map(path => `'${path}' has more versions than saves`),
  ...staged.map(name => `'${name}' is left staged`),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(
  `kills: ${killed} of ${kills} met a running sync (seed ${seed}), ${expected.size} files, ${problems.length} problems, ${seconds} s\n`,
);
process.exitCode = problems.length === 0 && isDeepStrictEqual(here, there) ? 0 : 1;

function differences(
  where: string,
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = [...new Set([...found.keys(), ...expected.keys()])];
  return paths.filter(path => found.get(path) !== expected.get(path)).map(path => `'${path}' ${where} is not as saved`);
}
