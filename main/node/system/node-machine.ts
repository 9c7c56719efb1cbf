import { arch, release, type, uptime } from 'node:os';

import { MIB, SECOND } from '../../../shared/units.ts';
import type { Machine } from '../../ports/machine.ts';

/** Clearing up takes some tenths of a second: only when there is so much more than after the last time. */
const WORTH_BYTES = 32 * MIB;
let keptBytes = 0;
/** Data that was just read is still referenced by its reader for about this long. */
const SOON_MS = 3 * SECOND;
let waiting: NodeJS.Timeout | null = null;

/** The computer and the Node that this process runs on. */
export const nodeMachine: Machine = {
  facts: () => ({
    system: `${type()} ${release()} (${arch()})`,
    runtime: `Node ${process.versions.node}`,
    uptimeSeconds: Math.floor(uptime()),
  }),
  giveBackMemory: () => void (waiting ??= setTimeout(() => void clearUp(), SOON_MS).unref()),
};

async function clearUp(): Promise<void> {
  waiting = null;
  if (globalThis.gc === undefined || process.memoryUsage.rss() < keptBytes + WORTH_BYTES) return;
  // V8 keeps every page that its heap ever took, but not where it believes to be short of memory.
  await globalThis.gc({ type: 'major', execution: 'async', flavor: 'last-resort' });
  keptBytes = process.memoryUsage.rss();
}
