import { inspect, parseArgs } from 'node:util';

import { PLANTED } from './planted.ts';
import { simulate } from './simulate.ts';

/** `npm run sim -- --runs N --seed S --from K [--plant NAME] [--story]`: runs seeds S+K to S+N-1 and prints what failed. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    plant: { type: 'string' },
    story: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
  },
});

const first = Number(values.seed) + Number(values.from);
const last = Number(values.seed) + Number(values.runs) - 1;
const spoil = values.plant === undefined ? undefined : PLANTED[values.plant];
if (values.plant !== undefined && spoil === undefined) {
  process.stderr.write(
    `There is no planted mistake '${values.plant}'. There are: ${Object.keys(PLANTED).join(', ')}.\n`,
  );
  process.exit(2);
}

let [failed, steps, crashes, troubles] = [0, 0, 0, 0];
const began = performance.now();
for (let seed = first; seed <= last; seed++) {
  try {
    const story = values.story ? { story: (line: string) => tell(`  ${line}`) } : {};
    const result = await simulate({ seed, ...(spoil === undefined ? {} : { spoil }), ...story });
    steps += result.steps;
    crashes += result.crashes;
    troubles += result.troubles;
    if ((seed - first + 1) % 500 === 0) console.error(`… seed ${seed}, ${failed} failed`);
  } catch (error) {
    failed += 1;
    tell(error instanceof Error ? error.message : String(error));
    if (values.story && error instanceof Error) tell(inspect(error.cause));
    if (!values['keep-going']) break;
  }
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
tell(
  `seeds ${first} to ${last}: ${failed} failed; ${steps} steps, ${crashes} crashes, ${troubles} troubles in ${seconds} s`,
);
process.exitCode = failed === 0 ? 0 : 1;

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
