import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// Instead of the disk's worker thread: on folders in the one that the file `hangs` in the data directory names, each call waits in the
// system, as on a share whose server is gone, until someone opens the pipe beside it for writing.

const { dataDirectory } = workerData as { readonly dataDirectory: string };

parentPort?.on('message', (message: { readonly ask?: readonly unknown[] }) => {
  const [first] = message.ask ?? [];
  const path = typeof first === 'object' && first !== null && 'path' in first ? first.path : first;
  const hung = hungFolder();
  if (typeof path === 'string' && hung !== null && path.startsWith(hung))
    openSync(join(dataDirectory, 'hangs.pipe'), 'r');
});

function hungFolder(): string | null {
  try {
    return readFileSync(join(dataDirectory, 'hangs'), 'utf8');
  } catch {
    return null;
  }
}

await import('../../main/node/disk/thread-main.ts');
