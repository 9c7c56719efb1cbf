import type { Clock } from '../../ports/clock.ts';

/** The longest delay that a timer takes, in milliseconds; longer ones fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The system's clock. A sleep keeps the process running. */
export function createNodeClock(): Clock {
  return { now: () => Date.now(), elapsed: () => performance.now(), minutesEast, sleep };
}

function minutesEast(epochMs: number): number {
  return -new Date(epochMs).getTimezoneOffset();
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  do {
    await sleepOnce(Math.min(Math.max(until - performance.now(), 0), LONGEST_TIMER_MS), signal);
  } while (performance.now() < until);
}

function sleepOnce(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
