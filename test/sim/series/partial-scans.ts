import { parseArgs } from 'node:util';

import { playLooks } from './play-partial-scans.ts';

/**
 * `node test/sim/series/partial-scans.ts [--runs N] [--seed S] [--computers C]`: people act while up to three computers look at a few
 * folders at a time, every other seed with things hidden or refused for a while; prints what failed, and how many did.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    computers: { type: 'string', default: '2' },
  },
});

const [runs, first] = [Number(values.runs), Number(values.seed)];
let failed = 0;
for (let seed = first; seed < first + runs; seed++)
  try {
    await playLooks({ seed, hasTroubles: seed % 2 === 1, computers: Number(values.computers) });
  } catch (error) {
    failed += 1;
    process.stdout.write(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
process.stdout.write(`looks: seeds ${first} to ${first + runs - 1}, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
