import { parentPort, workerData } from 'node:worker_threads';

import type { Watching } from '../../ports/watcher.ts';
import { createChokidarWatcher } from './chokidar-watcher.ts';
import { folderWatcher } from './folder-watcher.ts';
import type { WatchAsked, WatchSetup, WatchTold } from './watch-jobs.ts';

/** Entry of the threads that watch: setting up a watch, and following what comes, are calls that a volume may hold. */
const port = parentPort;
if (port === null) throw new Error('Broken invariant: this file is the entry of a worker thread');

const { manner } = workerData as WatchSetup;
const watcher = manner === 'folders' ? folderWatcher : createChokidarWatcher(manner);
const watched = new Map<number, Promise<Watching | null>>();
/** Hints of this turn of the event loop, which are told together. */
const gathered = new Map<number, (string | null)[]>();

port.on('message', (asked: WatchAsked) => {
  if ('unwatch' in asked) void unwatch(asked.unwatch);
  else void watch(asked.watch, asked.root);
});

async function watch(id: number, root: string): Promise<void> {
  const watching = watcher
    .watch(root, ({ folder }) => gather(id, root, folder))
    .catch(() => {
      gather(id, root, null);
      return null;
    });
  watched.set(id, watching);
  await watching;
  tell(id, root, { isReady: true, hinted: [] });
}

async function unwatch(id: number): Promise<void> {
  const watching = watched.get(id);
  watched.delete(id);
  await (await watching)?.close();
}

function gather(id: number, root: string, folder: string | null): void {
  const hinted = gathered.get(id);
  if (hinted !== undefined) {
    hinted.push(folder);
    return;
  }
  const first = [folder];
  gathered.set(id, first);
  queueMicrotask(() => {
    gathered.delete(id);
    tell(id, root, { isReady: false, hinted: first });
  });
}

function tell(id: number, root: string, told: Pick<WatchTold, 'isReady' | 'hinted'>): void {
  port?.postMessage({ id, state: watcher.how?.(root) ?? 'not', ...told } satisfies WatchTold);
}
