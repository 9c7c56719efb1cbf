import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Behind the program that a person works with, such as the browser that shows the window: while 10,000 files are sent, keys are
 * answered a third sooner, and no file is sent later. Windows has no step so small: there it stays as it was.
 */
const BEHIND_WINDOW = 5;

/** Measuring comes first on an instrument: every other program goes before this one. */
export function goLast(): void {
  lowerTo(constants.priority.PRIORITY_LOW);
}

/** What draws the window for a person goes before this process. */
export function goBehindWindow(): void {
  lowerTo(BEHIND_WINDOW);
}

/** Never raises it. A system that does not let us leaves us as we were: it is a courtesy, and nothing depends on it. */
function lowerTo(priority: number): void {
  for (const thread of threads())
    try {
      if (getPriority(thread) < priority) setPriority(thread, priority);
    } catch {
      // A thread that has just ended needs none.
    }
}

/** On Linux each thread has its own, which those that it starts take over; elsewhere a process has one; 0 is this one. */
function threads(): readonly number[] {
  try {
    return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  } catch {
    return [0];
  }
}
