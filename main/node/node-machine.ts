import { arch, release, type, uptime } from 'node:os';
import { setFlagsFromString } from 'node:v8';

import type { Machine } from '../ports/machine.ts';

/** The computer and the Node that this process runs on. */
export const nodeMachine: Machine = {
  facts: () => ({
    system: `${type()} ${release()} (${arch()})`,
    runtime: `Node ${process.versions.node}`,
    uptimeSeconds: Math.floor(uptime()),
  }),
  // Otherwise V8 keeps for later what its heap ever took. While it works that costs twice the time of a whole pass.
  rests: isAtRest => setFlagsFromString(isAtRest ? '--memory-saver-mode' : '--no-memory-saver-mode'),
};
