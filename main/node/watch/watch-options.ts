import type { WatchManner } from './watch-jobs.ts';

/**
 * How this system is watched: one watch per folder on Linux, the system's recursive events elsewhere, polling when
 * asked for (file systems without events).
 */
export function mannerFor(platform: NodeJS.Platform, usePolling = false): WatchManner {
  if (usePolling) return 'polling';
  return platform === 'linux' ? 'folders' : 'events';
}
