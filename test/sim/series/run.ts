import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { PLANTED } from './planted.ts';
import { sumOfCounts, textOfCounts } from '../judges/reached-cases.ts';
import { replayJournal } from '../replay/replay.ts';
import type { WorkerDone, WorkerTask } from './run-worker.ts';
import { add, noRuns } from './series.ts';

/**
 * `npm run sim -- --runs N --seed S --from K [--jobs J] [--plant NAME] [--plain] [--harsh] [--frees] [--lies] [--volumes] [--story] [--coverage]
 * [--keep-going]`: runs seeds S+K to S+N-1, J at a time, and prints what failed. With `--frees` people also free the space
 * of files, with `--lies` the service mixes up its answers to uploads, with `--volumes` the folders are on volumes of several kinds.
 * `npm run sim -- --journal FILE [--mirror ID] [--all] [--into FILE.json [--names]]`: plays a journal from a report again,
 * on a copy: what is planned and why, and whether it comes to rest; `--into` makes a test of it.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '1' },
    plant: { type: 'string' },
    story: { type: 'boolean', default: false },
    frees: { type: 'boolean', default: false },
    lies: { type: 'boolean', default: false },
    volumes: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    harsh: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
    journal: { type: 'string' },
    mirror: { type: 'string' },
    all: { type: 'boolean', default: false },
    into: { type: 'string' },
    names: { type: 'boolean', default: false },
  },
});

if (values.journal !== undefined) {
  const options = {
    mirror: values.mirror ?? null,
    all: values.all,
    into: values.into ?? null,
    keepNames: values.names,
  };
  const rests = replayJournal(values.journal, options, line => void process.stdout.write(`${line}\n`));
  process.exit(rests ? 0 : 1);
}

const first = Number(values.seed) + Number(values.from);
const last = Number(values.seed) + Number(values.runs) - 1;
if (values.plant !== undefined && PLANTED[values.plant] === undefined) {
  process.stderr.write(
    `There is no planted mistake '${values.plant}'. There are: ${Object.keys(PLANTED).join(', ')}.\n`,
  );
  process.exit(2);
}

const began = performance.now();
const next = new SharedArrayBuffer(4);
const task: WorkerTask = {
  options: {
    plant: values.plant ?? null,
    story: values.story,
    frees: values.frees,
    lies: values.lies,
    volumes: values.volumes,
    isPlain: values.plain,
    isHarsh: values.harsh,
  },
  first,
  last,
  next,
  keepGoing: values['keep-going'],
  isCounting: values.coverage,
};
const progress = setInterval(() => {
  process.stderr.write(`… seed ${first + (new Int32Array(next)[0] ?? 0)}\n`);
}, 60_000);
const totals = noRuns();
const parts = await Promise.all(Array.from({ length: Number(values.jobs) }, runWorker));
for (const part of parts) add(totals, part.totals);
clearInterval(progress);

const { runs, failed, steps, crashes, troubles } = totals;
const seconds = ((performance.now() - began) / 1000).toFixed(1);
process.stdout.write(
  `seeds ${first} to ${first + runs - 1}: ${failed} failed; ${steps} steps, ${crashes} crashes, ${troubles} troubles in ${seconds} s\n`,
);
const counts = parts.flatMap(part => part.counts ?? []);
if (counts.length > 0) process.stdout.write(`${textOfCounts(sumOfCounts(counts))}\n`);
process.exitCode = failed === 0 ? 0 : 1;

function runWorker(): Promise<WorkerDone> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('run-worker.ts', import.meta.url), { workerData: task });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}
