import { parseArgs } from 'node:util';

import { playHistory } from './history.ts';
import { Town } from './lab.ts';

/**
 * `node test/histories/run.ts --histories N --seed S [--kills K]`: plays N histories, or as many as it takes for K kills,
 * on one set of processes, and prints what failed with its seed and story.
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '0' },
  },
});

const first = Number(values.seed);
const wanted = Number(values.histories);
const kills = Number(values.kills);
const began = performance.now();
let town = await Town.open(['ada', 'ben', 'cai']);
const sum = { histories: 0, failed: 0, kills: 0, faults: 0, races: 0 };
for (let seed = first; seed < first + wanted || sum.kills + town.kills < kills; seed++) {
  sum.histories += 1;
  try {
    sum.races += await playHistory(town, seed);
  } catch (error) {
    sum.failed += 1;
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // What a failed history left must not disturb the next one.
    await renew();
  }
  if (sum.histories % 10 === 0) process.stderr.write(`… ${sum.histories} histories, ${sum.kills + town.kills} kills\n`);
}
await renew(false);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(
  `histories: ${sum.histories}, failed ${sum.failed}, kills ${sum.kills}, faults ${sum.faults}, ` +
    `overtaken by a removal ${sum.races}, ${seconds} s\n`,
);
process.exit(sum.failed === 0 ? 0 : 1);

async function renew(again = true): Promise<void> {
  sum.kills += town.kills;
  sum.faults += town.faults;
  await town.close();
  if (again) town = await Town.open(['ada', 'ben', 'cai']);
}
