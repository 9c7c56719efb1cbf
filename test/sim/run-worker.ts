import { parentPort, workerData } from 'node:worker_threads';

import { noRuns, runSeed } from './series.ts';
import type { SeriesOptions } from './series.ts';

/** What a worker of `npm run sim` is given. */
export interface WorkerTask {
  readonly options: SeriesOptions;
  readonly last: number;
  readonly keepGoing: boolean;
  /** One number that all workers share: the next seed, above `first`, that nobody has taken. */
  readonly next: SharedArrayBuffer;
  readonly first: number;
}

const task = workerData as WorkerTask;
const next = new Int32Array(task.next);
const totals = noRuns();
for (let seed = take(); seed <= task.last; seed = take())
  if (!(await runSeed(seed, task.options, totals)) && !task.keepGoing)
    Atomics.store(next, 0, task.last - task.first + 1);
parentPort?.postMessage(totals);

function take(): number {
  return task.first + Atomics.add(next, 0, 1);
}
