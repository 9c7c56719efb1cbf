import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before a program of ours (`--import`): each SIGUSR2 writes to the file `LOOP_WATCH_FILE` how late its event loop
 * was since the last one, in milliseconds, and restarts the count.
 */
const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on('SIGUSR2', () => {
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const [p50, p99, p999] = [50, 99, 99.9].map(share => late(delays.percentile(share)));
  writeFileSync(
    process.env['LOOP_WATCH_FILE'] ?? '/dev/null',
    JSON.stringify({ p50, p99, p999, max: late(delays.max) }),
  );
  delays.reset();
});
