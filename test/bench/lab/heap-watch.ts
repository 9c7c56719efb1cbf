import { writeFileSync } from 'node:fs';

/**
 * Loaded before a program of ours (`--import`): each SIGUSR2 collects garbage and writes to the file `HEAP_WATCH_FILE` what
 * is in use then, in MB: by V8, and outside of its heap by buffers.
 */
process.on('SIGUSR2', () => {
  // What is only held by something that is finalized goes with the second one.
  for (let time = 0; time < 2; time += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const mb = (bytes: number): number => bytes / 1024 / 1024;
  writeFileSync(
    process.env['HEAP_WATCH_FILE'] ?? '/dev/null',
    JSON.stringify({ heapMb: mb(heapUsed), externalMb: mb(external) }),
  );
});
