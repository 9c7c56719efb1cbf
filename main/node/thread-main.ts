import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import { FaultError, toFault } from '../../shared/fault.ts';
import { createDirectDisk } from './disk/direct-disk.ts';
import { createUndiciHttp } from './net/undici-http.ts';
import { DiskThread } from './threads/disk-thread.ts';
import { sharePool } from './disk/job-pool.ts';
import type {
  ThreadAnswer,
  ThreadQuestion,
  BytesReceived,
  ThreadNewsHeard,
  JobName,
  Jobs,
  ThreadSetup,
} from './threads/thread-jobs.ts';
import { createWork, memoryOf } from './threads/thread-work.ts';
import { createDirectSources } from './source/node-sources.ts';

/** Entry of the disk's worker threads: each does what is asked of it with calls that hold up nothing but itself. */
const port = parentPort;
if (port === null) throw new Error('Broken invariant: this file is the entry of a worker thread');

const setup = workerData as ThreadSetup;
sharePool(setup.poolShare);

/** A thread of this one for half of large walks, where there is a core for it. It starts with the first such walk. */
const helper = new DiskThread(setup);
const second =
  availableParallelism() < 2 ? {} : { second: (ask: Jobs['share']['ask'][0]) => helper.ask('share', [ask]) };
const disk = createDirectDisk(setup.dataDirectory, { isHolding: setup.isHolding, ...second });
const work = createWork(disk, createDirectSources(process.platform), createUndiciHttp());

/** Who waits to be heard, by the question in which they told something. */
const telling = new Map<number, (heard: ThreadNewsHeard) => void>();

port.on('message', (message: ThreadQuestion | ThreadNewsHeard) => {
  if ('heard' in message) telling.get(message.heard)?.(message);
  else void answerTo(message);
});

async function answerTo<N extends JobName>(asked: ThreadQuestion<N>): Promise<void> {
  try {
    const { id, job, ask } = asked;
    const answer = await work[job](ask, { id, tell: told => tell(id, told), came: () => sayCame(id) });
    say({ id, ok: true, answer });
  } catch (thrown) {
    say({ id: asked.id, ok: false, fault: toFault(thrown) });
  }
}

function say(answered: ThreadAnswer): void {
  port?.postMessage(answered, answered.ok ? memoryOf(answered.answer) : []);
}

function sayCame(id: number): void {
  const came: BytesReceived = { came: id };
  port?.postMessage(came);
}

function tell(id: number, told: ReadonlySet<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    telling.set(id, ({ fault }) => {
      telling.delete(id);
      if (fault === null) resolve();
      else reject(new FaultError(fault));
    });
    port?.postMessage({ id, told });
  });
}
