import type { Watcher } from '../ports/watcher.ts';
import { createChokidarWatcher } from './chokidar-watcher.ts';
import { folderWatcher } from './folder-watcher.ts';

/**
 * The watcher for this system: one watch per folder on Linux, the system's recursive events elsewhere, polling when
 * asked for (file systems without events).
 */
export function createNodeWatcher(platform: NodeJS.Platform, usePolling = false): Watcher {
  if (usePolling) return createChokidarWatcher('polling');
  return platform === 'linux' ? folderWatcher : createChokidarWatcher('events');
}
