import { parentPort, workerData } from 'node:worker_threads';

import { countsOf, Reached } from '../judges/reached-cases.ts';
import type { ReachedCounts } from '../judges/reached-cases.ts';
import { noRuns, runSeed } from './series.ts';
import type { SeriesOptions, Totals } from './series.ts';

/** What a worker of `npm run sim` is given. */
export interface WorkerTask {
  readonly options: Omit<SeriesOptions, 'reached'>;
  readonly isCounting: boolean;
  readonly last: number;
  readonly keepGoing: boolean;
  /** One number that all workers share: the next seed, above `first`, that no worker has taken. */
  readonly next: SharedArrayBuffer;
  readonly first: number;
}

/** What it comes back with. */
export interface WorkerDone {
  readonly totals: Totals;
  readonly counts: ReachedCounts | null;
}

const task = workerData as WorkerTask;
const next = new Int32Array(task.next);
const totals = noRuns();
const reached = task.isCounting ? new Reached() : null;
const options: SeriesOptions = { ...task.options, reached };
for (let seed = take(); seed <= task.last; seed = take())
  if (!(await runSeed(seed, options, totals)) && !task.keepGoing) Atomics.store(next, 0, task.last - task.first + 1);
const done: WorkerDone = { totals, counts: reached === null ? null : countsOf(reached) };
parentPort?.postMessage(done);

function take(): number {
  return task.first + Atomics.add(next, 0, 1);
}
