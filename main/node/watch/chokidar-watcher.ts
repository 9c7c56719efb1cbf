import type { ChokidarOptions } from 'chokidar';
import { dirname, relative, sep } from 'node:path';

import { SECOND } from '../../../shared/units.ts';
import type { Watcher } from '../../ports/watcher.ts';
import { HintGatherer } from './hint-gatherer.ts';
import type { WatchManner } from './watch-jobs.ts';

/** Nothing is hidden, delayed or followed: we settle and judge ourselves. */
const PLAIN: ChokidarOptions = {
  ignoreInitial: true,
  atomic: false,
  followSymlinks: false,
  awaitWriteFinish: false,
  ignorePermissionErrors: false,
  persistent: true,
};

/** Chokidar's own default of 100 ms is far too often for a network share. */
const POLLING: ChokidarOptions = { backend: 'polling', pollingInterval: 5 * SECOND, pollingBinaryInterval: 5 * SECOND };

/**
 * One watch of the whole tree, as chokidar has it of itself on macOS and Windows. Said aloud so that it is the same
 * everywhere: one watch per folder loses what changes in a folder that was removed and made again in that instant.
 */
const EVENTS: ChokidarOptions = { backend: 'native-recursive' };

/**
 * Watches a tree on macOS and Windows, and by polling where there are no events.
 * @param manner by the system's recursive events, or by asking again and again (network shares).
 */
export function createChokidarWatcher(manner: Exclude<WatchManner, 'folders'>, options: ChokidarOptions = {}): Watcher {
  // These would override what we say here.
  for (const name of ['CHOKIDAR_USEPOLLING', 'CHOKIDAR_INTERVAL']) delete process.env[name];
  const watched = new Set<string>();
  return {
    how: root => (watched.has(root) ? manner : 'not'),
    watch: async (root, onHint) => {
      // Loaded only where it is used: every command would wait for it.
      const { watch } = await import('chokidar');
      const hints = new HintGatherer(onHint);
      const ignored = (path: string): boolean => insideOf(root, path).split('/')[0] === '.benchtop';
      const watcher = watch(root, { ...PLAIN, ...(manner === 'polling' ? POLLING : EVENTS), ...options, ignored });
      const ready = new Promise<void>(resolve => watcher.once('ready', resolve).once('error', () => resolve()));
      watcher.on('all', (event, path) => {
        if (path !== root) hints.add(insideOf(root, dirname(path)));
        if (event === 'addDir' || path === root) hints.add(insideOf(root, path));
      });
      // What the system says itself: no name when its buffer overflowed, and so much at once that it may have.
      watcher.on('raw', (_, name: unknown) => (name === null ? hints.lost() : hints.heard()));
      watcher.on('error', () => hints.lost());
      await ready;
      watched.add(root);
      return {
        close: async () => {
          watched.delete(root);
          hints.close();
          await watcher.close();
        },
      };
    },
  };
}

function insideOf(root: string, path: string): string {
  const inside = relative(root, path);
  return sep === '/' ? inside : inside.replaceAll(sep, '/');
}
