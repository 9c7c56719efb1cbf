import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// Instead of the disk's worker thread: on folders in the one that the file `hangs` in the data directory names, each call waits in the
// system, as on a share whose server is gone, until someone opens the pipe beside it for writing. The one that the file
// `share` names is told to be on a volume of its own.

const { dataDirectory } = workerData as { readonly dataDirectory: string };

interface Message {
  readonly id?: number;
  readonly job?: string;
  readonly ask?: readonly unknown[];
}

parentPort?.on('message', ({ id, job, ask = [] }: Message) => {
  const [first] = ask;
  const path = typeof first === 'object' && first !== null && 'path' in first ? first.path : first;
  if (typeof path !== 'string') return;
  if (isIn(path, 'hangs')) openSync(join(dataDirectory, 'hangs.pipe'), 'r');
  // The first answer counts.
  if (job === 'answer' && isIn(path, 'share')) parentPort?.postMessage({ id, ok: true, answer: 'the share' });
});

/** Whether a path lies in the folder that a file in the data directory names. */
function isIn(path: string, name: string): boolean {
  try {
    return path.startsWith(readFileSync(join(dataDirectory, name), 'utf8'));
  } catch {
    return false;
  }
}

await import('../../../main/node/thread-main.ts');
